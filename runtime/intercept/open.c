/* SPDX-License-Identifier: MIT */
/*
 * Calls that make and drop descriptors. The number that one returns depends on which
 * are in use, that is on what other threads have opened and closed: one event on the
 * table of descriptors each.
 */
#include "runtime/control.h"
#include "runtime/intercept/libc.h"
#include "runtime/reset/snapshot.h"

#include <errno.h>
#include <fcntl.h>

#define CLOSE_RANGE_MAX 4096

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

SIMPLE(int, dup, (int fd), fd)
SIMPLE(int, socket, (int domain, int type, int protocol), domain, type, protocol)
SIMPLE(int, epoll_create1, (int flags), flags)

/* The call may take fd away from the program's own; false where it is one of the runtime's. */
static bool may_replace(int fd)
{
	fds_touched = true; /* the next execution has it again */
	descriptor_made(fd, false);
	bool own = live() && fds_is_own(fd);
	if (own)
		errno = EBADF;
	return !own;
}

INTERPOSE(int, close, int fd)
{
	TABLE_CALL(CALLER_PC);
	return may_replace(fd) ? real.close(fd) : -1;
}

INTERPOSE(int, dup2, int fd, int to)
{
	TABLE_CALL(CALLER_PC);
	return may_replace(to) ? real.dup2(fd, to) : -1;
}

INTERPOSE(int, dup3, int fd, int to, int flags)
{
	TABLE_CALL(CALLER_PC);
	return may_replace(to) ? real.dup3(fd, to, flags) : -1;
}

/* One by one, so that the runtime's own stay. Numbers beyond these are closed at the reset. */
static void close_all(unsigned first, unsigned last)
{
	for (unsigned fd = first; fd <= last && fd < CLOSE_RANGE_MAX; fd++)
		if (may_replace((int)fd))
			real.close((int)fd);
}

INTERPOSE(int, close_range, unsigned first, unsigned last, int flags)
{
	TABLE_CALL(CALLER_PC);
	if (flags || first > last) {
		errno = EINVAL;
		return -1;
	}
	close_all(first, last);
	return 0;
}

INTERPOSE(void, closefrom, int first)
{
	TABLE_CALL(CALLER_PC);
	close_all(first < 0 ? 0 : (unsigned)first, CLOSE_RANGE_MAX);
}

#define PAIR(name, params, ...)                                                                    \
	INTERPOSE(int, name, UNPACK params)                                                        \
	{                                                                                          \
		uintptr_t pc = CALLER_PC;                                                          \
		TABLE_CALL(pc);                                                                    \
		int result = real.name(__VA_ARGS__);                                               \
		if (!result) {                                                                     \
			descriptor_made(fds[0], true);                                             \
			descriptor_made(fds[1], true);                                             \
			touch_done(fds, 2 * sizeof(*fds), pc);                                     \
		}                                                                                  \
		return result;                                                                     \
	}

PAIR(pipe, (int *fds), fds)
PAIR(pipe2, (int *fds, int flags), fds, flags)
PAIR(socketpair, (int domain, int type, int protocol, int *fds), domain, type, protocol, fds)

INTERPOSE(int, eventfd, unsigned value, int flags)
{
	TABLE_CALL(CALLER_PC);
	int fd = real.eventfd(value, flags);
	descriptor_made(fd, true);
	return fd;
}

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
	fds_touched = true;
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
	fds_touched = true;
	TABLE_CALL_IN_LIBC(int, real.fclose(stream));
}

INTERPOSE(void *, opendir, const char *path)
{
	read_string(path, SIZE_MAX, CALLER_PC);
	TABLE_CALL_IN_LIBC(void *, real.opendir(path));
}

INTERPOSE(int, closedir, void *dir)
{
	fds_touched = true;
	TABLE_CALL_IN_LIBC(int, real.closedir(dir));
}
