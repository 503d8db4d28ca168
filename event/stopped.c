/* SPDX-License-Identifier: MIT */
#include "event/stopped.h"

#include <string.h>

/* Of one thread without its stack: the least that an encoded one takes. */
#define THREAD_BYTES (2 + 1 + sizeof(struct event) + 4)

void stopped_encode(struct buf *b, const struct stopped *s)
{
	buf_u64(b, s->step);
	buf_u16(b, s->thread);
	buf_u32(b, (uint32_t)s->threads.n);
	for (size_t i = 0; i < s->threads.n; i++) {
		const struct stopped_thread *t = &s->threads.at[i];
		buf_u16(b, t->id);
		buf_u8(b, t->status);
		buf_bytes(b, &t->next, sizeof(t->next));
		buf_u32(b, (uint32_t)t->stack.n);
		buf_bytes(b, t->stack.at, t->stack.n * sizeof(*t->stack.at));
	}
}

static bool decode_thread(struct reader *r, struct stopped_thread *t)
{
	t->id = read_u16(r);
	t->status = read_u8(r);
	read_bytes(r, &t->next, sizeof(t->next));
	size_t n = read_count(r, sizeof(*t->stack.at));
	vec_reserve(&t->stack, n);
	read_bytes(r, t->stack.at, n * sizeof(*t->stack.at));
	t->stack.n = n;
	return !r->bad && t->status <= THREAD_EXITED && t->next.kind < OP_COUNT;
}

bool stopped_decode(struct reader *r, struct stopped *s)
{
	memset(s, 0, sizeof(*s));
	s->step = read_u64(r);
	s->thread = read_u16(r);
	size_t n = read_count(r, THREAD_BYTES);
	bool good = true;
	for (size_t i = 0; good && i < n; i++) {
		struct stopped_thread t = {0};
		good = decode_thread(r, &t);
		vec_push(&s->threads, t);
	}
	return good && !r->bad && s->step && r->left == 0;
}

void stopped_release(struct stopped *s)
{
	for (size_t i = 0; i < s->threads.n; i++)
		vec_release(&s->threads.at[i].stack);
	vec_release(&s->threads);
	s->step = 0;
}
