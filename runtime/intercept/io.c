/* SPDX-License-Identifier: MIT */
/* read, write and their relatives. */
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define NO_DATA  " from a pipe, socket or terminal that has no data"
#define NO_SPACE "write to a pipe or socket that is full"
/* More than this is read in place rather than through scratch memory. */
#define SCRATCH_READ_MAX (16u << 20)

/* -------------------------------------------------------------------- input */

/* One read: into scratch memory where others could see it happen, then to its place. */
struct input {
	char *buf;
	char *to; /* where the call is to put the bytes */
	uintptr_t pc;
};

static struct input input_to(void *buf, size_t n, uintptr_t pc)
{
	struct input in = {.buf = buf, .to = buf, .pc = pc};
	if (live() && threads_exist && n <= SCRATCH_READ_MAX)
		in.to = scratch_get(n);
	return in;
}

/* flags: of recv, 0 for others. */
static struct input input_begin(const char *what, int fd, void *buf, size_t n, int flags,
                                uintptr_t pc)
{
	real_needed();
	if (live()) {
		if (flags & MSG_DONTWAIT)
			io_event(IO_CHANNELS, pc);
		else
			descriptor_read(fd, what, pc);
	}
	return input_to(buf, n, pc);
}

static ssize_t input_end(const struct input *in, ssize_t got)
{
	int error = errno;
	if (got > 0 && in->to != in->buf) {
		touch(in->buf, (size_t)got, OP_WRITE, in->pc);
		move_bytes(in->buf, in->to, (size_t)got);
	} else if (got > 0) {
		touch_done(in->buf, (size_t)got, in->pc);
	}
	errno = error;
	return got;
}

INTERPOSE(ssize_t, read, int fd, void *buf, size_t n)
{
	struct input in = input_begin("read" NO_DATA, fd, buf, n, 0, CALLER_PC);
	return input_end(&in, real.read(fd, in.to, n));
}

INTERPOSE(ssize_t, __read_chk, int fd, void *buf, size_t n, size_t room)
{
	fortify(n, room, "read", CALLER_PC);
	struct input in = input_begin("read" NO_DATA, fd, buf, n, 0, CALLER_PC);
	return input_end(&in, real.read(fd, in.to, n));
}

/* The position stays: no event. */
#define PREAD(name)                                                                                \
	INTERPOSE(ssize_t, name, int fd, void *buf, size_t n, off_t at)                            \
	{                                                                                          \
		real_needed();                                                                     \
		struct input in = input_to(buf, n, CALLER_PC);                                     \
		return input_end(&in, real.pread(fd, in.to, n, at));                               \
	}

PREAD(pread)
PREAD(pread64)

#define PREAD_CHECKED(name)                                                                        \
	INTERPOSE(ssize_t, name, int fd, void *buf, size_t n, off_t at, size_t room)               \
	{                                                                                          \
		fortify(n, room, "pread", CALLER_PC);                                              \
		real_needed();                                                                     \
		struct input in = input_to(buf, n, CALLER_PC);                                     \
		return input_end(&in, real.pread(fd, in.to, n, at));                               \
	}

PREAD_CHECKED(__pread_chk)
PREAD_CHECKED(__pread64_chk)

INTERPOSE(ssize_t, recv, int fd, void *buf, size_t n, int flags)
{
	struct input in = input_begin("recv" NO_DATA, fd, buf, n, flags, CALLER_PC);
	return input_end(&in, real.recv(fd, in.to, n, flags));
}

INTERPOSE(ssize_t, __recv_chk, int fd, void *buf, size_t n, size_t room, int flags)
{
	fortify(n, room, "recv", CALLER_PC);
	struct input in = input_begin("recv" NO_DATA, fd, buf, n, flags, CALLER_PC);
	return input_end(&in, real.recv(fd, in.to, n, flags));
}

INTERPOSE(ssize_t, recvfrom, int fd, void *buf, size_t n, int flags, void *from, void *size)
{
	struct input in = input_begin("recvfrom" NO_DATA, fd, buf, n, flags, CALLER_PC);
	return input_end(&in, real.recvfrom(fd, in.to, n, flags, from, size));
}

/* The ranges of a vector as far as n bytes go: written already, or about to be read. */
static void touch_vector(const struct iovec *iov, size_t count, size_t n, bool written,
                         uintptr_t pc)
{
	for (size_t i = 0; i < count && n; i++) {
		size_t part = iov[i].iov_len < n ? iov[i].iov_len : n;
		if (written)
			touch_done(iov[i].iov_base, part, pc);
		else
			touch(iov[i].iov_base, part, OP_READ, pc);
		n -= part;
	}
}

static ssize_t vector_filled(const struct iovec *iov, int count, ssize_t got, uintptr_t pc)
{
	int error = errno;
	if (got > 0)
		touch_vector(iov, (size_t)count, (size_t)got, true, pc);
	errno = error;
	return got;
}

INTERPOSE(ssize_t, readv, int fd, const struct iovec *iov, int n)
{
	uintptr_t pc = CALLER_PC;
	real_needed();
	if (live())
		descriptor_read(fd, "readv" NO_DATA, pc);
	return vector_filled(iov, n, real.readv(fd, iov, n), pc);
}

#define PREADV(name)                                                                               \
	INTERPOSE(ssize_t, name, int fd, const struct iovec *iov, int n, off_t at)                 \
	{                                                                                          \
		real_needed();                                                                     \
		return vector_filled(iov, n, real.preadv(fd, iov, n, at), CALLER_PC);              \
	}

PREADV(preadv)
PREADV(preadv64)

INTERPOSE(ssize_t, recvmsg, int fd, struct msghdr *message, int flags)
{
	uintptr_t pc = CALLER_PC;
	real_needed();
	if (live()) {
		io_descriptors(pc); /* descriptors can come in a message */
		if (flags & MSG_DONTWAIT)
			io_event(IO_CHANNELS, pc);
		else
			descriptor_read(fd, "recvmsg" NO_DATA, pc);
	}
	ssize_t got = real.recvmsg(fd, message, flags);
	return vector_filled(message->msg_iov, (int)message->msg_iovlen, got, pc);
}

/* ------------------------------------------------------------------- output */

/*
 * The bytes have been announced as read. Gives them back, kept from others where the
 * event on the channel may let these run.
 */
static const void *output_begin(int fd, const void *buf, size_t n, int flags, uintptr_t pc)
{
	real_needed();
	if (!live())
		return buf;
	touch(buf, n, OP_READ, pc);
	if (fd <= 2)
		return buf;
	if (descriptor_is_file(fd)) {
		descriptor_note_write(fd);
		return buf;
	}
	if (threads_exist && n <= SCRATCH_READ_MAX)
		buf = scratch_save(buf, n);
	io_event(IO_CHANNELS, pc);
	if (!(flags & MSG_DONTWAIT))
		descriptor_ready(fd, POLLOUT, NO_SPACE, pc);
	return buf;
}

INTERPOSE(ssize_t, write, int fd, const void *buf, size_t n)
{
	return real.write(fd, output_begin(fd, buf, n, 0, CALLER_PC), n);
}

#define PWRITE(name)                                                                               \
	INTERPOSE(ssize_t, name, int fd, const void *buf, size_t n, off_t at)                      \
	{                                                                                          \
		real_needed();                                                                     \
		touch(buf, n, OP_READ, CALLER_PC);                                                 \
		if (live())                                                                        \
			descriptor_note_write(fd);                                                 \
		return real.pwrite(fd, buf, n, at);                                                \
	}

PWRITE(pwrite)
PWRITE(pwrite64)

INTERPOSE(ssize_t, send, int fd, const void *buf, size_t n, int flags)
{
	return real.send(fd, output_begin(fd, buf, n, flags, CALLER_PC), n, flags);
}

INTERPOSE(ssize_t, sendto, int fd, const void *buf, size_t n, int flags, const void *to,
          unsigned size)
{
	return real.sendto(fd, output_begin(fd, buf, n, flags, CALLER_PC), n, flags, to, size);
}

static void vector_output(int fd, const struct iovec *iov, size_t n, int flags, uintptr_t pc)
{
	real_needed();
	if (!live())
		return;
	touch_vector(iov, n, SIZE_MAX, false, pc);
	output_begin(fd, NULL, 0, flags, pc);
}

INTERPOSE(ssize_t, writev, int fd, const struct iovec *iov, int n)
{
	vector_output(fd, iov, n > 0 ? (size_t)n : 0, 0, CALLER_PC);
	return real.writev(fd, iov, n);
}

#define PWRITEV(name)                                                                              \
	INTERPOSE(ssize_t, name, int fd, const struct iovec *iov, int n, off_t at)                 \
	{                                                                                          \
		vector_output(fd, iov, n > 0 ? (size_t)n : 0, 0, CALLER_PC);                       \
		return real.pwritev(fd, iov, n, at);                                               \
	}

PWRITEV(pwritev)
PWRITEV(pwritev64)

INTERPOSE(ssize_t, sendmsg, int fd, const struct msghdr *message, int flags)
{
	vector_output(fd, message->msg_iov, message->msg_iovlen, flags, CALLER_PC);
	return real.sendmsg(fd, message, flags);
}

/* ----------------------------------------------------------------- position */

#define LSEEK(name)                                                                                \
	INTERPOSE(off_t, name, int fd, off_t at, int whence)                                       \
	{                                                                                          \
		real_needed();                                                                     \
		if (live())                                                                        \
			io_event(IO_FILE + (unsigned)fd, CALLER_PC);                               \
		return real.lseek(fd, at, whence);                                                 \
	}

LSEEK(lseek)
LSEEK(lseek64)

#define FTRUNCATE(name)                                                                            \
	INTERPOSE(int, name, int fd, off_t size)                                                   \
	{                                                                                          \
		real_needed();                                                                     \
		if (live())                                                                        \
			descriptor_note_write(fd);                                                 \
		return real.ftruncate(fd, size);                                                   \
	}

FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)
