/* SPDX-License-Identifier: MIT */
/*
 * Mutexes: normal, recursive, error-checking, adaptive (which is normal).
 *
 * What POSIX leaves undefined is a finding: relocking a normal mutex, unlocking one
 * that the caller does not hold, destroying one that is held. What POSIX gives an error
 * number for is that error: EDEADLK of error-checking mutexes, EPERM of these and of
 * recursive ones. C11 has no such errors: there all of it is a finding.
 *
 * Priority protocols are accepted and mean nothing: scheduling follows no priorities.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>

_Static_assert(sizeof(struct mutex) == sizeof(pthread_mutex_t), "lies in the program's mutex");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind),
               "static initialisers set the kind");

const struct object_type mutex_type = {
        .noun = "mutex",
        .destroyer = "pthread_mutex_destroy",
        .live = MUTEX_LIVE,
        .dead = MUTEX_DEAD,
        .size = sizeof(struct mutex),
        .kind_at = offsetof(struct mutex, kind),
        .kind_max = PTHREAD_MUTEX_ADAPTIVE_NP,
};

bool mutex_held_by(const struct mutex *m, const struct thread *t)
{
	return m->magic == MUTEX_LIVE && m->depth > 0 && m->holder == t->id;
}

bool mutex_blocks(const struct mutex *m, const struct thread *t)
{
	return m->magic == MUTEX_LIVE && m->depth > 0 && m->holder != t->id;
}

void mutex_take(struct mutex *m, uintptr_t pc)
{
	m->depth++;
	m->holder = self->id;
	held_add(self, m, false, pc);
	clock_join(m->clock);
}

void mutex_give(struct mutex *m)
{
	m->depth--;
	m->clock = native(self)->clock_ns;
	held_drop(self, m);
}

enum thread_status mutex_can_run(const struct thread *t, const struct event *pending)
{
	if (pending->size == sizeof(pthread_spinlock_t))
		return spin_can_run(t, pending);
	if (!mutex_blocks((const struct mutex *)pending->addr, t))
		return THREAD_READY;
	return blocked_status(pending);
}

int mutex_init(const struct object_type *type, struct mutex *m, int kind, uintptr_t pc)
{
	op_begin(OP_MUTEX_INIT, m, sizeof(*m), 0, pc);
	object_init(type, m, pc);
	m->kind = kind;
	op_end(0);
	return 0;
}

int mutex_destroy(const struct object_type *type, struct mutex *m, uintptr_t pc)
{
	op_begin(OP_MUTEX_DESTROY, m, sizeof(*m), 0, pc);
	object_check(type, m, pc);
	if (m->depth)
		misuse(m, pc, "{T%u} destroys mutex {0x%lx}, which {T%u} holds", (unsigned)self->id,
		       (unsigned long)(uintptr_t)m, (unsigned)m->holder);
	object_kill(type, m, pc);
	op_end(0);
	return 0;
}

/* The caller holds it already. No other thread can change that, or tell what comes of it. */
static int mutex_relock(struct mutex *m, const struct lock_call *call)
{
	op_begin(OP_RELOCK, m, sizeof(*m), 0, call->pc);
	object_check(call->type, m, call->pc);
	if (m->kind == PTHREAD_MUTEX_RECURSIVE_NP) {
		bool full = m->depth == UINT32_MAX;
		if (!full)
			mutex_take(m, call->pc);
		op_end(full ? EV_FAILED : 0);
		return full ? EAGAIN : 0;
	}
	if (call->kind == OP_MUTEX_TRYLOCK || m->kind == PTHREAD_MUTEX_ERRORCHECK_NP) {
		op_end(EV_FAILED);
		return call->kind == OP_MUTEX_TRYLOCK ? EBUSY : EDEADLK;
	}
	if (call->kind == OP_MUTEX_TIMEDLOCK)
		return deadline_fail(&call->deadline);
	misuse(m, call->pc, "{T%u} relocks mutex {0x%lx}, which it holds: it waits for itself",
	       (unsigned)self->id, (unsigned long)(uintptr_t)m);
}

int mutex_lock(struct mutex *m, const struct lock_call *call)
{
	if (mutex_held_by(m, self))
		return mutex_relock(m, call);
	op_begin(call->kind, m, sizeof(*m), 0, call->pc);
	object_check(call->type, m, call->pc);
	if (likely(m->depth == 0)) {
		mutex_take(m, call->pc);
		op_end(0);
		return 0;
	}
	if (call->kind != OP_MUTEX_TRYLOCK)
		return deadline_fail(&call->deadline);
	op_end(EV_FAILED);
	return EBUSY;
}

/* The caller does not hold it. */
static int unlock_refused(const struct object_type *type, struct mutex *m, uintptr_t pc)
{
	unsigned me = self->id;
	unsigned long addr = (uintptr_t)m;
	/* Whoever holds it or not: the answer stays the same. */
	op_kind_set(OP_RELOCK);
	if (type == &mutex_type && m->kind != PTHREAD_MUTEX_NORMAL &&
	    m->kind != PTHREAD_MUTEX_ADAPTIVE_NP) {
		op_end(EV_FAILED);
		return EPERM;
	}
	if (m->depth)
		misuse(m, pc, "{T%u} unlocks mutex {0x%lx}, which {T%u} holds", me, addr,
		       (unsigned)m->holder);
	misuse(m, pc, "{T%u} unlocks mutex {0x%lx}, which is not locked", me, addr);
}

int mutex_unlock(const struct object_type *type, struct mutex *m, uintptr_t pc)
{
	bool inner = mutex_held_by(m, self) && m->depth > 1;
	op_begin(inner ? OP_RELOCK : OP_MUTEX_UNLOCK, m, sizeof(*m), 0, pc);
	object_check(type, m, pc);
	if (unlikely(!mutex_held_by(m, self)))
		return unlock_refused(type, m, pc);
	mutex_give(m);
	op_end(0);
	return 0;
}

/* What we cannot model ends the run; the kind of mutex otherwise. */
static int mutex_attr_kind(const pthread_mutexattr_t *attr, uintptr_t pc)
{
	int kind = PTHREAD_MUTEX_NORMAL, shared = 0, robust = 0;
	if (!attr)
		return kind;
	pthread_mutexattr_getpshared(attr, &shared);
	if (shared == PTHREAD_PROCESS_SHARED)
		unsupported("pthread_mutexattr_setpshared(PTHREAD_PROCESS_SHARED)", pc);
	pthread_mutexattr_getrobust(attr, &robust);
	if (robust == PTHREAD_MUTEX_ROBUST)
		unsupported("pthread_mutexattr_setrobust(PTHREAD_MUTEX_ROBUST)", pc);
	pthread_mutexattr_gettype(attr, &kind);
	return kind;
}

INTERPOSE(int, pthread_mutex_init, pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	uintptr_t pc = CALLER_PC;
	return mutex_init(&mutex_type, (struct mutex *)m, mutex_attr_kind(attr, pc), pc);
}

INTERPOSE(int, pthread_mutex_destroy, pthread_mutex_t *m)
{
	return mutex_destroy(&mutex_type, (struct mutex *)m, CALLER_PC);
}

INTERPOSE(int, pthread_mutex_lock, pthread_mutex_t *m)
{
	struct lock_call call = {.type = &mutex_type, .kind = OP_MUTEX_LOCK, .pc = CALLER_PC};
	return mutex_lock((struct mutex *)m, &call);
}

INTERPOSE(int, pthread_mutex_trylock, pthread_mutex_t *m)
{
	struct lock_call call = {.type = &mutex_type, .kind = OP_MUTEX_TRYLOCK, .pc = CALLER_PC};
	return mutex_lock((struct mutex *)m, &call);
}

static int mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *at,
                           uintptr_t pc)
{
	struct lock_call call = {.type = &mutex_type, .kind = OP_MUTEX_TIMEDLOCK, .pc = pc};
	if (!clock_can_wait(clock))
		return EINVAL;
	call.deadline = deadline_read(clock, at, pc);
	return mutex_lock((struct mutex *)m, &call);
}

INTERPOSE(int, pthread_mutex_timedlock, pthread_mutex_t *m, const struct timespec *at)
{
	return mutex_clocklock(m, CLOCK_REALTIME, at, CALLER_PC);
}

INTERPOSE(int, pthread_mutex_clocklock, pthread_mutex_t *m, clockid_t clock,
          const struct timespec *at)
{
	return mutex_clocklock(m, clock, at, CALLER_PC);
}

INTERPOSE(int, pthread_mutex_unlock, pthread_mutex_t *m)
{
	return mutex_unlock(&mutex_type, (struct mutex *)m, CALLER_PC);
}

/* libc's own would look into what is now our structure. */

INTERPOSE(int, pthread_mutex_consistent, pthread_mutex_t *m)
{
	(void)m;
	unsupported("pthread_mutex_consistent", CALLER_PC);
}

INTERPOSE(int, pthread_mutex_getprioceiling, const pthread_mutex_t *m, int *ceiling)
{
	(void)m, (void)ceiling;
	unsupported("pthread_mutex_getprioceiling", CALLER_PC);
}

INTERPOSE(int, pthread_mutex_setprioceiling, pthread_mutex_t *m, int ceiling, int *old)
{
	(void)m, (void)ceiling, (void)old;
	unsupported("pthread_mutex_setprioceiling", CALLER_PC);
}
