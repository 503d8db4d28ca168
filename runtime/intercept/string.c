/* SPDX-License-Identifier: MIT */
/*
 * str*: functions on NUL-terminated strings.
 *
 * Each announces exactly the bytes that its result depends on, the deciding one (the
 * NUL, the difference, the character found) included, and computes the result itself
 * from the scan that found them.
 */
#include "runtime/intercept/libc.h"
#include "runtime/heap/shadow.h"

#include <ctype.h>
#include <string.h>

/* Where s is still looked up when max is no limit. */
#define NO_LIMIT SIZE_MAX

INTERPOSE(size_t, strlen, const char *s)
{
	return read_string(s, NO_LIMIT, CALLER_PC);
}

INTERPOSE(size_t, strnlen, const char *s, size_t max)
{
	return read_string(s, max, CALLER_PC);
}

/* ------------------------------------------------------------------- copies */

/* Copies a string of at most max bytes; its length without the NUL. */
static size_t copy_string(char *to, const char *from, size_t max, size_t room, uintptr_t pc)
{
	size_t n = read_until(from, max, &only_nul, pc);
	size_t len = n && !from[n - 1] ? n - 1 : n;
	fortify(n, room, "a string copy", pc);
	copy_read_range(to, from, n, pc);
	return len;
}

/* strncpy: the rest up to max is filled with NULs. */
static size_t copy_padded(char *to, const char *from, size_t max, size_t room, uintptr_t pc)
{
	fortify(max, room, "strncpy", pc);
	size_t len = copy_string(to, from, max, room, pc);
	if (len + 1 < max)
		fill_range(to + len + 1, 0, max - len - 1, pc);
	return len;
}

/* strcat: the end of the first string is read first, and kept whatever others do to it. */
static void append(char *to, const char *from, size_t max, size_t room, uintptr_t pc)
{
	size_t at = read_string(to, NO_LIMIT, pc);
	size_t n = read_until(from, max, &only_nul, pc);
	bool terminated = n && !from[n - 1];
	fortify(at + n + !terminated, room, "strcat", pc);
	copy_read_range(to + at, from, n, pc);
	if (!terminated)
		fill_range(to + at + n, 0, 1, pc);
}

INTERPOSE(char *, strcpy, char *to, const char *from)
{
	copy_string(to, from, NO_LIMIT, NO_LIMIT, CALLER_PC);
	return to;
}

#define STPCPY(name)                                                                               \
	INTERPOSE(char *, name, char *to, const char *from)                                        \
	{                                                                                          \
		return to + copy_string(to, from, NO_LIMIT, NO_LIMIT, CALLER_PC);                  \
	}

STPCPY(stpcpy)
STPCPY(__stpcpy)

INTERPOSE(char *, strncpy, char *to, const char *from, size_t max)
{
	copy_padded(to, from, max, NO_LIMIT, CALLER_PC);
	return to;
}

INTERPOSE(char *, stpncpy, char *to, const char *from, size_t max)
{
	return to + copy_padded(to, from, max, NO_LIMIT, CALLER_PC);
}

INTERPOSE(char *, strcat, char *to, const char *from)
{
	append(to, from, NO_LIMIT, NO_LIMIT, CALLER_PC);
	return to;
}

INTERPOSE(char *, strncat, char *to, const char *from, size_t max)
{
	append(to, from, max, NO_LIMIT, CALLER_PC);
	return to;
}

/* Fortified callers say how large the destination is. */
INTERPOSE(char *, __strcpy_chk, char *to, const char *from, size_t room)
{
	copy_string(to, from, NO_LIMIT, room, CALLER_PC);
	return to;
}

INTERPOSE(char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
	return to + copy_string(to, from, NO_LIMIT, room, CALLER_PC);
}

INTERPOSE(char *, __strncpy_chk, char *to, const char *from, size_t max, size_t room)
{
	copy_padded(to, from, max, room, CALLER_PC);
	return to;
}

INTERPOSE(char *, __stpncpy_chk, char *to, const char *from, size_t max, size_t room)
{
	return to + copy_padded(to, from, max, room, CALLER_PC);
}

INTERPOSE(char *, __strcat_chk, char *to, const char *from, size_t room)
{
	append(to, from, NO_LIMIT, room, CALLER_PC);
	return to;
}

INTERPOSE(char *, __strncat_chk, char *to, const char *from, size_t max, size_t room)
{
	append(to, from, max, room, CALLER_PC);
	return to;
}

static char *duplicate(const char *s, size_t max, uintptr_t pc)
{
	size_t len = read_string(s, max, pc);
	/* The allocation may let others run. */
	const char *kept = live() && threads_exist ? scratch_save(s, len) : s;
	char *copy = heap_alloc(len + 1, 16, false, pc);
	if (!copy)
		return NULL;
	move_bytes(copy, kept, len);
	copy[len] = 0;
	return copy;
}

#define STRDUP(name)                                                                               \
	INTERPOSE(char *, name, const char *s)                                                     \
	{                                                                                          \
		return duplicate(s, NO_LIMIT, CALLER_PC);                                          \
	}
#define STRNDUP(name)                                                                              \
	INTERPOSE(char *, name, const char *s, size_t max)                                         \
	{                                                                                          \
		return duplicate(s, max, CALLER_PC);                                               \
	}

STRDUP(strdup)
STRDUP(__strdup)
STRNDUP(strndup)
STRNDUP(__strndup)

/* -------------------------------------------------------------- comparisons */

static int same(int c)
{
	return c;
}

typedef int (*fold_fn)(int c);

/* Bytes up to the first difference or NUL, it included; at most max. */
static size_t decided_at(const char *a, const char *b, size_t max, fold_fn fold, uintptr_t pc)
{
	bool check = live();
	for (size_t i = 0; i < max; i++) {
		if (check) {
			heap_check_small((uintptr_t)a + i, 1, false, pc);
			heap_check_small((uintptr_t)b + i, 1, false, pc);
		}
		if (fold((uint8_t)a[i]) != fold((uint8_t)b[i]) || !a[i])
			return i + 1;
	}
	return max;
}

static int difference(const char *a, const char *b, size_t n, fold_fn fold)
{
	return n ? fold((uint8_t)a[n - 1]) - fold((uint8_t)b[n - 1]) : 0;
}

/*
 * The first string is taken as it was at its event and compared with the second one
 * at its own. If that is undecided after the announced bytes because one of them has
 * changed, all is read anew.
 */
static int compare(const char *a, const char *b, size_t max, fold_fn fold, uintptr_t pc)
{
	for (;;) {
		size_t n = decided_at(a, b, max, fold, pc);
		if (!live())
			return difference(a, b, n, fold);
		access_range(a, n, OP_READ, pc);
		const char *kept = threads_exist ? scratch_save(a, n) : a;
		access_range(b, n, OP_READ, pc);
		size_t now = decided_at(kept, b, n, fold, pc);
		int result = difference(kept, b, now, fold);
		if (result || now == max || (now && !kept[now - 1]))
			return result;
	}
}

INTERPOSE(int, strcmp, const char *a, const char *b)
{
	return compare(a, b, NO_LIMIT, same, CALLER_PC);
}

INTERPOSE(int, strncmp, const char *a, const char *b, size_t max)
{
	return compare(a, b, max, same, CALLER_PC);
}

INTERPOSE(int, strcasecmp, const char *a, const char *b)
{
	return compare(a, b, NO_LIMIT, tolower, CALLER_PC);
}

INTERPOSE(int, strncasecmp, const char *a, const char *b, size_t max)
{
	return compare(a, b, max, tolower, CALLER_PC);
}

INTERPOSE(int, strcoll, const char *a, const char *b)
{
	uintptr_t pc = CALLER_PC;
	size_t n = read_until(a, NO_LIMIT, &only_nul, pc);
	const char *kept = live() && threads_exist ? scratch_save(a, n) : a;
	read_string(b, NO_LIMIT, pc);
	real_needed();
	libc_enter();
	int result = real.strcoll(kept, b);
	libc_leave();
	return result;
}

INTERPOSE(size_t, strxfrm, char *to, const char *from, size_t max)
{
	uintptr_t pc = CALLER_PC;
	read_string(from, NO_LIMIT, pc);
	real_needed();
	if (!live())
		return real.strxfrm(to, from, max);
	char *result = scratch_get(max);
	libc_enter();
	size_t n = real.strxfrm(result, from, max);
	libc_leave();
	size_t stored = n < max ? n + 1 : max;
	access_range(to, stored, OP_WRITE, pc);
	move_bytes(to, result, stored);
	return n;
}

/* ----------------------------------------------------------------- searches */

/* The bytes of a string as a set, with or without the NUL. */
static struct byteset bytes_of(const char *s, uintptr_t pc)
{
	struct byteset set = {{0}};
	size_t n = read_string(s, NO_LIMIT, pc);
	for (size_t i = 0; i < n; i++)
		byteset_add(&set, s[i]);
	return set;
}

static struct byteset with_nul(struct byteset set)
{
	byteset_add(&set, 0);
	return set;
}

static struct byteset complement(struct byteset set)
{
	for (size_t i = 0; i < ARRAY_SIZE(set.bits); i++)
		set.bits[i] = ~set.bits[i];
	return set;
}

/* The first byte of s that is c or the NUL. */
static char *find(const char *s, int c, uintptr_t pc)
{
	struct byteset stop = {{1, 0, 0, 0}};
	byteset_add(&stop, (char)c);
	return (char *)s + read_until(s, NO_LIMIT, &stop, pc) - 1;
}

#define STRCHR(name)                                                                               \
	INTERPOSE(char *, name, const char *s, int c)                                              \
	{                                                                                          \
		char *at = find(s, c, CALLER_PC);                                                  \
		return *at == (char)c ? at : NULL;                                                 \
	}

STRCHR(strchr)
STRCHR(index)

INTERPOSE(char *, strchrnul, const char *s, int c)
{
	return find(s, c, CALLER_PC);
}

#define STRRCHR(name)                                                                              \
	INTERPOSE(char *, name, const char *s, int c)                                              \
	{                                                                                          \
		for (size_t n = read_string(s, NO_LIMIT, CALLER_PC) + 1; n--;)                     \
			if (s[n] == (char)c)                                                       \
				return (char *)s + n;                                              \
		return NULL;                                                                       \
	}

STRRCHR(strrchr)
STRRCHR(rindex)

/* What strspn counts: bytes of s before the first one in stop. */
static size_t span(const char *s, struct byteset stop, uintptr_t pc)
{
	return read_until(s, NO_LIMIT, &stop, pc) - 1;
}

INTERPOSE(size_t, strspn, const char *s, const char *accept)
{
	/* The NUL is in no set of bytes_of, so the complement stops there. */
	return span(s, complement(bytes_of(accept, CALLER_PC)), CALLER_PC);
}

INTERPOSE(size_t, strcspn, const char *s, const char *reject)
{
	return span(s, with_nul(bytes_of(reject, CALLER_PC)), CALLER_PC);
}

INTERPOSE(char *, strpbrk, const char *s, const char *accept)
{
	size_t n = span(s, with_nul(bytes_of(accept, CALLER_PC)), CALLER_PC);
	return s[n] ? (char *)s + n : NULL;
}

/* Where part (m bytes) is in s (n bytes), or n. */
static size_t position(const char *s, size_t n, const char *part, size_t m, fold_fn fold)
{
	for (size_t i = 0; m <= n && i <= n - m; i++) {
		size_t k = 0;
		while (k < m && fold((uint8_t)s[i + k]) == fold((uint8_t)part[k]))
			k++;
		if (k == m)
			return i;
	}
	return n;
}

/* The bytes up to the end of the match are read, or the whole string where there is none. */
static char *find_string(const char *s, const char *part, fold_fn fold, uintptr_t pc)
{
	size_t m = read_string(part, NO_LIMIT, pc);
	if (live() && threads_exist)
		part = scratch_save(part, m);
	for (size_t announced = 0;;) {
		size_t n = scan(s, NO_LIMIT, &only_nul, pc) - 1;
		size_t at = position(s, n, part, m, fold);
		bool found = at < n || !m;
		size_t needed = found ? at + m : n + 1;
		if (needed <= announced || !live())
			return found ? (char *)s + at : NULL;
		access_range(s, needed, OP_READ, pc);
		announced = needed;
	}
}

INTERPOSE(char *, strstr, const char *s, const char *part)
{
	return find_string(s, part, same, CALLER_PC);
}

INTERPOSE(char *, strcasestr, const char *s, const char *part)
{
	return find_string(s, part, tolower, CALLER_PC);
}

/* ------------------------------------------------------------------- tokens */

/* Ends the token at s with a NUL; what follows it, or where the string ended and *last is set. */
static char *cut(char *s, struct byteset separators, bool *last, uintptr_t pc)
{
	char *end = s + span(s, with_nul(separators), pc);
	*last = !*end;
	if (*last)
		return end;
	touch(end, 1, OP_WRITE, pc);
	*end = 0;
	return end + 1;
}

/* *state ends up at the NUL after the last token, as programs expect of glibc. */
static char *next_token(char *s, const char *separators, char **state, uintptr_t pc)
{
	struct byteset set = bytes_of(separators, pc);
	if (!s) {
		touch(state, sizeof(*state), OP_READ, pc);
		s = *state;
	}
	if (!s)
		return NULL;
	s += span(s, complement(set), pc);
	bool none = !*s, last;
	char *rest = none ? s : cut(s, set, &last, pc);
	touch(state, sizeof(*state), OP_WRITE, pc);
	*state = rest;
	return none ? NULL : s;
}

#define STRTOK_R(name)                                                                             \
	INTERPOSE(char *, name, char *s, const char *separators, char **state)                     \
	{                                                                                          \
		return next_token(s, separators, state, CALLER_PC);                                \
	}

STRTOK_R(strtok_r)
STRTOK_R(__strtok_r)

INTERPOSE(char *, strtok, char *s, const char *separators)
{
	/* One for all threads, as in libc: a race of the program is seen here. */
	static EXEC_STATE char *state;
	return next_token(s, separators, &state, CALLER_PC);
}

#define STRSEP(name)                                                                               \
	INTERPOSE(char *, name, char **state, const char *separators)                              \
	{                                                                                          \
		uintptr_t pc = CALLER_PC;                                                          \
		touch(state, sizeof(*state), OP_READ, pc);                                         \
		char *s = *state;                                                                  \
		if (!s)                                                                            \
			return NULL;                                                               \
		bool last;                                                                         \
		char *rest = cut(s, bytes_of(separators, pc), &last, pc);                          \
		touch(state, sizeof(*state), OP_WRITE, pc);                                        \
		*state = last ? NULL : rest;                                                       \
		return s;                                                                          \
	}

STRSEP(strsep)
STRSEP(__strsep)
