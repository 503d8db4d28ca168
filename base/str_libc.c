/* SPDX-License-Identifier: MIT */
#include "base/str.h"

#include <stdio.h>
#include <string.h>

char *str_copy(const char *s)
{
	size_t n;

	if (!s)
		return NULL;
	n = strlen(s) + 1;
	return memcpy(mem_alloc(n), s, n);
}

char *str_vformat(const char *fmt, va_list args)
{
	va_list again;
	char *s;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, args);
	BUG_ON(n < 0);
	s = mem_alloc((size_t)n + 1);
	vsnprintf(s, (size_t)n + 1, fmt, again);
	va_end(again);
	return s;
}

char *str_format(const char *fmt, ...)
{
	va_list args;
	char *s;

	va_start(args, fmt);
	s = str_vformat(fmt, args);
	va_end(args);
	return s;
}

bool str_starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

bool str_ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && !strcmp(s + n - m, suffix);
}
