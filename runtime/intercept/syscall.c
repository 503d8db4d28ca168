/* SPDX-License-Identifier: MIT */
/*
 * syscall(): what we model by other names is modelled here too, what would pass the model
 * by is refused, the rest goes to the kernel.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>

/* They make threads, processes or time of their own, or wait where nobody can see it. */
static const struct {
	long number;
	const char *call;
} refused[] = {
        {SYS_clone, "syscall(SYS_clone)"},
        {SYS_clone3, "syscall(SYS_clone3)"},
        {SYS_fork, "syscall(SYS_fork)"},
        {SYS_vfork, "syscall(SYS_vfork)"},
        {SYS_execve, "syscall(SYS_execve)"},
        {SYS_execveat, "syscall(SYS_execveat)"},
        {SYS_exit, "syscall(SYS_exit)"},
        {SYS_kill, "syscall(SYS_kill)"},
        {SYS_tkill, "syscall(SYS_tkill)"},
        {SYS_tgkill, "syscall(SYS_tgkill)"},
        {SYS_pause, "syscall(SYS_pause)"},
        {SYS_wait4, "syscall(SYS_wait4)"},
        {SYS_waitid, "syscall(SYS_waitid)"},
        {SYS_rt_sigsuspend, "syscall(SYS_rt_sigsuspend)"},
        {SYS_rt_sigtimedwait, "syscall(SYS_rt_sigtimedwait)"},
        {SYS_arch_prctl, "syscall(SYS_arch_prctl)"},
        {SYS_set_tid_address, "syscall(SYS_set_tid_address)"},
        {SYS_set_robust_list, "syscall(SYS_set_robust_list)"},
        {SYS_poll, "syscall(SYS_poll)"},
        {SYS_ppoll, "syscall(SYS_ppoll)"},
        {SYS_select, "syscall(SYS_select)"},
        {SYS_pselect6, "syscall(SYS_pselect6)"},
        {SYS_epoll_wait, "syscall(SYS_epoll_wait)"},
        {SYS_epoll_pwait, "syscall(SYS_epoll_pwait)"},
        {SYS_io_uring_enter, "syscall(SYS_io_uring_enter)"},
        {SYS_getrandom, "syscall(SYS_getrandom)"},
        {SYS_clock_gettime, "syscall(SYS_clock_gettime)"},
        {SYS_gettimeofday, "syscall(SYS_gettimeofday)"},
        {SYS_time, "syscall(SYS_time)"},
#ifdef SYS_futex_waitv
        {SYS_futex_waitv, "syscall(SYS_futex_waitv)"},
#endif
};

static void check_refused(long number, uintptr_t pc)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		if (refused[i].number == number)
			unsupported(refused[i].call, pc);
}

static long syscall_yield(uintptr_t pc)
{
	op_simple(OP_YIELD, NULL, 0, 0, pc);
	return 0;
}

/* Sleeping is letting others go first; the caller's clock moves on by as much. */
static long syscall_sleep(clockid_t clock, bool absolute, const struct timespec *time, uintptr_t pc)
{
	struct deadline d = deadline_read(clock, time, pc);
	if (!deadline_valid(&d) || d.at.tv_sec < 0) {
		errno = EINVAL;
		return -1;
	}
	if (!absolute)
		d = deadline_after(&d.at);
	syscall_yield(pc);
	clock_reach(d.clock, &d.at);
	return 0;
}

#define LOOK_NS 1000 /* what a look at the clock takes, or a loop that polls it never ends */

static long syscall_clock(clockid_t clock, struct timespec *now, uintptr_t pc)
{
	uint64_t ns;
	engine_loop_ends();
	clock_join(native(self)->clock_ns + LOOK_NS);
	if (!clock_read(clock, &ns)) {
		errno = EINVAL;
		return -1;
	}
	access_range(now, sizeof(*now), OP_WRITE, pc);
	*now = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
	return 0;
}

static long syscall_random(void *to, size_t n, uintptr_t pc)
{
	access_range(to, n, OP_WRITE, pc);
	random_fill(to, n);
	return (long)n;
}

INTERPOSE(long, syscall, long number, ...)
{
	uintptr_t pc = CALLER_PC;
	long a[6];
	va_list args;
	va_start(args, number);
	for (size_t i = 0; i < ARRAY_SIZE(a); i++)
		a[i] = va_arg(args, long);
	va_end(args);

	switch (number) {
	case SYS_futex: {
		struct futex_args futex = {(uint32_t *)a[0], (int)a[1],        (uint32_t)a[2],
		                           (uintptr_t)a[3],  (uint32_t *)a[4], (uint32_t)a[5]};
		return futex_call(&futex, pc);
	}
	case SYS_gettid:
		return thread_virtual_tid();
	case SYS_sched_yield:
		return syscall_yield(pc);
	case SYS_nanosleep:
		return syscall_sleep(CLOCK_MONOTONIC, false, (const struct timespec *)a[0], pc);
	case SYS_clock_nanosleep:
		return syscall_sleep((clockid_t)a[0], a[1] & TIMER_ABSTIME,
		                     (const struct timespec *)a[2], pc);
	case SYS_clock_gettime:
		return syscall_clock((clockid_t)a[0], (struct timespec *)a[1], pc);
	case SYS_getrandom:
		return syscall_random((void *)a[0], (size_t)a[1], pc);
	case SYS_exit_group:
		execution_exit((int)a[0], pc);
	}
	check_refused(number, pc);
	return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
