/* SPDX-License-Identifier: MIT */
/* Strings on the checker's own memory. Tool only: the formatting is libc's. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/mem.h"

#include <stdarg.h>

/* A copy, to be freed with mem_free; NULL for NULL. */
char *str_copy(const char *s) MUST_USE;
/* A fresh string, to be freed with mem_free. */
char *str_format(const char *fmt, ...) PRINTF_LIKE(1, 2) MUST_USE;
char *str_vformat(const char *fmt, va_list args) PRINTF_LIKE(1, 0) MUST_USE;
bool str_starts(const char *s, const char *prefix) MUST_USE;
bool str_ends(const char *s, const char *suffix) MUST_USE;

#endif
