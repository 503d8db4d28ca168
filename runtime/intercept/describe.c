/* SPDX-License-Identifier: MIT */
/* What a blocked thread waits for, in words. */
#include "runtime/intercept/families.h"
#include "runtime/intercept/sync.h"

#include <pthread.h>

static size_t describe_sleep(const struct event *e, char *out, size_t room)
{
	switch (event_waits(e)) {
	case WAIT_REACQUIRE:
		return format(out, room, "sleeps on condition variable {0x%lx}", e->arg);
	case WAIT_SIGNAL:
		return format(out, room, "sleeps on condition variable {0x%lx}", e->addr);
	case WAIT_WAKE:
	case WAIT_WAKE_TIMED:
		return format(out, room, "sleeps on futex {0x%lx}", e->addr);
	case WAIT_ROUND:
		return format(out, room, "waits at barrier {0x%lx}, where %u of %u have arrived",
		              e->addr, sleepers_on((const void *)e->addr), barrier_size(e->addr));
	case WAIT_NEVER:
	case WAIT_EXIT:
	case WAIT_MUTEX:
	case WAIT_READER:
	case WAIT_WRITER:
	case WAIT_STREAM:
	case WAIT_UNIT:
	case WAIT_FUNCTION:
		break;
	}
	return format(out, room, "sleeps in %s on {0x%lx}", op_info[e->kind].text, e->addr);
}

size_t wait_describe(const struct thread *t, char *out, size_t room)
{
	const struct event *e = thread_pending(t);
	if (t->asleep)
		return describe_sleep(e, out, room);
	switch (event_waits(e)) {
	case WAIT_EXIT:
		return format(out, room, "waits for {T%lu} to exit", e->arg);
	case WAIT_MUTEX:
		return format(out, room, "waits for %s {0x%lx}",
		              e->size == sizeof(pthread_spinlock_t) ? "spin lock" : "mutex",
		              e->addr);
	case WAIT_REACQUIRE:
		return format(out, room,
		              "waits for mutex {0x%lx} at the end of its wait on {0x%lx}", e->addr,
		              e->arg);
	case WAIT_READER:
		return format(out, room, "waits to read under {0x%lx}", e->addr);
	case WAIT_WRITER:
		return format(out, room, "waits to write under {0x%lx}", e->addr);
	case WAIT_UNIT:
		return format(out, room, "waits for semaphore {0x%lx}, which is 0", e->addr);
	case WAIT_FUNCTION:
		return format(out, room,
		              e->size == GUARD_SIZE
		                      ? "waits for the initialisation of static {0x%lx}"
		                      : "waits for the function of once {0x%lx}",
		              e->addr);
	case WAIT_NEVER:
	case WAIT_STREAM:
	case WAIT_SIGNAL:
	case WAIT_ROUND:
	case WAIT_WAKE:
	case WAIT_WAKE_TIMED:
		break;
	}
	return format(out, room, "waits in %s on {0x%lx}", op_info[e->kind].text, e->addr);
}

bool once_waits_for(const struct thread *t, struct thread *u)
{
	const struct event *e = thread_pending(t);
	return event_waits(e) == WAIT_FUNCTION && once_runner(e) == u;
}
