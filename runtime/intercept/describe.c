/* SPDX-License-Identifier: MIT */
/* What a blocked thread waits for, in words. */
#include "runtime/intercept/families.h"
#include "runtime/intercept/sync.h"

#include <pthread.h>

static size_t describe_sleep(const struct event *e, char *out, size_t room)
{
	if (e->kind == OP_COND_REACQUIRE)
		return format(out, room, "sleeps on condition variable {0x%lx}", e->arg);
	if (e->kind == OP_FUTEX_RETURN)
		return format(out, room, "sleeps on futex {0x%lx}", e->addr);
	return format(out, room, "waits at barrier {0x%lx}, where %u of %u have arrived", e->addr,
	              sleepers_on((const void *)e->addr), barrier_size(e->addr));
}

size_t wait_describe(const struct thread *t, char *out, size_t room)
{
	const struct event *e = thread_pending(t);
	if (t->asleep)
		return describe_sleep(e, out, room);
	switch ((enum op_kind)e->kind) {
	case OP_THREAD_JOIN:
	case OP_THREAD_AWAIT:
		return format(out, room, "waits for {T%lu} to exit", e->arg);
	case OP_MUTEX_LOCK:
		return format(out, room, "waits for %s {0x%lx}",
		              e->size == sizeof(pthread_spinlock_t) ? "spin lock" : "mutex",
		              e->addr);
	case OP_COND_REACQUIRE:
		return format(out, room,
		              "waits for mutex {0x%lx} at the end of its wait on {0x%lx}", e->addr,
		              e->arg);
	case OP_RWLOCK_RDLOCK:
		return format(out, room, "waits to read under {0x%lx}", e->addr);
	case OP_RWLOCK_WRLOCK:
		return format(out, room, "waits to write under {0x%lx}", e->addr);
	case OP_SEM_WAIT:
		return format(out, room, "waits for semaphore {0x%lx}, which is 0", e->addr);
	case OP_ONCE_RUN:
		return format(out, room,
		              e->size == GUARD_SIZE
		                      ? "waits for the initialisation of static {0x%lx}"
		                      : "waits for the function of once {0x%lx}",
		              e->addr);
	default:
		return format(out, room, "waits in %s on {0x%lx}", op_info[e->kind].text, e->addr);
	}
}

bool once_waits_for(const struct thread *t, struct thread *u)
{
	const struct event *e = thread_pending(t);
	return e->kind == OP_ONCE_RUN && once_runner(e) == u;
}
