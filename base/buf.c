/* SPDX-License-Identifier: MIT */
#include "base/buf.h"

#include <string.h>

void buf_bytes(struct buf *b, const void *p, size_t n)
{
	if (b->n + n > b->cap) {
		size_t cap = b->cap ? b->cap : 64;
		while (cap < b->n + n)
			cap *= 2;
		b->at = mem_realloc(b->at, cap);
		b->cap = cap;
	}
	if (n)
		memcpy(b->at + b->n, p, n);
	b->n += n;
}

void buf_u8(struct buf *b, uint8_t v)
{
	buf_bytes(b, &v, sizeof(v));
}

void buf_u16(struct buf *b, uint16_t v)
{
	buf_bytes(b, &v, sizeof(v));
}

void buf_u32(struct buf *b, uint32_t v)
{
	buf_bytes(b, &v, sizeof(v));
}

void buf_u64(struct buf *b, uint64_t v)
{
	buf_bytes(b, &v, sizeof(v));
}

void buf_double(struct buf *b, double v)
{
	buf_bytes(b, &v, sizeof(v));
}

void buf_str(struct buf *b, const char *s)
{
	uint32_t n = s ? (uint32_t)strlen(s) : 0;
	buf_u32(b, n);
	buf_bytes(b, s, n);
}

void buf_clear(struct buf *b)
{
	b->n = 0;
}

void buf_release(struct buf *b)
{
	mem_free(b->at);
	*b = (struct buf){0};
}

void read_bytes(struct reader *r, void *p, size_t n)
{
	if (r->bad || n > r->left) {
		r->bad = true;
		if (n)
			memset(p, 0, n);
		return;
	}
	if (n)
		memcpy(p, r->at, n);
	r->at += n;
	r->left -= n;
}

uint8_t read_u8(struct reader *r)
{
	uint8_t v;
	read_bytes(r, &v, sizeof(v));
	return v;
}

uint16_t read_u16(struct reader *r)
{
	uint16_t v;
	read_bytes(r, &v, sizeof(v));
	return v;
}

uint32_t read_u32(struct reader *r)
{
	uint32_t v;
	read_bytes(r, &v, sizeof(v));
	return v;
}

uint64_t read_u64(struct reader *r)
{
	uint64_t v;
	read_bytes(r, &v, sizeof(v));
	return v;
}

double read_double(struct reader *r)
{
	double v;
	read_bytes(r, &v, sizeof(v));
	return v;
}

size_t read_count(struct reader *r, size_t each)
{
	uint32_t n = read_u32(r);
	if (r->bad || (each && n > r->left / each)) {
		r->bad = true;
		return 0;
	}
	return n;
}

char *read_str(struct reader *r)
{
	size_t n = read_count(r, 1);
	char *s = mem_alloc(n + 1);
	read_bytes(r, s, n);
	s[n] = '\0';
	return s;
}
