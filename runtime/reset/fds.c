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

#define OLD_KERNEL_SCAN 1024 /* before 5.9 there is no close_range */
/*
 * Closing all but ours takes as long as a dozen of the program's operations. An execution that
 * made no call to open or close anything is spared it, except the first so many. Libraries may
 * open files without our knowing. The runtime looks for such descriptors after every so many
 * executions, before the program's next known call, and before it sends its counters. Where it
 * finds one, it counts the executions that may have begun with it (COUNT_LEFT_DESCRIPTORS), and
 * closes all each time from then on. Test: tests/reset/test_windows.sh.
 */
#define CLOSED_ALWAYS 64
#define LOOK_EVERY    64

struct saved_fd {
	int fd;
	int copy;    /* a duplicate among the runtime's own */
	int flags;   /* close-on-exec */
	long offset; /* -1: not seekable */
};

static VEC(struct saved_fd) saved;
typedef VEC(int) int_vec;
static int_vec own;  /* in no order */
static int_vec kept; /* the saved and our own, ascending: all others are the execution's */
bool fds_touched;
static bool used;         /* the execution made a known call */
static bool close_always; /* an execution opened something by an unknown one */
static uint32_t unclosed; /* executions since the last close that began without one */

static void keep(int fd)
{
	size_t i = kept.n;
	vec_push(&kept, fd);
	for (; i && kept.at[i - 1] > fd; i--)
		kept.at[i] = kept.at[i - 1];
	kept.at[i] = fd;
}

int fds_own(int fd)
{
	int copy = (int)raw_syscall3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OWN_FD_BASE);
	if (copy < 0)
		return copy;
	vec_push(&own, copy);
	keep(copy);
	return copy;
}

bool fds_is_own(int fd)
{
	for (size_t i = 0; i < own.n; i++)
		if (own.at[i] == fd)
			return true;
	return false;
}

/* Terminals, /dev/null and the like let themselves be sought, to no effect. */
static bool has_offset(int fd)
{
	struct stat st = {0};
	return raw_syscall2(SYS_fstat, fd, &st) < 0 || !S_ISCHR(st.st_mode);
}

static void save(int fd)
{
	long flags = raw_syscall3(SYS_fcntl, fd, F_GETFD, 0);
	if (flags < 0 || fds_is_own(fd))
		return;
	struct saved_fd s = {
	        .fd = fd,
	        .copy = fds_own(fd),
	        .flags = (int)flags,
	        .offset = has_offset(fd) ? raw_syscall3(SYS_lseek, fd, 0, SEEK_CUR) : -1,
	};
	if (s.copy < 0)
		env_error(0, "descriptor %d cannot be kept for later executions (error %d)", fd,
		          -s.copy);
	keep(fd);
	vec_push(&saved, s);
}

/* As the kernel writes them. */
struct entry {
	uint64_t inode, offset;
	uint16_t length;
	uint8_t type;
	char name[];
} __attribute__((packed));

/* The numbers in a directory, which is closed. */
static int_vec numbers_in(long dir)
{
	int_vec found = {0};
	char buf[4096] = {0};
	long n;
	while ((n = raw_syscall3(SYS_getdents64, dir, buf, sizeof(buf))) > 0)
		for (long at = 0; at < n; at += ((struct entry *)(buf + at))->length) {
			int fd = 0;
			const char *c = ((struct entry *)(buf + at))->name;
			for (; *c >= '0' && *c <= '9'; c++)
				fd = fd * 10 + (*c - '0');
			if (!*c && fd != dir)
				vec_push(&found, fd);
		}
	raw_syscall1(SYS_close, dir);
	return found;
}

void fds_snapshot(void)
{
	long dir = raw_syscall3(SYS_open, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (dir < 0)
		env_error(0, "cannot read /proc/self/fd (error %ld)", -dir);
	int_vec open = numbers_in(dir);
	for (size_t i = 0; i < open.n; i++)
		save(open.at[i]);
	vec_release(&open);
}

static void close_from_to(int from, int to)
{
	if (from > to)
		return;
	if (raw_syscall3(SYS_close_range, from, to, 0) >= 0)
		return;
	for (int fd = from; fd <= to && fd < OLD_KERNEL_SCAN; fd++)
		raw_syscall1(SYS_close, fd);
}

static void close_all_but_kept(void)
{
	int next = 0;
	for (size_t i = 0; i < kept.n; i++) {
		close_from_to(next, kept.at[i] - 1);
		next = kept.at[i] + 1;
	}
	close_from_to(next, INT32_MAX);
}

/* Without a known call since all were closed, these are of unknown ones. */
static bool others_are_open(void)
{
	long dir = raw_syscall3(SYS_open, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (dir < 0)
		return true; /* no number is left, perhaps */
	int_vec open = numbers_in(dir);
	size_t n = open.n;
	vec_release(&open);
	return n > kept.n;
}

static void look_for_others(void)
{
	if (!others_are_open())
		return;
	close_always = true;
	for (; unclosed; unclosed--)
		count(COUNT_LEFT_DESCRIPTORS);
}

void fds_note_use(void)
{
	if (!used && unclosed)
		look_for_others();
	used = true;
}

void fds_count_left(void)
{
	if (!used && unclosed)
		look_for_others();
}

static bool close_needed(void)
{
	static uint32_t executions;
	bool look = ++executions % LOOK_EVERY == 0 || !(executions & (executions - 1));
	if (look && !used && !close_always)
		look_for_others();
	return used || close_always || look || executions <= CLOSED_ALWAYS;
}

void fds_restore(void)
{
	if (close_needed()) {
		close_all_but_kept();
		unclosed = 0;
	} else {
		unclosed++;
	}
	for (size_t i = 0; i < saved.n; i++) {
		const struct saved_fd *s = &saved.at[i];
		if (fds_touched)
			raw_syscall3(SYS_dup3, s->copy, s->fd,
			             s->flags & FD_CLOEXEC ? O_CLOEXEC : 0);
		if (s->offset >= 0)
			raw_syscall3(SYS_lseek, s->fd, s->offset, SEEK_SET);
	}
	fds_touched = used = false;
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
