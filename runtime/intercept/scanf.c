/* SPDX-License-Identifier: MIT */
/*
 * scanf: reads the format and the string or stream, then stores through pointers.
 * How much it stores is known only afterwards, so these writes are recorded right
 * after the call, before any other thread can run: reading and storing are one step.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <stdio.h>
#include <wchar.h>

struct target {
	const char *end; /* behind the conversion; NULL: not understood */
	bool assigns;    /* counts in the result */
	bool takes;      /* has an argument */
	bool allocates;  /* %ms */
	char length;
	char kind;
	size_t width; /* 0: none */
};

static const char *bracket_end(const char *p)
{
	p += *p == '^';
	p += *p == ']';
	while (*p && *p != ']')
		p++;
	return p;
}

/* p is behind the percent sign. */
static struct target next_target(const char *p)
{
	struct target t = {.assigns = true, .takes = true};
	for (; is_one_of(*p, "*'I"); p++)
		if (*p == '*')
			t.assigns = t.takes = false;
	for (; *p >= '0' && *p <= '9'; p++)
		t.width = t.width * 10 + (size_t)(*p - '0');
	if (*p == 'm') {
		t.allocates = true;
		p++;
	}
	for (; is_one_of(*p, "hlqLjzt"); p++)
		t.length = t.length == 'l' ? 'q' : t.length == 'h' ? 'H' : *p;
	t.kind = *p;
	if (t.kind == '[')
		p = bracket_end(p + 1);
	if (t.kind == '%')
		t.assigns = t.takes = false;
	if (t.kind == 'n')
		t.assigns = false;
	t.end = *p ? p + 1 : p;
	return t;
}

static size_t integer_size(char length)
{
	switch (length) {
	case 'H':
		return 1;
	case 'h':
		return 2;
	case 0:
		return 4;
	default:
		return 8;
	}
}

static size_t float_size(char length)
{
	return length == 'L' || length == 'q' ? sizeof(long double) : length == 'l' ? 8 : 4;
}

static size_t string_size(const struct target *t, const void *at, uintptr_t pc)
{
	size_t n = 0;
	if (t->length != 'l' && t->kind != 'S')
		return scan(at, SIZE_MAX, &only_nul, pc);
	while (((const wchar_t *)at)[n])
		n++;
	return (n + 1) * sizeof(wchar_t);
}

static size_t stored_size(const struct target *t, const void *at, uintptr_t pc)
{
	if (t->allocates || t->kind == 'p')
		return sizeof(void *);
	if (t->kind == 's' || t->kind == 'S' || t->kind == '[')
		return string_size(t, at, pc);
	if (t->kind == 'c' || t->kind == 'C')
		return (t->width ? t->width : 1) * (t->length == 'l' || t->kind == 'C' ? 4 : 1);
	if (is_one_of(t->kind, "eEfFgGaA"))
		return float_size(t->length);
	return integer_size(t->length);
}

static void scanf_stored(const char *fmt, va_list args, int n, uintptr_t pc)
{
	for (const char *p = next_percent(fmt); *p; p = next_percent(p)) {
		struct target t = next_target(p + 1);
		p = t.end;
		if (!t.takes)
			continue;
		if (!is_one_of(t.kind, "diouxXpneEfFgGaAsScC["))
			return;
		if (t.assigns && n-- <= 0)
			return;
		const void *at = va_arg(args, const void *);
		touch_done(at, stored_size(&t, at, pc), pc);
	}
}

typedef int (*scan_string_fn)(const char *s, const char *fmt, va_list args);
typedef int (*scan_stream_fn)(void *stream, const char *fmt, va_list args);

static void record_stored(const char *fmt, va_list args, int n, uintptr_t pc)
{
	int error = errno;
	va_list copy;
	va_copy(copy, args);
	if (live())
		scanf_stored(fmt, copy, n, pc);
	va_end(copy);
	errno = error;
}

static int scan_string(scan_string_fn fn, const char *s, const char *fmt, va_list args,
                       uintptr_t pc)
{
	va_list copy;
	va_copy(copy, args);
	read_string(fmt, SIZE_MAX, pc);
	read_string(s, SIZE_MAX, pc);
	libc_enter();
	int n = fn(s, fmt, args);
	libc_leave();
	record_stored(fmt, copy, n, pc);
	va_end(copy);
	return n;
}

static int scan_stream(scan_stream_fn fn, FILE *stream, const char *fmt, va_list args, uintptr_t pc)
{
	va_list copy;
	va_copy(copy, args);
	read_string(fmt, SIZE_MAX, pc);
	struct stream_use use = stream_input_enter(stream, pc);
	int n = fn(stream, fmt, args);
	int error = errno;
	stream_leave(&use);
	errno = error;
	record_stored(fmt, copy, n, pc);
	va_end(copy);
	return n;
}

/* The three dialects: GNU, C99, C23. prefix is what libc puts before the name, nothing for GNU. */
/* cppcheck-suppress preprocessorErrorDirective ; joins the empty prefix with what stands before */
#define SCANF_FAMILY(prefix)                                                                       \
	INTERPOSE(int, prefix##vsscanf, const char *s, const char *fmt, va_list args)              \
	{                                                                                          \
		real_needed();                                                                     \
		return scan_string(real.prefix##vsscanf, s, fmt, args, CALLER_PC);                 \
	}                                                                                          \
	INTERPOSE(int, prefix##sscanf, const char *s, const char *fmt, ...)                        \
	{                                                                                          \
		real_needed();                                                                     \
		VARIADIC(fmt, scan_string(real.prefix##vsscanf, s, fmt, args, CALLER_PC));         \
	}                                                                                          \
	INTERPOSE(int, prefix##vfscanf, FILE *stream, const char *fmt, va_list args)               \
	{                                                                                          \
		real_needed();                                                                     \
		return scan_stream(real.prefix##vfscanf, stream, fmt, args, CALLER_PC);            \
	}                                                                                          \
	INTERPOSE(int, prefix##fscanf, FILE *stream, const char *fmt, ...)                         \
	{                                                                                          \
		real_needed();                                                                     \
		VARIADIC(fmt, scan_stream(real.prefix##vfscanf, stream, fmt, args, CALLER_PC));    \
	}                                                                                          \
	INTERPOSE(int, prefix##vscanf, const char *fmt, va_list args)                              \
	{                                                                                          \
		real_needed();                                                                     \
		return scan_stream(real.prefix##vfscanf, stdin, fmt, args, CALLER_PC);             \
	}                                                                                          \
	INTERPOSE(int, prefix##scanf, const char *fmt, ...)                                        \
	{                                                                                          \
		real_needed();                                                                     \
		VARIADIC(fmt, scan_stream(real.prefix##vfscanf, stdin, fmt, args, CALLER_PC));     \
	}

SCANF_FAMILY()
SCANF_FAMILY(__isoc99_)
SCANF_FAMILY(__isoc23_)
