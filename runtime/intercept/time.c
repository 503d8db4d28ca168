/* SPDX-License-Identifier: MIT */
/*
 * Virtual time. It depends on nothing but what the thread itself has done (and on what
 * it learned from others by create and join), so that looking at a clock is no event.
 *
 * A query advances it by a microsecond; after every 64 queries in a row the step
 * doubles, so that a loop that polls a clock for ten seconds ends after about a
 * thousand queries. A sleep advances it by its length and makes the step small again.
 */
#include "runtime/intercept/families.h"
#include "runtime/intercept/libc.h"

#include <errno.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>

#define NS_PER_SECOND 1000000000ull
#define QUERY_NS      1000ull
#define QUERY_ROW     64
#define QUERY_SHIFT   32 /* the largest step is a bit more than an hour */
#define REALTIME_BASE (VIRTUAL_REALTIME * NS_PER_SECOND)
#define BOOT_BASE     (VIRTUAL_MONOTONIC * NS_PER_SECOND)
#define NS_MAX        (UINT64_MAX / 4)

uint64_t clock_ns_now(void)
{
	return self ? native(self)->clock_ns : 0;
}

static void advance(uint64_t ns)
{
	/* Far beyond any date, but it never runs backwards. */
	native(self)->clock_ns =
	        ns > NS_MAX - native(self)->clock_ns ? NS_MAX : native(self)->clock_ns + ns;
}

/* One look at any clock. */
static uint64_t query(void)
{
	if (!self)
		return 0;
	self->asked++;
	uint64_t row = native(self)->clock_calls++ / QUERY_ROW;
	if (native(self)->clock_ns < NS_MAX)
		advance(QUERY_NS << (row < QUERY_SHIFT ? row : QUERY_SHIFT));
	return native(self)->clock_ns;
}

void virtual_sleep(uint64_t ns, uintptr_t pc)
{
	if (!live())
		return;
	advance(ns < NS_MAX ? ns : NS_MAX);
	native(self)->clock_calls = 0;
	op_simple(OP_YIELD, NULL, 0, 0, pc);
}

/* What a clock shows at virtual time 0; false where there is no such clock. */
static bool clock_base(clockid_t clock, uint64_t *base)
{
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_REALTIME_ALARM:
	case CLOCK_TAI:
		*base = REALTIME_BASE;
		return true;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_BOOTTIME_ALARM:
		*base = BOOT_BASE;
		return true;
	case CLOCK_PROCESS_CPUTIME_ID:
	case CLOCK_THREAD_CPUTIME_ID:
		*base = 0;
		return true;
	default:
		/* Clocks of other processes and threads have negative numbers. */
		*base = 0;
		return clock < 0;
	}
}

bool clock_read(int clock, uint64_t *ns)
{
	uint64_t base;
	if (!clock_base(clock, &base))
		return false;
	*ns = base + clock_ns_now();
	return true;
}

static struct timespec timespec_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / NS_PER_SECOND),
	                         .tv_nsec = (long)(ns % NS_PER_SECOND)};
}

static int fail_with(int error)
{
	errno = error;
	return -1;
}

/* ------------------------------------------------------------------ queries */

#define CLOCK_GETTIME(name)                                                                        \
	INTERPOSE(int, name, clockid_t clock, struct timespec *now)                                \
	{                                                                                          \
		uint64_t base;                                                                     \
		if (!clock_base(clock, &base))                                                     \
			return fail_with(EINVAL);                                                  \
		if (!now)                                                                          \
			return fail_with(EFAULT);                                                  \
		touch(now, sizeof(*now), OP_WRITE, CALLER_PC);                                     \
		*now = timespec_of(base + query());                                                \
		return 0;                                                                          \
	}

CLOCK_GETTIME(clock_gettime)
CLOCK_GETTIME(__clock_gettime)

INTERPOSE(int, gettimeofday, struct timeval *now, struct timezone *zone)
{
	uintptr_t pc = CALLER_PC;
	if (zone) {
		touch(zone, sizeof(*zone), OP_WRITE, pc);
		*zone = (struct timezone){0, 0};
	}
	if (now) {
		struct timespec t = timespec_of(REALTIME_BASE + query());
		touch(now, sizeof(*now), OP_WRITE, pc);
		*now = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
	}
	return 0;
}

INTERPOSE(time_t, time, time_t *result)
{
	time_t now = timespec_of(REALTIME_BASE + query()).tv_sec;
	if (result) {
		touch(result, sizeof(*result), OP_WRITE, CALLER_PC);
		*result = now;
	}
	return now;
}

INTERPOSE(int, timespec_get, struct timespec *now, int base)
{
	if (base != TIME_UTC)
		return 0;
	touch(now, sizeof(*now), OP_WRITE, CALLER_PC);
	*now = timespec_of(REALTIME_BASE + query());
	return base;
}

INTERPOSE(int, ftime, struct timeb *now)
{
	struct timespec t = timespec_of(REALTIME_BASE + query());
	touch(now, sizeof(*now), OP_WRITE, CALLER_PC);
	*now = (struct timeb){.time = t.tv_sec, .millitm = (unsigned short)(t.tv_nsec / 1000000)};
	return 0;
}

INTERPOSE(clock_t, clock, void)
{
	return (clock_t)(query() / (NS_PER_SECOND / CLOCKS_PER_SEC));
}

/* Ticks of a hundredth of a second. All of it is the program's own time. */
INTERPOSE(clock_t, times, struct tms *t)
{
	uint64_t now = query();
	clock_t ticks = (clock_t)(now / (NS_PER_SECOND / 100));
	if (t) {
		touch(t, sizeof(*t), OP_WRITE, CALLER_PC);
		*t = (struct tms){.tms_utime = ticks};
	}
	return (clock_t)((BOOT_BASE + now) / (NS_PER_SECOND / 100));
}

/* ------------------------------------------------------------------- sleeps */

static bool valid(const struct timespec *t)
{
	return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)NS_PER_SECOND;
}

static uint64_t ns_of(const struct timespec *t)
{
	if ((uint64_t)t->tv_sec > NS_MAX / NS_PER_SECOND)
		return NS_MAX;
	return (uint64_t)t->tv_sec * NS_PER_SECOND + (uint64_t)t->tv_nsec;
}

INTERPOSE(int, nanosleep, const struct timespec *length, struct timespec *left)
{
	(void)left; /* written only where a signal ends the sleep */
	if (!length)
		return fail_with(EFAULT);
	touch(length, sizeof(*length), OP_READ, CALLER_PC);
	if (!valid(length))
		return fail_with(EINVAL);
	virtual_sleep(ns_of(length), CALLER_PC);
	return 0;
}

/* Returns the error, as POSIX says. */
INTERPOSE(int, clock_nanosleep, clockid_t clock, int flags, const struct timespec *t,
          struct timespec *left)
{
	uint64_t base;
	(void)left;
	if (!clock_base(clock, &base) || clock == CLOCK_THREAD_CPUTIME_ID)
		return EINVAL;
	if (!t)
		return EFAULT;
	touch(t, sizeof(*t), OP_READ, CALLER_PC);
	if (!valid(t))
		return EINVAL;
	uint64_t ns = ns_of(t);
	if (flags & TIMER_ABSTIME) {
		uint64_t now = base + clock_ns_now();
		ns = ns > now ? ns - now : 0;
	}
	virtual_sleep(ns, CALLER_PC);
	return 0;
}

INTERPOSE(unsigned, sleep, unsigned seconds)
{
	virtual_sleep(seconds * NS_PER_SECOND, CALLER_PC);
	return 0;
}

INTERPOSE(int, usleep, unsigned microseconds)
{
	virtual_sleep(microseconds * 1000ull, CALLER_PC);
	return 0;
}

INTERPOSE(int, thrd_sleep, const struct timespec *length, struct timespec *left)
{
	(void)left;
	touch(length, sizeof(*length), OP_READ, CALLER_PC);
	if (!valid(length))
		return -2;
	virtual_sleep(ns_of(length), CALLER_PC);
	return 0;
}

/* A yield is no sleep: a loop of looking at the clock and yielding must end too. */
static void yield(uintptr_t pc)
{
	if (live())
		op_simple(OP_YIELD, NULL, 0, 0, pc);
}

#define YIELD(name)                                                                                \
	INTERPOSE(int, name, void)                                                                 \
	{                                                                                          \
		yield(CALLER_PC);                                                                  \
		return 0;                                                                          \
	}

YIELD(sched_yield)
YIELD(pthread_yield)

INTERPOSE(void, thrd_yield, void)
{
	yield(CALLER_PC);
}
