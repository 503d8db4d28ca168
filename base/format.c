/* SPDX-License-Identifier: MIT */
/* A formatter of our own: libc's takes locks, kilobytes of stack and may allocate. */
#include "base/format.h"

struct out {
	char *at;
	size_t size;
	size_t n;
};

static void put(struct out *o, char c)
{
	if (o->n + 1 < o->size)
		o->at[o->n] = c;
	o->n++;
}

static void put_string(struct out *o, const char *s)
{
	for (s = s ? s : "(null)"; *s; s++)
		put(o, *s);
}

static void put_number(struct out *o, uint64_t v, unsigned base)
{
	char digits[24];
	int n = 0;
	do {
		digits[n++] = "0123456789abcdef"[v % base];
		v /= base;
	} while (v);
	while (n)
		put(o, digits[--n]);
}

static void put_signed(struct out *o, int64_t v)
{
	if (v < 0)
		put(o, '-');
	put_number(o, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, 10);
}

static void convert(struct out *o, char type, bool is_long, va_list *args)
{
	switch (type) {
	case 's':
		put_string(o, va_arg(*args, const char *));
		break;
	case 'c':
		put(o, (char)va_arg(*args, int));
		break;
	case 'd':
		put_signed(o, is_long ? va_arg(*args, long) : va_arg(*args, int));
		break;
	case 'u':
		put_number(o, is_long ? va_arg(*args, unsigned long) : va_arg(*args, unsigned), 10);
		break;
	case 'x':
		put_number(o, is_long ? va_arg(*args, unsigned long) : va_arg(*args, unsigned), 16);
		break;
	case 'p':
		put_string(o, "0x");
		put_number(o, (uintptr_t)va_arg(*args, void *), 16);
		break;
	default:
		put(o, type);
	}
}

size_t vformat(char *out, size_t size, const char *fmt, va_list args)
{
	struct out o = {out, size, 0};
	va_list copy;
	va_copy(copy, args);
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			put(&o, *fmt);
			continue;
		}
		bool is_long = false;
		for (fmt++; *fmt == 'l' || *fmt == 'z'; fmt++)
			is_long = true;
		if (!*fmt)
			break;
		convert(&o, *fmt, is_long, &copy);
	}
	va_end(copy);
	if (size)
		out[o.n < size ? o.n : size - 1] = '\0';
	return o.n;
}

size_t format(char *out, size_t size, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	size_t n = vformat(out, size, fmt, args);
	va_end(args);
	return n;
}
