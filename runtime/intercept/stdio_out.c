/* SPDX-License-Identifier: MIT */
/*
 * Output to streams: the bytes written are read from memory, the order of output is
 * not state, so there is no event on the stream. Arguments of %s are not announced:
 * a race on them shows in what is printed only.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <stdio.h>
/* Macros, where the compiler optimizes. */
#undef fread_unlocked
#undef fwrite_unlocked

static struct stream_use output_enter(void *stream, uintptr_t pc)
{
	struct stream_use use = stream_enter(stream, pc);
	if (self && stream)
		descriptor_note_write(fileno(stream));
	return use;
}

/* errno is the call's, whatever the lock does. */
static void output_leave(const struct stream_use *use)
{
	int error = errno;
	stream_leave(use);
	errno = error;
}

#define WITH_STREAM(type, stream, call)                                                            \
	do {                                                                                       \
		struct stream_use use = output_enter(stream, CALLER_PC);                           \
		type result = call;                                                                \
		output_leave(&use);                                                                \
		return result;                                                                     \
	} while (0)

#define PUT_CHARACTER(name)                                                                        \
	INTERPOSE(int, name, int c, void *stream)                                                  \
	{                                                                                          \
		WITH_STREAM(int, stream, real.fputc(c, stream));                                   \
	}

PUT_CHARACTER(fputc)
PUT_CHARACTER(putc)
PUT_CHARACTER(_IO_putc)
PUT_CHARACTER(fputc_unlocked)
PUT_CHARACTER(putc_unlocked)

#define PUT_CHARACTER_STDOUT(name)                                                                 \
	INTERPOSE(int, name, int c)                                                                \
	{                                                                                          \
		WITH_STREAM(int, stdout, real.fputc(c, stdout));                                   \
	}

PUT_CHARACTER_STDOUT(putchar)
PUT_CHARACTER_STDOUT(putchar_unlocked)

#define PUT_STRING(name)                                                                           \
	INTERPOSE(int, name, const char *s, void *stream)                                          \
	{                                                                                          \
		read_string(s, SIZE_MAX, CALLER_PC);                                               \
		WITH_STREAM(int, stream, real.name(s, stream));                                    \
	}

PUT_STRING(fputs)
PUT_STRING(fputs_unlocked)

INTERPOSE(int, puts, const char *s)
{
	read_string(s, SIZE_MAX, CALLER_PC);
	WITH_STREAM(int, stdout, real.puts(s));
}

#define PUT_BLOCK(name)                                                                            \
	INTERPOSE(size_t, name, const void *from, size_t size, size_t n, void *stream)             \
	{                                                                                          \
		touch(from, size *n, OP_READ, CALLER_PC);                                          \
		WITH_STREAM(size_t, stream, real.name(from, size, n, stream));                     \
	}

PUT_BLOCK(fwrite)
PUT_BLOCK(fwrite_unlocked)

INTERPOSE(void, perror, const char *s)
{
	int error = errno;
	struct stream_use use = output_enter(stderr, CALLER_PC);
	errno = error;
	real.perror(s);
	output_leave(&use);
}

#define FLUSH(name)                                                                                \
	INTERPOSE(int, name, void *stream)                                                         \
	{                                                                                          \
		WITH_STREAM(int, stream, real.fflush(stream));                                     \
	}

FLUSH(fflush)
FLUSH(fflush_unlocked)

/* ------------------------------------------------------------------- printf */

static int print(void *stream, const char *fmt, va_list args, uintptr_t pc)
{
	struct stream_use use = output_enter(stream, pc);
	int n = real.vfprintf(stream, fmt, args);
	output_leave(&use);
	return n;
}

INTERPOSE(int, vfprintf, void *stream, const char *fmt, va_list args)
{
	return print(stream, fmt, args, CALLER_PC);
}

INTERPOSE(int, vprintf, const char *fmt, va_list args)
{
	return print(stdout, fmt, args, CALLER_PC);
}

INTERPOSE(int, fprintf, void *stream, const char *fmt, ...)
{
	VARIADIC(fmt, print(stream, fmt, args, CALLER_PC));
}

INTERPOSE(int, printf, const char *fmt, ...)
{
	VARIADIC(fmt, print(stdout, fmt, args, CALLER_PC));
}

INTERPOSE(int, __vfprintf_chk, void *stream, int flag, const char *fmt, va_list args)
{
	(void)flag;
	return print(stream, fmt, args, CALLER_PC);
}

INTERPOSE(int, __vprintf_chk, int flag, const char *fmt, va_list args)
{
	(void)flag;
	return print(stdout, fmt, args, CALLER_PC);
}

INTERPOSE(int, __fprintf_chk, void *stream, int flag, const char *fmt, ...)
{
	(void)flag;
	VARIADIC(fmt, print(stream, fmt, args, CALLER_PC));
}

INTERPOSE(int, __printf_chk, int flag, const char *fmt, ...)
{
	(void)flag;
	VARIADIC(fmt, print(stdout, fmt, args, CALLER_PC));
}

static int print_descriptor(int fd, const char *fmt, va_list args)
{
	real_needed();
	if (live())
		descriptor_note_write(fd);
	libc_enter();
	int n = real.vdprintf(fd, fmt, args);
	libc_leave();
	return n;
}

INTERPOSE(int, vdprintf, int fd, const char *fmt, va_list args)
{
	return print_descriptor(fd, fmt, args);
}

INTERPOSE(int, dprintf, int fd, const char *fmt, ...)
{
	VARIADIC(fmt, print_descriptor(fd, fmt, args));
}

INTERPOSE(int, __dprintf_chk, int fd, int flag, const char *fmt, ...)
{
	(void)flag;
	VARIADIC(fmt, print_descriptor(fd, fmt, args));
}
