/* SPDX-License-Identifier: MIT */
/*
 * Descriptors: what is behind them, whether a call would block, and their events.
 *
 * Files: the position is state (one token each); contents are outside of what a reset
 * restores, so writes are counted, not modelled. All that is no file (pipes, sockets,
 * terminals, eventfds) is a channel: what one thread writes another may read from a
 * different descriptor, so all channels share one token.
 */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

static EXEC_STATE uint32_t counted; /* one bit a counter */
_Static_assert(COUNT_COUNT <= 32, "a bit for each counter");

void count_once(enum wire_counter counter)
{
	if (counted >> counter & 1)
		return;
	counted |= 1u << counter;
	count(counter);
}

void io_event(uintptr_t token, uintptr_t pc)
{
	if (live() && threads_exist)
		op_simple(OP_IO, (const void *)token, 1, 0, pc);
}

bool descriptor_is_file(int fd)
{
	struct stat st;
	int error = errno;
	bool file = !fstat(fd, &st) &&
	            (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) || S_ISBLK(st.st_mode));
	errno = error;
	return file;
}

void descriptor_ready(int fd, short events, const char *what, uintptr_t pc)
{
	struct pollfd p = {.fd = fd, .events = events};
	int error = errno;
	/* A bad descriptor polls as ready (POLLNVAL), and the call itself says EBADF. */
	if (!real.poll(&p, 1, 0) && !(real.fcntl(fd, F_GETFL) & O_NONBLOCK))
		unsupported(what, pc);
	errno = error;
}

/* Channels that this execution has made: with it their contents go, too. */
#define MADE_MAX 1024
static EXEC_STATE uint64_t made[MADE_MAX / 64];

void descriptor_made(int fd, bool channel)
{
	if (fd < 0 || fd >= MADE_MAX)
		return;
	made[fd / 64] &= ~(1ull << (fd % 64));
	made[fd / 64] |= (uint64_t)(channel && threads_exist) << (fd % 64);
}

static bool was_made(int fd)
{
	return fd >= 0 && fd < MADE_MAX && made[fd / 64] >> (fd % 64) & 1;
}

void descriptor_note_read(int fd)
{
	if (threads_exist && !was_made(fd))
		count_once(COUNT_UNMODELLED_IO);
}

void descriptor_read(int fd, const char *what, uintptr_t pc)
{
	if (descriptor_is_file(fd)) {
		io_event(IO_FILE + (unsigned)fd, pc);
		return;
	}
	io_event(IO_CHANNELS, pc);
	descriptor_ready(fd, POLLIN, what, pc);
	descriptor_note_read(fd);
}

/* Standard output and error are the program's own voice, wherever they go. */
void descriptor_note_write(int fd)
{
	if (fd <= 2 || !threads_exist || counted >> COUNT_FILE_WRITES & 1)
		return;
	if (descriptor_is_file(fd))
		count_once(COUNT_FILE_WRITES);
}

static bool same_path(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

void path_note_open(const char *path, uintptr_t pc)
{
	if (!live())
		return;
	read_string(path, SIZE_MAX, pc);
	if (same_path(path, "/dev/urandom") || same_path(path, "/dev/random"))
		count_once(COUNT_UNMODELLED_IO);
}
