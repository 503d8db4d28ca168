/* SPDX-License-Identifier: MIT */
/* wcs* and wmem*: the same functions on wide characters. */
#include "runtime/intercept/libc.h"
#include "runtime/heap/shadow.h"

#include <wchar.h>

#define BYTES(n) ((n) * sizeof(wchar_t))

/* How many characters up to the first c or, if that counts, NUL, it included; at most max. */
static size_t wide_scan(const wchar_t *s, size_t max, wchar_t c, bool nul, uintptr_t pc)
{
	for (size_t i = 0; i < max; i++) {
		if (live())
			heap_check_small((uintptr_t)(s + i), sizeof(*s), false, pc);
		if (s[i] == c || (nul && !s[i]))
			return i + 1;
	}
	return max;
}

/* As read_until(). */
static size_t wide_read(const wchar_t *s, size_t max, wchar_t c, bool nul, uintptr_t pc)
{
	size_t n = wide_scan(s, max, c, nul, pc);
	while (live()) {
		access_range(s, BYTES(n), OP_READ, pc);
		size_t now = wide_scan(s, max, c, nul, pc);
		bool covered = now <= n;
		n = now;
		if (covered)
			break;
	}
	return n;
}

static size_t wide_length(const wchar_t *s, size_t max, uintptr_t pc)
{
	size_t n = wide_read(s, max, 0, true, pc);
	return n && !s[n - 1] ? n - 1 : n;
}

INTERPOSE(size_t, wcslen, const wchar_t *s)
{
	return wide_length(s, SIZE_MAX, CALLER_PC);
}

INTERPOSE(size_t, wcsnlen, const wchar_t *s, size_t max)
{
	return wide_length(s, max, CALLER_PC);
}

#define WIDE_COPY(name, result)                                                                    \
	INTERPOSE(wchar_t *, name, wchar_t *to, const wchar_t *from, size_t n)                     \
	{                                                                                          \
		copy_range(to, from, BYTES(n), CALLER_PC);                                         \
		return result;                                                                     \
	}

WIDE_COPY(wmemcpy, to)
WIDE_COPY(wmemmove, to)
WIDE_COPY(wmempcpy, to + n)

static void wide_fill(wchar_t *to, wchar_t c, size_t n, uintptr_t pc)
{
	touch(to, BYTES(n), OP_WRITE, pc);
	for (size_t i = 0; i < n; i++)
		to[i] = c;
}

INTERPOSE(wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t n)
{
	wide_fill(to, c, n, CALLER_PC);
	return to;
}

/* As decided_at() and compare() of string.c. nul: a NUL decides. */
static int wide_compare(const wchar_t *a, const wchar_t *b, size_t max, bool nul, uintptr_t pc)
{
	for (;;) {
		size_t n = 0;
		while (n < max && a[n] == b[n] && !(nul && !a[n]))
			n++;
		size_t bytes = BYTES(n < max ? n + 1 : n);
		touch(a, bytes, OP_READ, pc);
		const wchar_t *kept = a;
		if (live() && threads_exist)
			kept = (const wchar_t *)(void *)scratch_save(a, bytes);
		touch(b, bytes, OP_READ, pc);
		for (size_t i = 0; i < bytes / sizeof(*a); i++) {
			if (kept[i] != b[i])
				return kept[i] < b[i] ? -1 : 1;
			if (nul && !kept[i])
				return 0;
		}
		if (n == max)
			return 0;
	}
}

INTERPOSE(int, wcscmp, const wchar_t *a, const wchar_t *b)
{
	return wide_compare(a, b, SIZE_MAX, true, CALLER_PC);
}

INTERPOSE(int, wcsncmp, const wchar_t *a, const wchar_t *b, size_t max)
{
	return wide_compare(a, b, max, true, CALLER_PC);
}

/* libc compares all of it, so all of it is read. */
INTERPOSE(int, wmemcmp, const wchar_t *a, const wchar_t *b, size_t n)
{
	return wide_compare(a, b, n, false, CALLER_PC);
}

static size_t wide_copy_string(wchar_t *to, const wchar_t *from, size_t max, uintptr_t pc)
{
	size_t n = wide_read(from, max, 0, true, pc);
	size_t len = n && !from[n - 1] ? n - 1 : n;
	copy_read_range(to, from, BYTES(n), pc);
	return len;
}

INTERPOSE(wchar_t *, wcscpy, wchar_t *to, const wchar_t *from)
{
	wide_copy_string(to, from, SIZE_MAX, CALLER_PC);
	return to;
}

INTERPOSE(wchar_t *, wcpcpy, wchar_t *to, const wchar_t *from)
{
	return to + wide_copy_string(to, from, SIZE_MAX, CALLER_PC);
}

INTERPOSE(wchar_t *, wcsncpy, wchar_t *to, const wchar_t *from, size_t max)
{
	uintptr_t pc = CALLER_PC;
	size_t len = wide_copy_string(to, from, max, pc);
	if (len + 1 < max)
		wide_fill(to + len + 1, 0, max - len - 1, pc);
	return to;
}

INTERPOSE(wchar_t *, wcscat, wchar_t *to, const wchar_t *from)
{
	uintptr_t pc = CALLER_PC;
	size_t at = wide_length(to, SIZE_MAX, pc);
	wide_copy_string(to + at, from, SIZE_MAX, pc);
	return to;
}

INTERPOSE(wchar_t *, wcsncat, wchar_t *to, const wchar_t *from, size_t max)
{
	uintptr_t pc = CALLER_PC;
	size_t at = wide_length(to, SIZE_MAX, pc);
	size_t len = wide_copy_string(to + at, from, max, pc);
	if (len == max)
		wide_fill(to + at + len, 0, 1, pc);
	return to;
}

INTERPOSE(wchar_t *, wcschr, const wchar_t *s, wchar_t c)
{
	size_t n = wide_read(s, SIZE_MAX, c, true, CALLER_PC);
	return s[n - 1] == c ? (wchar_t *)s + n - 1 : NULL;
}

INTERPOSE(wchar_t *, wcsrchr, const wchar_t *s, wchar_t c)
{
	for (size_t n = wide_length(s, SIZE_MAX, CALLER_PC) + 1; n--;)
		if (s[n] == c)
			return (wchar_t *)s + n;
	return NULL;
}

INTERPOSE(wchar_t *, wmemchr, const wchar_t *s, wchar_t c, size_t max)
{
	size_t n = wide_read(s, max, c, false, CALLER_PC);
	return n && s[n - 1] == c ? (wchar_t *)s + n - 1 : NULL;
}

INTERPOSE(wchar_t *, wcsdup, const wchar_t *s)
{
	uintptr_t pc = CALLER_PC;
	size_t bytes = BYTES(wide_read(s, SIZE_MAX, 0, true, pc));
	const void *kept = live() && threads_exist ? scratch_save(s, bytes) : (const char *)s;
	wchar_t *copy = heap_alloc(bytes, 16, false, pc);
	if (copy)
		move_bytes(copy, kept, bytes);
	return copy;
}
