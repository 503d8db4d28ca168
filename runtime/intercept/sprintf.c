/* SPDX-License-Identifier: MIT */
/*
 * printf into memory: the format and the strings of %s are read, the result is
 * written. It is formatted in scratch memory first, so that its length is known
 * when the write is announced, and is what it was when the last string was read.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <limits.h>

typedef void (*string_fn)(const char *s, size_t max, uintptr_t pc, uint64_t *sum);

/* One conversion of a format, without its width and precision where these are arguments. */
struct conversion {
	const char *end; /* behind it */
	int precision;   /* -1: none */
	char length;     /* 'H' for hh, 'l', 'q' for ll, 'L', 'j', 'z', 't', or 0 */
	char kind;       /* 0: not understood, or the end of the format */
};

static const char *number_argument(const char *p, int *value, va_list *args)
{
	if (*p == '*') {
		*value = va_arg(*args, int);
		return p + 1;
	}
	for (*value = 0; *p >= '0' && *p <= '9'; p++)
		*value = *value * 10 + (*p - '0');
	return p;
}

static const char *length_of(const char *p, char *length)
{
	*length = 0;
	while (is_one_of(*p, "hlqLjzt")) {
		*length = *length == 'l' ? 'q' : *length == 'h' ? 'H' : *p;
		p++;
	}
	return p;
}

/* p is behind the percent sign. Numbered arguments (%1$s) are not understood. */
static struct conversion next_conversion(const char *p, va_list *args)
{
	struct conversion c = {.precision = -1};
	int width;
	while (is_one_of(*p, "-+ #0'I"))
		p++;
	p = number_argument(p, &width, args);
	if (*p == '.')
		p = number_argument(p + 1, &c.precision, args);
	p = length_of(p, &c.length);
	c.kind = *p;
	c.end = p + (*p != 0);
	return c;
}

/* Calls fn for every string argument. args is used up as printf would. */
static void each_string(const char *fmt, va_list *args, string_fn fn, uintptr_t pc, uint64_t *sum)
{
	for (const char *p = next_percent(fmt); *p; p = next_percent(p)) {
		struct conversion c = next_conversion(p + 1, args);
		p = c.end;
		if (is_one_of(c.kind, "diouxXcCpn"))
			(void)va_arg(*args, long); /* every integer takes one slot */
		else if (is_one_of(c.kind, "eEfFgGaA") && c.length == 'L')
			(void)va_arg(*args, long double);
		else if (is_one_of(c.kind, "eEfFgGaA"))
			(void)va_arg(*args, double);
		else if (c.kind == 'S' || (c.kind == 's' && c.length == 'l'))
			(void)va_arg(*args, void *);
		else if (c.kind == 's') {
			const char *s = va_arg(*args, const char *);
			if (s)
				fn(s, c.precision < 0 ? SIZE_MAX : (size_t)c.precision, pc, sum);
		} else if (c.kind != '%' && c.kind != 'm')
			return;
	}
}

static void add_bytes(const char *s, size_t n, uint64_t *sum)
{
	for (size_t i = 0; i < n; i++)
		*sum = (*sum ^ (uint8_t)s[i]) * 0x100000001b3ull;
	*sum = (*sum ^ n) * 0x100000001b3ull;
}

static void announce_string(const char *s, size_t max, uintptr_t pc, uint64_t *sum)
{
	add_bytes(s, read_until(s, max, &only_nul, pc), sum);
}

static void look_at_string(const char *s, size_t max, uintptr_t pc, uint64_t *sum)
{
	add_bytes(s, scan(s, max, &only_nul, pc), sum);
}

static uint64_t visit_strings(const char *fmt, va_list args, string_fn fn, uintptr_t pc)
{
	uint64_t sum = 0;
	va_list copy;
	va_copy(copy, args);
	fn(fmt, SIZE_MAX, pc, &sum);
	each_string(fmt, &copy, fn, pc, &sum);
	va_end(copy);
	return sum;
}

/*
 * Announces the format and its strings. Each is read at an event of its own, but libc
 * formats all of them later, at once: so where one has changed since its event, all
 * are read anew, until what libc will see is what the events saw.
 */
static void read_arguments(const char *fmt, va_list args, uintptr_t pc)
{
	uint64_t seen, now;
	do {
		seen = visit_strings(fmt, args, announce_string, pc);
		now = visit_strings(fmt, args, look_at_string, pc);
	} while (seen != now);
}

/* *text is the result in scratch memory; its length, or -1. */
static int format_scratch(char **text, const char *fmt, va_list args, uintptr_t pc)
{
	size_t size = 256;
	int error = errno;
	read_arguments(fmt, args, pc);
	for (;;) {
		va_list copy;
		va_copy(copy, args);
		*text = scratch_get(size);
		errno = error; /* for %m */
		libc_enter();
		int n = real.vsnprintf(*text, size, fmt, copy);
		libc_leave();
		va_end(copy);
		if (n < 0 || (size_t)n < size)
			return n;
		size = (size_t)n + 1;
	}
}

static int print_to(char *to, size_t size, const char *fmt, va_list args, uintptr_t pc)
{
	real_needed();
	if (!live())
		return real.vsnprintf(to, size, fmt, args);
	char *text;
	int n = format_scratch(&text, fmt, args, pc);
	if (n < 0 || !size)
		return n;
	size_t stored = (size_t)n < size ? (size_t)n + 1 : size;
	access_range(to, stored, OP_WRITE, pc);
	move_bytes(to, text, stored - 1);
	to[stored - 1] = 0;
	return n;
}

/* sprintf with a known room: more than it is a finding. */
static int print_within(char *to, size_t room, const char *fmt, va_list args, uintptr_t pc)
{
	if (!live())
		return print_to(to, room < INT_MAX ? room : INT_MAX, fmt, args, pc);
	char *text;
	real_needed();
	int n = format_scratch(&text, fmt, args, pc);
	if (n < 0)
		return n;
	fortify((size_t)n + 1, room, "sprintf", pc);
	access_range(to, (size_t)n + 1, OP_WRITE, pc);
	move_bytes(to, text, (size_t)n + 1);
	return n;
}

static int print_new(char **result, const char *fmt, va_list args, uintptr_t pc)
{
	char *text;
	real_needed();
	if (!self)
		return real.vasprintf(result, fmt, args);
	int n = format_scratch(&text, fmt, args, pc);
	if (n < 0)
		return n;
	char *block = heap_alloc((size_t)n + 1, 16, false, pc);
	if (!block)
		return -1;
	move_bytes(block, text, (size_t)n + 1);
	touch(result, sizeof(*result), OP_WRITE, pc);
	*result = block;
	return n;
}

INTERPOSE(int, vsprintf, char *to, const char *fmt, va_list args)
{
	return print_within(to, SIZE_MAX, fmt, args, CALLER_PC);
}

INTERPOSE(int, sprintf, char *to, const char *fmt, ...)
{
	VARIADIC(fmt, print_within(to, SIZE_MAX, fmt, args, CALLER_PC));
}

INTERPOSE(int, vsnprintf, char *to, size_t size, const char *fmt, va_list args)
{
	return print_to(to, size, fmt, args, CALLER_PC);
}

INTERPOSE(int, snprintf, char *to, size_t size, const char *fmt, ...)
{
	VARIADIC(fmt, print_to(to, size, fmt, args, CALLER_PC));
}

INTERPOSE(int, vasprintf, char **result, const char *fmt, va_list args)
{
	return print_new(result, fmt, args, CALLER_PC);
}

INTERPOSE(int, asprintf, char **result, const char *fmt, ...)
{
	VARIADIC(fmt, print_new(result, fmt, args, CALLER_PC));
}

INTERPOSE(int, __vsprintf_chk, char *to, int flag, size_t room, const char *fmt, va_list args)
{
	(void)flag;
	return print_within(to, room, fmt, args, CALLER_PC);
}

INTERPOSE(int, __sprintf_chk, char *to, int flag, size_t room, const char *fmt, ...)
{
	(void)flag;
	VARIADIC(fmt, print_within(to, room, fmt, args, CALLER_PC));
}

INTERPOSE(int, __vsnprintf_chk, char *to, size_t size, int flag, size_t room, const char *fmt,
          va_list args)
{
	(void)flag;
	fortify(size, room, "snprintf", CALLER_PC);
	return print_to(to, size, fmt, args, CALLER_PC);
}

INTERPOSE(int, __snprintf_chk, char *to, size_t size, int flag, size_t room, const char *fmt, ...)
{
	(void)flag;
	fortify(size, room, "snprintf", CALLER_PC);
	VARIADIC(fmt, print_to(to, size, fmt, args, CALLER_PC));
}

INTERPOSE(int, __vasprintf_chk, char **result, int flag, const char *fmt, va_list args)
{
	(void)flag;
	return print_new(result, fmt, args, CALLER_PC);
}

INTERPOSE(int, __asprintf_chk, char **result, int flag, const char *fmt, ...)
{
	(void)flag;
	VARIADIC(fmt, print_new(result, fmt, args, CALLER_PC));
}
