/* SPDX-License-Identifier: MIT */
/*
 * State of the process that is no memory: the working directory and the umask. All
 * threads share them, so each use is an event; what an execution changes is undone by
 * process_reset() before the next one.
 */
#include "runtime/intercept/libc.h"
#include "runtime/control.h"
#include "runtime/arch/x86_64/syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/*
 * Part of the snapshot: process_reset() runs before the restore and sees what this
 * execution did. With fork isolation the parent sees that nothing happened to it.
 */
static EXEC_STATE bool left_directory;
static EXEC_STATE int start_directory;
static EXEC_STATE bool changed_umask;
static EXEC_STATE mode_t start_umask;

void process_reset(void)
{
	if (left_directory) {
		if (raw_syscall1(SYS_fchdir, start_directory) < 0)
			env_error(0, "cannot go back to the directory where executions start");
		raw_syscall1(SYS_close, start_directory);
	}
	if (changed_umask)
		raw_syscall1(SYS_umask, start_umask);
	signals_reset();
}

/* Keeps a descriptor of the working directory among the runtime's own. */
static void leave_directory(uintptr_t pc)
{
	real_needed();
	if (!live() || !threads_exist)
		return;
	io_event(IO_PROCESS, pc);
	if (left_directory)
		return;
	long fd = raw_syscall3(SYS_open, ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
	int kept = fd < 0 ? (int)fd : fds_own((int)fd);
	if (kept < 0)
		env_error(pc, "cannot keep the working directory (error %d)", -kept);
	raw_syscall1(SYS_close, fd);
	start_directory = kept;
	left_directory = true;
}

INTERPOSE(int, chdir, const char *path)
{
	read_string(path, SIZE_MAX, CALLER_PC);
	leave_directory(CALLER_PC);
	return real.chdir(path);
}

INTERPOSE(int, fchdir, int fd)
{
	leave_directory(CALLER_PC);
	return real.fchdir(fd);
}

INTERPOSE(mode_t, umask, mode_t mask)
{
	real_needed();
	io_event(IO_PROCESS, CALLER_PC);
	mode_t old = real.umask(mask);
	if (live() && threads_exist && !changed_umask) {
		start_umask = old;
		changed_umask = true;
	}
	return old;
}

INTERPOSE(char *, getcwd, char *to, size_t size)
{
	uintptr_t pc = CALLER_PC;
	real_needed();
	io_event(IO_PROCESS, pc);
	libc_enter();
	char *path = real.getcwd(to, size);
	libc_leave();
	if (path && to)
		touch_done(to, scan(to, size, &only_nul, pc), pc);
	return path;
}
