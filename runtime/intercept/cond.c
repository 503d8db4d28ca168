/* SPDX-License-Identifier: MIT */
/*
 * Condition variables. A wait is three steps that other threads can come between: give
 * up the mutex and fall asleep (one step), be woken, take the mutex again.
 *
 *   wait        COND_WAIT                     COND_REACQUIRE
 *   timed wait  COND_WAIT  COND_TIMEOUT       COND_REACQUIRE, returns ETIMEDOUT
 *               COND_WAIT  (woken: becomes)   COND_REACQUIRE, returns 0
 *
 * The sleepers of one variable gave up one mutex (anything else is misuse): the variable
 * remembers it, and a waker gives it to a timed sleeper as what to take next. A woken
 * thread never looks at the variable again, which may be destroyed by then.
 *
 * Sleepers wake by signals and time-outs only, never for no reason.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>

_Static_assert(sizeof(struct cond) == sizeof(pthread_cond_t), "lies in the program's variable");

const struct object_type cond_type = {
        .noun = "condition variable",
        .destroyer = "pthread_cond_destroy",
        .live = COND_LIVE,
        .dead = COND_DEAD,
        .size = sizeof(struct cond),
};

enum thread_status reacquire_can_run(const struct thread *t, const struct event *pending)
{
	if (t->asleep || mutex_blocks((const struct mutex *)pending->addr, t))
		return THREAD_BLOCKED;
	return THREAD_READY;
}

enum thread_status cond_timeout_can_run(const struct thread *t, const struct event *pending)
{
	(void)pending;
	return t->asleep ? THREAD_TIMEABLE : THREAD_READY;
}

void cond_init(const struct object_type *type, struct cond *c, clockid_t clock, uintptr_t pc)
{
	op_begin(OP_COND_INIT, c, sizeof(*c), 0, pc);
	object_init(type, c, pc);
	c->clock = clock;
	op_end(0);
}

void cond_destroy(const struct object_type *type, struct cond *c, uintptr_t pc)
{
	op_begin(OP_COND_DESTROY, c, sizeof(*c), 0, pc);
	object_check(type, c, pc);
	const struct thread *sleeper = sleeper_on(c, 0);
	if (sleeper)
		misuse(c, pc, "{T%u} destroys condition variable {0x%lx}, on which {T%u} sleeps",
		       (unsigned)self->id, (unsigned long)(uintptr_t)c, (unsigned)sleeper->id);
	object_kill(type, c, pc);
	op_end(0);
}

/* What POSIX wants of the mutex of a wait that self holds. */
static void check_wait(const struct cond *c, const struct mutex *m, uintptr_t pc)
{
	unsigned long cond = (uintptr_t)c, mutex = (uintptr_t)m;
	if (m->depth > 1)
		misuse(m, pc,
		       "{T%u} waits on {0x%lx} with mutex {0x%lx} locked %u times: others "
		       "cannot lock it meanwhile",
		       (unsigned)self->id, cond, mutex, m->depth);
	const struct thread *sleeper = sleeper_on(c, 0);
	if (sleeper && c->mutex != mutex)
		misuse(c, pc,
		       "{T%u} waits on {0x%lx} with mutex {0x%lx} while {T%u} waits on it with "
		       "mutex {0x%lx}",
		       (unsigned)self->id, cond, mutex, (unsigned)sleeper->id,
		       (unsigned long)c->mutex);
}

static int wait_not_holding(const struct cond *c, const struct mutex *m, uintptr_t pc)
{
	if (m->kind == PTHREAD_MUTEX_ERRORCHECK_NP) {
		op_kind_set(OP_RELOCK);
		op_end(EV_FAILED);
		return EPERM;
	}
	misuse(m, pc, "{T%u} waits on {0x%lx} without holding mutex {0x%lx}", (unsigned)self->id,
	       (unsigned long)(uintptr_t)c, (unsigned long)(uintptr_t)m);
}

/* After op_begin(OP_COND_REACQUIRE). */
static void reacquire(struct mutex *m, const struct wait_call *call)
{
	object_check(call->mutex_type, m, call->pc);
	BUG_ON(m->depth);
	mutex_take(m, call->pc);
	op_end(0);
}

int cond_wait(struct cond *c, struct mutex *m, const struct wait_call *call)
{
	bool timed = call->deadline.timed;
	if (timed && !deadline_valid(&call->deadline))
		return EINVAL;
	op_begin(OP_COND_WAIT, c, sizeof(*c), (uintptr_t)m, call->pc);
	object_check(call->cond_type, c, call->pc);
	object_check(call->mutex_type, m, call->pc);
	if (!mutex_held_by(m, self))
		return wait_not_holding(c, m, call->pc);
	check_wait(c, m, call->pc);
	mutex_give(m);
	c->mutex = (uintptr_t)m;
	thread_sleep(c, timed);
	op_end(0);

	if (timed) {
		op_begin(OP_COND_TIMEOUT, c, sizeof(*c), (uintptr_t)m, call->pc);
		if (op_kind_now() == OP_COND_TIMEOUT) {
			sleep_over();
			clock_reach(call->deadline.clock, &call->deadline.at);
			op_end(EV_TIMEOUT);
			op_begin(OP_COND_REACQUIRE, m, sizeof(*m), (uintptr_t)c, call->pc);
			reacquire(m, call);
			return ETIMEDOUT;
		}
	} else {
		op_begin(OP_COND_REACQUIRE, m, sizeof(*m), (uintptr_t)c, call->pc);
	}
	reacquire(m, call);
	return 0;
}

static void cond_wake(struct cond *c, struct thread *t)
{
	thread_wake(t, OP_COND_REACQUIRE, (const void *)c->mutex, sizeof(struct mutex),
	            (uintptr_t)c);
	clock_pass(t, native(self)->clock_ns);
}

void cond_signal(const struct object_type *type, struct cond *c, uintptr_t pc)
{
	op_begin(OP_COND_SIGNAL, c, sizeof(*c), NO_THREAD, pc);
	object_check(type, c, pc);
	unsigned n = sleepers_on(c);
	if (n) {
		struct thread *t = sleeper_on(c, op_choose(CHOICE_WAITER, n));
		cond_wake(c, t);
		op_arg(t->id);
	}
	op_end(0);
}

void cond_broadcast(const struct object_type *type, struct cond *c, uintptr_t pc)
{
	op_begin(OP_COND_BROADCAST, c, sizeof(*c), 0, pc);
	object_check(type, c, pc);
	struct thread *t;
	while ((t = sleeper_on(c, 0)))
		cond_wake(c, t);
	op_end(0);
}

INTERPOSE(int, pthread_cond_init, pthread_cond_t *cond, const pthread_condattr_t *attr)
{
	uintptr_t pc = CALLER_PC;
	int shared = 0;
	clockid_t clock = CLOCK_REALTIME;
	if (attr) {
		pthread_condattr_getpshared(attr, &shared);
		pthread_condattr_getclock(attr, &clock);
	}
	if (shared == PTHREAD_PROCESS_SHARED)
		unsupported("pthread_condattr_setpshared(PTHREAD_PROCESS_SHARED)", pc);
	cond_init(&cond_type, (struct cond *)cond, clock, pc);
	return 0;
}

INTERPOSE(int, pthread_cond_destroy, pthread_cond_t *cond)
{
	cond_destroy(&cond_type, (struct cond *)cond, CALLER_PC);
	return 0;
}

INTERPOSE(int, pthread_cond_signal, pthread_cond_t *cond)
{
	cond_signal(&cond_type, (struct cond *)cond, CALLER_PC);
	return 0;
}

INTERPOSE(int, pthread_cond_broadcast, pthread_cond_t *cond)
{
	cond_broadcast(&cond_type, (struct cond *)cond, CALLER_PC);
	return 0;
}

INTERPOSE(int, pthread_cond_wait, pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	struct wait_call call = {
	        .cond_type = &cond_type, .mutex_type = &mutex_type, .pc = CALLER_PC};
	return cond_wait((struct cond *)cond, (struct mutex *)mutex, &call);
}

static int cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, struct deadline deadline,
                           uintptr_t pc)
{
	struct wait_call call = {
	        .cond_type = &cond_type, .mutex_type = &mutex_type, .deadline = deadline, .pc = pc};
	return cond_wait((struct cond *)cond, (struct mutex *)mutex, &call);
}

INTERPOSE(int, pthread_cond_timedwait, pthread_cond_t *cond, pthread_mutex_t *mutex,
          const struct timespec *at)
{
	uintptr_t pc = CALLER_PC;
	/* A static initialiser is all zero, which is CLOCK_REALTIME. */
	clockid_t clock = ((struct cond *)cond)->clock;
	return cond_wait_until(cond, mutex, deadline_read(clock, at, pc), pc);
}

INTERPOSE(int, pthread_cond_clockwait, pthread_cond_t *cond, pthread_mutex_t *mutex,
          clockid_t clock, const struct timespec *at)
{
	uintptr_t pc = CALLER_PC;
	if (!clock_can_wait(clock))
		return EINVAL;
	return cond_wait_until(cond, mutex, deadline_read(clock, at, pc), pc);
}
