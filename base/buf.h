/* SPDX-License-Identifier: MIT */
/*
 * One bounds-checked buffer for everything that is encoded or decoded.
 *
 * Writing grows the buffer. Reading past the end never happens: the reader turns
 * `bad`, every later read gives zeros, and the caller checks `bad` once at the
 * end. Numbers are little-endian.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/mem.h"

struct buf {
	uint8_t *at;
	size_t n;
	size_t cap;
};

void buf_bytes(struct buf *b, const void *p, size_t n);
void buf_u8(struct buf *b, uint8_t v);
void buf_u16(struct buf *b, uint16_t v);
void buf_u32(struct buf *b, uint32_t v);
void buf_u64(struct buf *b, uint64_t v);
void buf_double(struct buf *b, double v);
/* Length and bytes, without a terminator. s may be NULL: an empty string. */
void buf_str(struct buf *b, const char *s);
void buf_clear(struct buf *b);
void buf_release(struct buf *b);

struct reader {
	const uint8_t *at;
	size_t left;
	bool bad;
};

/* Copies n bytes to p; zeros if they are not there. */
void read_bytes(struct reader *r, void *p, size_t n);
uint8_t read_u8(struct reader *r);
uint16_t read_u16(struct reader *r);
uint32_t read_u32(struct reader *r);
uint64_t read_u64(struct reader *r);
double read_double(struct reader *r);
/* A fresh, terminated copy, to be freed with mem_free; "" where reading fails. */
char *read_str(struct reader *r) MUST_USE;
/* A count of things of at least `each` bytes: 0 and bad where they cannot all be there. */
size_t read_count(struct reader *r, size_t each);

#endif
