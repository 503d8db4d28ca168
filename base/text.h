/* SPDX-License-Identifier: MIT */
/* Text in a struct buf: formatting, printing, and UTF-8. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/buf.h"
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>

void buf_text(struct buf *b, const char *s);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(struct buf *b, const char *fmt, va_list args) PRINTF_LIKE(2, 0);
/* n times c. */
void buf_fill(struct buf *b, char c, size_t n);
/* The text so far, terminated; valid until the buffer changes. The terminator is not counted. */
const char *buf_cstr(struct buf *b) MUST_USE;
/* The same as a string of its own, to be freed with mem_free; the buffer is empty afterwards. */
char *buf_detach(struct buf *b) MUST_USE;

/* Writes it to a stream, whose error indicator says whether that failed. */
void buf_print(const struct buf *b, FILE *out);

#define UTF8_BAD 0xfffdu

/*
 * The code point at s and how many of the n bytes it takes (at least 1; n > 0).
 * UTF8_BAD and 1 where the bytes are not UTF-8: overlong, surrogate, truncated.
 */
size_t utf8_decode(const char *s, size_t n, uint32_t *code);
void utf8_encode(struct buf *b, uint32_t code);

#endif
