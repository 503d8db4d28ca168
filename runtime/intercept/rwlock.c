/* SPDX-License-Identifier: MIT */
/*
 * Read-write locks.
 *
 * Readers enter whenever no writer holds the lock, also past writers that wait: POSIX
 * leaves the preference open, and whether a writer waits already or is only about to is
 * nothing that one schedule can promise. For locks of the kind
 * PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a second read lock by the same thread is a
 * warning: it deadlocks in libc once a writer waits in between.
 *
 * As in glibc: who holds it for writing gets EDEADLK from another lock; who holds it for
 * reading and locks it for writing waits for itself, which is reported as a deadlock.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>

_Static_assert(sizeof(struct rwlock) == sizeof(pthread_rwlock_t), "lies in the program's lock");
_Static_assert(offsetof(struct rwlock, kind) == offsetof(pthread_rwlock_t, __data.__flags),
               "static initialisers set the kind");

#define RWLOCK_LIVE 0x52776c6bu
#define RWLOCK_DEAD 0x72776c6bu

static const struct object_type rwlock_type = {
        .noun = "read-write lock",
        .destroyer = "pthread_rwlock_destroy",
        .live = RWLOCK_LIVE,
        .dead = RWLOCK_DEAD,
        .size = sizeof(struct rwlock),
        .kind_at = offsetof(struct rwlock, kind),
        .kind_max = PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
};

/* How a lock for reading or writing was asked for. */
struct rw_call {
	enum op_kind kind;
	bool writing;
	struct deadline deadline;
	uintptr_t pc;
};

static bool rw_is_try(enum op_kind kind)
{
	return kind == OP_RWLOCK_TRYRDLOCK || kind == OP_RWLOCK_TRYWRLOCK;
}

static bool rw_blocks(const struct rwlock *l, bool writing)
{
	return l->magic == RWLOCK_LIVE && (l->writing || (writing && l->readers));
}

enum thread_status rwlock_can_run(const struct thread *t, const struct event *pending)
{
	(void)t;
	bool writing = op_info[pending->kind].waits == WAIT_WRITER;
	if (!rw_blocks((const struct rwlock *)pending->addr, writing))
		return THREAD_READY;
	return blocked_status(pending);
}

static void rw_take(struct rwlock *l, const struct rw_call *call)
{
	held_add(self, l, !call->writing, call->pc);
	clock_join(l->write_clock);
	if (!call->writing) {
		l->readers++;
		return;
	}
	l->writing = 1;
	l->writer = self->id;
	clock_join(l->read_clock);
}

/* The caller reads already and does so once more: other threads cannot tell. */
static int rw_read_again(struct rwlock *l, const struct rw_call *call)
{
	op_begin(OP_RELOCK, l, sizeof(*l), 0, call->pc);
	object_check(&rwlock_type, l, call->pc);
	if (l->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
		finding_warn(
		        FINDING_SYNC_MISUSE, call->pc,
		        "{T%u} takes read-write lock {0x%lx} for reading once more; its kind, "
		        "PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, deadlocks when a writer "
		        "waits in between",
		        (unsigned)self->id, (unsigned long)(uintptr_t)l);
	held_add(self, l, true, call->pc);
	op_end(0);
	return 0;
}

/* The caller writes already: every further lock is refused. */
static int rw_refuse(struct rwlock *l, const struct rw_call *call)
{
	op_begin(OP_RELOCK, l, sizeof(*l), 0, call->pc);
	object_check(&rwlock_type, l, call->pc);
	op_end(EV_FAILED);
	return rw_is_try(call->kind) ? EBUSY : EDEADLK;
}

static int rw_lock(pthread_rwlock_t *rwlock, const struct rw_call *call)
{
	struct rwlock *l = (struct rwlock *)rwlock;
	const struct held_lock *held = held_find(self, l);
	if (held && l->magic == RWLOCK_LIVE) {
		if (!held->shared)
			return rw_refuse(l, call);
		if (!call->writing)
			return rw_read_again(l, call);
	}
	op_begin(call->kind, l, sizeof(*l), 0, call->pc);
	object_check(&rwlock_type, l, call->pc);
	if (!rw_blocks(l, call->writing)) {
		rw_take(l, call);
		op_end(0);
		return 0;
	}
	if (!rw_is_try(call->kind))
		return deadline_fail(&call->deadline);
	op_end(EV_FAILED);
	return EBUSY;
}

static int rw_lock_by(pthread_rwlock_t *rwlock, struct rw_call call, clockid_t clock,
                      const struct timespec *at)
{
	if (!clock_can_wait(clock))
		return EINVAL;
	call.deadline = deadline_read(clock, at, call.pc);
	return rw_lock(rwlock, &call);
}

INTERPOSE(int, pthread_rwlock_init, pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attr)
{
	uintptr_t pc = CALLER_PC;
	struct rwlock *l = (struct rwlock *)rwlock;
	int shared = 0, kind = PTHREAD_RWLOCK_DEFAULT_NP;
	if (attr) {
		pthread_rwlockattr_getpshared(attr, &shared);
		pthread_rwlockattr_getkind_np(attr, &kind);
	}
	if (shared == PTHREAD_PROCESS_SHARED)
		unsupported("pthread_rwlockattr_setpshared(PTHREAD_PROCESS_SHARED)", pc);
	op_begin(OP_RWLOCK_INIT, l, sizeof(*l), 0, pc);
	object_init(&rwlock_type, l, pc);
	l->kind = kind;
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_rwlock_destroy, pthread_rwlock_t *rwlock)
{
	uintptr_t pc = CALLER_PC;
	struct rwlock *l = (struct rwlock *)rwlock;
	op_begin(OP_RWLOCK_DESTROY, l, sizeof(*l), 0, pc);
	object_check(&rwlock_type, l, pc);
	if (l->writing || l->readers)
		misuse(l, pc, "{T%u} destroys read-write lock {0x%lx}, which is held for %s",
		       (unsigned)self->id, (unsigned long)(uintptr_t)l,
		       l->writing ? "writing" : "reading");
	object_kill(&rwlock_type, l, pc);
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_rwlock_rdlock, pthread_rwlock_t *rwlock)
{
	struct rw_call call = {.kind = OP_RWLOCK_RDLOCK, .pc = CALLER_PC};
	return rw_lock(rwlock, &call);
}

INTERPOSE(int, pthread_rwlock_wrlock, pthread_rwlock_t *rwlock)
{
	struct rw_call call = {.kind = OP_RWLOCK_WRLOCK, .writing = true, .pc = CALLER_PC};
	return rw_lock(rwlock, &call);
}

INTERPOSE(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *rwlock)
{
	struct rw_call call = {.kind = OP_RWLOCK_TRYRDLOCK, .pc = CALLER_PC};
	return rw_lock(rwlock, &call);
}

INTERPOSE(int, pthread_rwlock_trywrlock, pthread_rwlock_t *rwlock)
{
	struct rw_call call = {.kind = OP_RWLOCK_TRYWRLOCK, .writing = true, .pc = CALLER_PC};
	return rw_lock(rwlock, &call);
}

INTERPOSE(int, pthread_rwlock_timedrdlock, pthread_rwlock_t *rwlock, const struct timespec *at)
{
	struct rw_call call = {.kind = OP_RWLOCK_TIMEDRDLOCK, .pc = CALLER_PC};
	return rw_lock_by(rwlock, call, CLOCK_REALTIME, at);
}

INTERPOSE(int, pthread_rwlock_timedwrlock, pthread_rwlock_t *rwlock, const struct timespec *at)
{
	struct rw_call call = {.kind = OP_RWLOCK_TIMEDWRLOCK, .writing = true, .pc = CALLER_PC};
	return rw_lock_by(rwlock, call, CLOCK_REALTIME, at);
}

INTERPOSE(int, pthread_rwlock_clockrdlock, pthread_rwlock_t *rwlock, clockid_t clock,
          const struct timespec *at)
{
	struct rw_call call = {.kind = OP_RWLOCK_TIMEDRDLOCK, .pc = CALLER_PC};
	return rw_lock_by(rwlock, call, clock, at);
}

INTERPOSE(int, pthread_rwlock_clockwrlock, pthread_rwlock_t *rwlock, clockid_t clock,
          const struct timespec *at)
{
	struct rw_call call = {.kind = OP_RWLOCK_TIMEDWRLOCK, .writing = true, .pc = CALLER_PC};
	return rw_lock_by(rwlock, call, clock, at);
}

static void rw_give(struct rwlock *l, const struct held_lock *held)
{
	if (!held->shared) {
		l->writing = 0;
		l->write_clock = native(self)->clock_ns;
	} else if (held->count == 1) {
		l->readers--;
		if (l->read_clock < native(self)->clock_ns)
			l->read_clock = native(self)->clock_ns;
	}
	held_drop(self, l);
}

INTERPOSE(int, pthread_rwlock_unlock, pthread_rwlock_t *rwlock)
{
	uintptr_t pc = CALLER_PC;
	struct rwlock *l = (struct rwlock *)rwlock;
	const struct held_lock *held = held_find(self, l);
	enum op_kind kind = !held || !held->shared ? OP_RWLOCK_WRUNLOCK
	                    : held->count > 1      ? OP_RELOCK
	                                           : OP_RWLOCK_RDUNLOCK;
	op_begin(kind, l, sizeof(*l), 0, pc);
	object_check(&rwlock_type, l, pc);
	if (!held)
		misuse(l, pc, "{T%u} unlocks read-write lock {0x%lx}, which it does not hold",
		       (unsigned)self->id, (unsigned long)(uintptr_t)l);
	rw_give(l, held);
	op_end(0);
	return 0;
}
