/* SPDX-License-Identifier: MIT */
/*
 * A formatter that takes no lock, needs little stack and never allocates, for code that runs inside
 * a tested program. Knows %s %d %u %ld %lu %x %lx %p %c %%.
 */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include "base/bug.h"

#include <stdarg.h>

/* Writes like snprintf: always terminated; returns the length of the whole text. */
size_t format(char *out, size_t size, const char *fmt, ...) PRINTF_LIKE(3, 4);
size_t vformat(char *out, size_t size, const char *fmt, va_list args);

#endif
