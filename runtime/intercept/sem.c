/* SPDX-License-Identifier: MIT */
/* Unnamed semaphores. Named ones are shared between processes, which we cannot control. */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 0x7fffffff
#endif

/* sem_t */
struct sem {
	uint32_t magic;
	uint32_t value;
	uint64_t rest[3];
};
_Static_assert(sizeof(struct sem) == sizeof(sem_t), "lies in the program's semaphore");

static const struct object_type sem_type = {
        .noun = "semaphore",
        .destroyer = "sem_destroy",
        .live = 0x53656d61u,
        .dead = 0x73656d61u,
        .size = sizeof(struct sem),
        .kind_max = -1,
};

enum thread_status sem_can_run(const struct thread *t, const struct event *pending)
{
	(void)t;
	const struct sem *s = (const struct sem *)pending->addr;
	if (s->magic != sem_type.live || s->value)
		return THREAD_READY;
	return blocked_status(pending);
}

static int sem_fail(int error)
{
	errno = error;
	return -1;
}

INTERPOSE(int, sem_init, sem_t *sem, int shared, unsigned value)
{
	uintptr_t pc = CALLER_PC;
	struct sem *s = (struct sem *)sem;
	if (value > SEM_VALUE_MAX)
		return sem_fail(EINVAL);
	if (shared)
		unsupported("sem_init for several processes (pshared)", pc);
	op_begin(OP_SEM_INIT, s, sizeof(*s), value, pc);
	object_init(&sem_type, s, pc);
	s->value = value;
	op_end(0);
	return 0;
}

/* A thread that can go on only when this semaphore is posted, or NULL. */
static const struct thread *sem_waiter(const struct sem *s)
{
	for (unsigned i = 0; i < thread_count() && !s->value; i++) {
		const struct thread *t = thread_by_id(i);
		const struct event *pending = thread_pending(t);
		if (t != self && t->status == THREAD_READY && pending->addr == (uintptr_t)s &&
		    op_info[pending->kind].waits == WAIT_UNIT)
			return t;
	}
	return NULL;
}

INTERPOSE(int, sem_destroy, sem_t *sem)
{
	uintptr_t pc = CALLER_PC;
	struct sem *s = (struct sem *)sem;
	op_begin(OP_SEM_DESTROY, s, sizeof(*s), 0, pc);
	object_check(&sem_type, s, pc);
	const struct thread *waiter = sem_waiter(s);
	if (waiter)
		misuse(s, pc, "{T%u} destroys semaphore {0x%lx}, for which {T%u} waits",
		       (unsigned)self->id, (unsigned long)(uintptr_t)s, (unsigned)waiter->id);
	object_kill(&sem_type, s, pc);
	op_end(0);
	return 0;
}

static int sem_take(sem_t *sem, enum op_kind kind, const struct deadline *deadline, uintptr_t pc)
{
	struct sem *s = (struct sem *)sem;
	op_begin(kind, s, sizeof(*s), 0, pc);
	object_check(&sem_type, s, pc);
	op_arg(s->value);
	if (s->value) {
		s->value--;
		op_end(0);
		return 0;
	}
	if (kind != OP_SEM_TRYWAIT)
		return sem_fail(deadline_fail(deadline));
	op_end(EV_FAILED);
	return sem_fail(EAGAIN);
}

INTERPOSE(int, sem_wait, sem_t *sem)
{
	struct deadline never = {0};
	return sem_take(sem, OP_SEM_WAIT, &never, CALLER_PC);
}

INTERPOSE(int, sem_trywait, sem_t *sem)
{
	struct deadline never = {0};
	return sem_take(sem, OP_SEM_TRYWAIT, &never, CALLER_PC);
}

INTERPOSE(int, sem_timedwait, sem_t *sem, const struct timespec *at)
{
	uintptr_t pc = CALLER_PC;
	struct deadline deadline = deadline_read(CLOCK_REALTIME, at, pc);
	return sem_take(sem, OP_SEM_TIMEDWAIT, &deadline, pc);
}

INTERPOSE(int, sem_clockwait, sem_t *sem, clockid_t clock, const struct timespec *at)
{
	uintptr_t pc = CALLER_PC;
	if (!clock_can_wait(clock))
		return sem_fail(EINVAL);
	struct deadline deadline = deadline_read(clock, at, pc);
	return sem_take(sem, OP_SEM_TIMEDWAIT, &deadline, pc);
}

INTERPOSE(int, sem_post, sem_t *sem)
{
	uintptr_t pc = CALLER_PC;
	struct sem *s = (struct sem *)sem;
	op_begin(OP_SEM_POST, s, sizeof(*s), 0, pc);
	object_check(&sem_type, s, pc);
	op_arg(s->value);
	bool full = s->value == SEM_VALUE_MAX;
	if (!full)
		s->value++;
	op_end(full ? EV_FAILED : 0);
	return full ? sem_fail(EOVERFLOW) : 0;
}

INTERPOSE(int, sem_getvalue, sem_t *sem, int *value)
{
	uintptr_t pc = CALLER_PC;
	struct sem *s = (struct sem *)sem;
	op_begin(OP_SEM_GETVALUE, s, sizeof(*s), 0, pc);
	object_check(&sem_type, s, pc);
	op_arg(s->value);
	int seen = (int)s->value;
	op_end(0);
	access_range(value, sizeof(*value), OP_WRITE, pc);
	*value = seen;
	return 0;
}

INTERPOSE(sem_t *, sem_open, const char *name, int flags, ...)
{
	(void)name, (void)flags;
	unsupported("sem_open", CALLER_PC);
}

INTERPOSE(int, sem_close, sem_t *sem)
{
	(void)sem;
	unsupported("sem_close", CALLER_PC);
}

INTERPOSE(int, sem_unlink, const char *name)
{
	(void)name;
	unsupported("sem_unlink", CALLER_PC);
}
