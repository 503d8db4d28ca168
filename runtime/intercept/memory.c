/* SPDX-License-Identifier: MIT */
/* mem*: copies, fills, comparisons and searches of ranges. */
#include "runtime/intercept/libc.h"

#include <string.h>

#define COPY(name)                                                                                 \
	INTERPOSE(void *, name, void *to, const void *from, size_t n)                              \
	{                                                                                          \
		copy_range(to, from, n, CALLER_PC);                                                \
		return to;                                                                         \
	}

COPY(memcpy)
COPY(memmove)
/* clang 15 and later call these from instrumented code. */
COPY(__tsan_memcpy)
COPY(__tsan_memmove)

#define COPY_TO_END(name)                                                                          \
	INTERPOSE(void *, name, void *to, const void *from, size_t n)                              \
	{                                                                                          \
		copy_range(to, from, n, CALLER_PC);                                                \
		return (char *)to + n;                                                             \
	}

COPY_TO_END(mempcpy)
COPY_TO_END(__mempcpy)

INTERPOSE(void, bcopy, const void *from, void *to, size_t n)
{
	copy_range(to, from, n, CALLER_PC);
}

#define FILL(name)                                                                                 \
	INTERPOSE(void *, name, void *to, int byte, size_t n)                                      \
	{                                                                                          \
		fill_range(to, byte, n, CALLER_PC);                                                \
		return to;                                                                         \
	}

FILL(memset)
FILL(__tsan_memset)

#define ZERO(name)                                                                                 \
	INTERPOSE(void, name, void *to, size_t n)                                                  \
	{                                                                                          \
		fill_range(to, 0, n, CALLER_PC);                                                   \
	}

ZERO(bzero)
ZERO(explicit_bzero)

static int compare_ranges(const void *a, const void *b, size_t n, uintptr_t pc)
{
	if (live()) {
		access_range(a, n, OP_READ, pc);
		if (threads_exist)
			a = scratch_save(a, n);
		access_range(b, n, OP_READ, pc);
	}
	return real.memcmp ? real.memcmp(a, b, n) : memcmp(a, b, n);
}

#define COMPARE(name)                                                                              \
	INTERPOSE(int, name, const void *a, const void *b, size_t n)                               \
	{                                                                                          \
		return compare_ranges(a, b, n, CALLER_PC);                                         \
	}

COMPARE(memcmp)
COMPARE(bcmp)

/* Where c is among the first max bytes, the bytes up to there being read. */
static char *find_byte(const char *s, int c, size_t max, uintptr_t pc)
{
	struct byteset stop = {{0}};
	byteset_add(&stop, (char)c);
	size_t n = read_until(s, max, &stop, pc);
	return n && s[n - 1] == (char)c ? (char *)s + n - 1 : NULL;
}

INTERPOSE(void *, memchr, const void *s, int c, size_t n)
{
	return find_byte(s, c, n, CALLER_PC);
}

INTERPOSE(void *, rawmemchr, const void *s, int c)
{
	return find_byte(s, c, SIZE_MAX, CALLER_PC);
}

INTERPOSE(void *, memrchr, const void *s, int c, size_t n)
{
	const char *p = s;
	touch(s, n, OP_READ, CALLER_PC);
	while (n--)
		if (p[n] == (char)c)
			return (char *)p + n;
	return NULL;
}

INTERPOSE(void *, memmem, const void *s, size_t n, const void *part, size_t m)
{
	uintptr_t pc = CALLER_PC;
	const char *p = s;
	if (live()) {
		access_range(part, m, OP_READ, pc);
		if (threads_exist)
			part = scratch_save(part, m);
		access_range(s, n, OP_READ, pc);
	}
	for (size_t i = 0; m <= n && i <= n - m; i++)
		if (!memcmp(p + i, part, m))
			return (char *)p + i;
	return NULL;
}

INTERPOSE(void *, memccpy, void *to, const void *from, int c, size_t max)
{
	uintptr_t pc = CALLER_PC;
	struct byteset stop = {{0}};
	byteset_add(&stop, (char)c);
	size_t n = read_until(from, max, &stop, pc);
	/* Looked at before the write is announced: it may be changed by then. */
	bool found = n && ((const char *)from)[n - 1] == (char)c;
	copy_read_range(to, from, n, pc);
	return found ? (char *)to + n : NULL;
}

/* Fortified callers say how large the destination is. */
#define CHECKED_COPY(name, plain, result)                                                          \
	INTERPOSE(void *, name, void *to, const void *from, size_t n, size_t room)                 \
	{                                                                                          \
		fortify(n, room, plain, CALLER_PC);                                                \
		copy_range(to, from, n, CALLER_PC);                                                \
		return result;                                                                     \
	}

CHECKED_COPY(__memcpy_chk, "memcpy", to)
CHECKED_COPY(__memmove_chk, "memmove", to)
CHECKED_COPY(__mempcpy_chk, "mempcpy", (char *)to + n)

INTERPOSE(void *, __memset_chk, void *to, int byte, size_t n, size_t room)
{
	fortify(n, room, "memset", CALLER_PC);
	fill_range(to, byte, n, CALLER_PC);
	return to;
}

INTERPOSE(void, __explicit_bzero_chk, void *to, size_t n, size_t room)
{
	fortify(n, room, "explicit_bzero", CALLER_PC);
	fill_range(to, 0, n, CALLER_PC);
}
