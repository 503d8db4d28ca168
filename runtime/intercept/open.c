/* SPDX-License-Identifier: MIT */
/*
 * Calls that make and drop descriptors. The number that one returns depends on which
 * are in use, that is on what other threads have opened and closed: one event on the
 * table of descriptors each.
 */
#include "runtime/control.h"
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>

#define TABLE_CALL(pc)                                                                             \
	do {                                                                                       \
		real_needed();                                                                     \
		io_descriptors(pc);                                                                \
	} while (0)

/* The mode of open, which is there only where a file may be created. */
#define MODE_ARGUMENT(last, flags, mode)                                                           \
	mode_t mode = 0;                                                                           \
	if ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) {                                    \
		va_list args;                                                                      \
		va_start(args, last);                                                              \
		mode = va_arg(args, mode_t);                                                       \
		va_end(args);                                                                      \
	}

#define OPEN(name)                                                                                 \
	INTERPOSE(int, name, const char *path, int flags, ...)                                     \
	{                                                                                          \
		MODE_ARGUMENT(flags, flags, mode)                                                  \
		path_note_open(path, CALLER_PC);                                                   \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.open(path, flags, mode);                                               \
	}

OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
	INTERPOSE(int, name, int dir, const char *path, int flags, ...)                            \
	{                                                                                          \
		MODE_ARGUMENT(flags, flags, mode)                                                  \
		path_note_open(path, CALLER_PC);                                                   \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.openat(dir, path, flags, mode);                                        \
	}

OPENAT(openat)
OPENAT(openat64)

/* Fortified open without a mode. */
#define OPEN_2(name)                                                                               \
	INTERPOSE(int, name, const char *path, int flags)                                          \
	{                                                                                          \
		path_note_open(path, CALLER_PC);                                                   \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.open(path, flags, 0);                                                  \
	}

OPEN_2(__open_2)
OPEN_2(__open64_2)

#define CREAT(name)                                                                                \
	INTERPOSE(int, name, const char *path, mode_t mode)                                        \
	{                                                                                          \
		path_note_open(path, CALLER_PC);                                                   \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.creat(path, mode);                                                     \
	}

CREAT(creat)
CREAT(creat64)

/* Parameters, then the names to pass on. */
#define SIMPLE(ret, name, params, ...)                                                             \
	INTERPOSE(ret, name, UNPACK params)                                                        \
	{                                                                                          \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.name(__VA_ARGS__);                                                     \
	}
#define UNPACK(...) __VA_ARGS__

/* A program that closes every number there is does not know of the runtime's own. */
static bool is_own(int fd)
{
	return fd >= OWN_FD_BASE && fd < OWN_FD_END;
}

/* Like SIMPLE, for a call that would drop what fd stands for. */
#define DROPPING(name, fd, params, ...)                                                            \
	INTERPOSE(int, name, UNPACK params)                                                        \
	{                                                                                          \
		if (is_own(fd)) {                                                                  \
			errno = EBADF;                                                             \
			return -1;                                                                 \
		}                                                                                  \
		TABLE_CALL(CALLER_PC);                                                             \
		return real.name(__VA_ARGS__);                                                     \
	}

DROPPING(close, fd, (int fd), fd)
DROPPING(dup2, to, (int fd, int to), fd, to)
DROPPING(dup3, to, (int fd, int to, int flags), fd, to, flags)
SIMPLE(int, dup, (int fd), fd)
SIMPLE(int, socket, (int domain, int type, int protocol), domain, type, protocol)
SIMPLE(int, eventfd, (unsigned value, int flags), value, flags)
SIMPLE(int, epoll_create1, (int flags), flags)

#define PAIR(name, params, ...)                                                                    \
	INTERPOSE(int, name, UNPACK params)                                                        \
	{                                                                                          \
		uintptr_t pc = CALLER_PC;                                                          \
		TABLE_CALL(pc);                                                                    \
		int result = real.name(__VA_ARGS__);                                               \
		if (!result)                                                                       \
			touch_done(fds, 2 * sizeof(*fds), pc);                                     \
		return result;                                                                     \
	}

PAIR(pipe, (int *fds), fds)
PAIR(pipe2, (int *fds, int flags), fds, flags)
PAIR(socketpair, (int domain, int type, int protocol, int *fds), domain, type, protocol, fds)

/* ------------------------------------------------------ streams, directories */

/* These allocate: no event from inside. */
#define TABLE_CALL_IN_LIBC(type, call)                                                             \
	do {                                                                                       \
		TABLE_CALL(CALLER_PC);                                                             \
		libc_enter();                                                                      \
		type result = call;                                                                \
		libc_leave();                                                                      \
		return result;                                                                     \
	} while (0)

#define FOPEN(name)                                                                                \
	INTERPOSE(void *, name, const char *path, const char *mode)                                \
	{                                                                                          \
		path_note_open(path, CALLER_PC);                                                   \
		read_string(mode, SIZE_MAX, CALLER_PC);                                            \
		TABLE_CALL_IN_LIBC(void *, real.name(path, mode));                                 \
	}

FOPEN(fopen)
FOPEN(fopen64)

INTERPOSE(void *, freopen, const char *path, const char *mode, void *stream)
{
	if (path)
		path_note_open(path, CALLER_PC);
	io_event((uintptr_t)stream, CALLER_PC);
	TABLE_CALL_IN_LIBC(void *, real.freopen(path, mode, stream));
}

INTERPOSE(void *, fdopen, int fd, const char *mode)
{
	TABLE_CALL_IN_LIBC(void *, real.fdopen(fd, mode));
}

INTERPOSE(void *, tmpfile, void)
{
	TABLE_CALL_IN_LIBC(void *, real.tmpfile());
}

INTERPOSE(int, fclose, void *stream)
{
	io_event((uintptr_t)stream, CALLER_PC);
	TABLE_CALL_IN_LIBC(int, real.fclose(stream));
}

INTERPOSE(void *, opendir, const char *path)
{
	read_string(path, SIZE_MAX, CALLER_PC);
	TABLE_CALL_IN_LIBC(void *, real.opendir(path));
}

INTERPOSE(int, closedir, void *dir)
{
	TABLE_CALL_IN_LIBC(int, real.closedir(dir));
}
