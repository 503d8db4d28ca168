/* SPDX-License-Identifier: MIT */
/*
 * Descriptors as new at the start of each execution: those that were open at the
 * snapshot are open, at the same offset; all others are closed.
 */
#include "runtime/reset/snapshot.h"
#include "runtime/control.h"
#include "runtime/arch/x86_64/syscall.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define OLD_KERNEL_SCAN 1024        /* before 5.9 there is no close_range */
#define FD_SCAN         OWN_FD_BASE /* descriptors opened before the first thread */

struct saved_fd {
	int fd;
	int copy;    /* a duplicate among the runtime's own */
	int flags;   /* close-on-exec */
	long offset; /* -1: not seekable */
};

static VEC(struct saved_fd) saved;
bool fds_touched;

/* Terminals, /dev/null and the like let themselves be sought, to no effect. */
static bool has_offset(int fd)
{
	struct stat st;
	return raw_syscall2(SYS_fstat, fd, &st) < 0 || !S_ISCHR(st.st_mode);
}

void fds_snapshot(void)
{
	for (int fd = 0; fd < FD_SCAN; fd++) {
		long flags = raw_syscall3(SYS_fcntl, fd, F_GETFD, 0);
		if (flags < 0)
			continue;
		struct saved_fd s = {
		        .fd = fd,
		        .copy = (int)raw_syscall3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OWN_FD_BASE),
		        .flags = (int)flags,
		        .offset = has_offset(fd) ? raw_syscall3(SYS_lseek, fd, 0, SEEK_CUR) : -1,
		};
		vec_push(&saved, s);
	}
}

static void close_from_to(int from, int to)
{
	if (raw_syscall3(SYS_close_range, from, to, 0) >= 0)
		return;
	for (int fd = from; fd <= to && fd < OLD_KERNEL_SCAN; fd++)
		raw_syscall1(SYS_close, fd);
}

void fds_restore(void)
{
	int next = 0; /* what lies between the saved ones is the execution's */
	for (size_t i = 0; i < saved.n; i++) {
		const struct saved_fd *s = &saved.at[i];
		if (s->fd > next)
			close_from_to(next, s->fd - 1);
		next = s->fd + 1;
		if (fds_touched)
			raw_syscall3(SYS_dup3, s->copy, s->fd,
			             s->flags & FD_CLOEXEC ? O_CLOEXEC : 0);
		if (s->offset >= 0)
			raw_syscall3(SYS_lseek, s->fd, s->offset, SEEK_SET);
	}
	close_from_to(next, OWN_FD_BASE - 1);
	close_from_to(OWN_FD_END, INT32_MAX);
	fds_touched = false;
}

void fds_mute(void)
{
	long null = raw_syscall3(SYS_open, "/dev/null", O_RDWR | O_CLOEXEC, 0);
	if (null < 0)
		return;
	for (size_t i = 0; i < saved.n; i++) {
		struct saved_fd *s = &saved.at[i];
		if (s->fd != STDOUT_FILENO && s->fd != STDERR_FILENO)
			continue;
		raw_syscall3(SYS_dup3, null, s->copy, O_CLOEXEC);
		s->offset = -1;
	}
	raw_syscall1(SYS_close, null);
	fds_touched = true;
}
