/* SPDX-License-Identifier: MIT */
#include "runtime/reset/image.h"

#include <string.h>

#define CHUNK 256ull  /* of zeros; smaller ones are copied */
#define RUN   1024ull /* of zeros that are looked at, and written, at once */

typedef uint64_t words __attribute__((vector_size(16), may_alias));

/* One test for many words: mostly they are zero. */
bool all_zero(const void *at, size_t n)
{
	words a = {0}, b = {0}, c = {0}, d = {0};
	for (const words *w = at, *end = w + n / sizeof(*w); w < end; w += 16) {
		a |= w[0] | w[4] | w[8] | w[12];
		b |= w[1] | w[5] | w[9] | w[13];
		c |= w[2] | w[6] | w[10] | w[14];
		d |= w[3] | w[7] | w[11] | w[15];
	}
	a |= b | c | d;
	return !(a[0] | a[1]);
}

static void add_copied(image *im, uintptr_t lo, uintptr_t hi)
{
	if (lo >= hi)
		return;
	vec_push(im, (struct piece){lo, hi, mem_alloc(hi - lo)});
	memcpy(vec_last(im)->copy, (void *)lo, hi - lo);
}

static bool zero_chunk(uintptr_t at, uintptr_t hi)
{
	return at + CHUNK <= hi && all_zero((void *)at, CHUNK);
}

void image_add(image *im, uintptr_t lo, uintptr_t hi)
{
	uintptr_t from = lo, at = (lo + CHUNK - 1) & ~(CHUNK - 1);
	for (; at < hi; at += CHUNK) {
		uintptr_t end = at;
		while (zero_chunk(end, hi))
			end += CHUNK;
		if (end == at)
			continue;
		add_copied(im, from, at);
		vec_push(im, (struct piece){at, end, NULL});
		from = at = end;
	}
	add_copied(im, from, hi);
}

void piece_restore(const struct piece *p)
{
	if (p->copy) {
		memcpy((void *)p->lo, p->copy, p->hi - p->lo);
		return;
	}
	for (uintptr_t at = p->lo; at < p->hi; at += RUN) {
		size_t n = p->hi - at < RUN ? p->hi - at : RUN;
		if (unlikely(!all_zero((void *)at, n)))
			memset((void *)at, 0, n);
	}
}

bool piece_is_as_it_was(const struct piece *p)
{
	size_t n = p->hi - p->lo;
	return p->copy ? !memcmp((void *)p->lo, p->copy, n) : all_zero((void *)p->lo, n);
}
