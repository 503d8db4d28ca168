/* SPDX-License-Identifier: MIT */
/*
 * C11 mutexes, condition variables and call_once: the POSIX ones by other names and with
 * other results. C11 has no static initialisers for them, so zeros are no mutex.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

_Static_assert(sizeof(struct mutex) == sizeof(mtx_t), "lies in the program's mutex");
_Static_assert(sizeof(struct cond) == sizeof(cnd_t), "lies in the program's variable");
_Static_assert(sizeof(int) == sizeof(once_flag), "one word");

const struct object_type mtx_type = {
        .noun = "mutex",
        .destroyer = "mtx_destroy",
        .live = MUTEX_LIVE,
        .dead = MUTEX_DEAD,
        .size = sizeof(struct mutex),
        .kind_max = -1,
};

const struct object_type cnd_type = {
        .noun = "condition variable",
        .destroyer = "cnd_destroy",
        .live = COND_LIVE,
        .dead = COND_DEAD,
        .size = sizeof(struct cond),
        .kind_max = -1,
};

static int c11_result(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	}
	return thrd_error;
}

/* ------------------------------------------------------------------ mutexes */

INTERPOSE(int, mtx_init, mtx_t *mtx, int type)
{
	struct mutex *m = (struct mutex *)mtx;
	if (type & ~(mtx_timed | mtx_recursive))
		return thrd_error;
	int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE_NP : PTHREAD_MUTEX_NORMAL;
	mutex_init(&mtx_type, m, kind, CALLER_PC);
	m->timed = (type & mtx_timed) != 0;
	return thrd_success;
}

INTERPOSE(void, mtx_destroy, mtx_t *mtx)
{
	mutex_destroy(&mtx_type, (struct mutex *)mtx, CALLER_PC);
}

INTERPOSE(int, mtx_lock, mtx_t *mtx)
{
	struct lock_call call = {.type = &mtx_type, .kind = OP_MUTEX_LOCK, .pc = CALLER_PC};
	return c11_result(mutex_lock((struct mutex *)mtx, &call));
}

INTERPOSE(int, mtx_trylock, mtx_t *mtx)
{
	struct lock_call call = {.type = &mtx_type, .kind = OP_MUTEX_TRYLOCK, .pc = CALLER_PC};
	return c11_result(mutex_lock((struct mutex *)mtx, &call));
}

INTERPOSE(int, mtx_timedlock, mtx_t *restrict mtx, const struct timespec *restrict at)
{
	struct mutex *m = (struct mutex *)mtx;
	struct lock_call call = {.type = &mtx_type, .kind = OP_MUTEX_TIMEDLOCK, .pc = CALLER_PC};
	if (m->magic == MUTEX_LIVE && !m->timed)
		finding_warn(
		        FINDING_SYNC_MISUSE, call.pc,
		        "{T%u} calls mtx_timedlock on {0x%lx}, which was made without mtx_timed",
		        (unsigned)self->id, (unsigned long)(uintptr_t)m);
	call.deadline = deadline_read(CLOCK_REALTIME, at, call.pc);
	return c11_result(mutex_lock(m, &call));
}

INTERPOSE(int, mtx_unlock, mtx_t *mtx)
{
	return c11_result(mutex_unlock(&mtx_type, (struct mutex *)mtx, CALLER_PC));
}

/* ------------------------------------------------------ condition variables */

INTERPOSE(int, cnd_init, cnd_t *cnd)
{
	cond_init(&cnd_type, (struct cond *)cnd, CLOCK_REALTIME, CALLER_PC);
	return thrd_success;
}

INTERPOSE(void, cnd_destroy, cnd_t *cnd)
{
	cond_destroy(&cnd_type, (struct cond *)cnd, CALLER_PC);
}

INTERPOSE(int, cnd_signal, cnd_t *cnd)
{
	cond_signal(&cnd_type, (struct cond *)cnd, CALLER_PC);
	return thrd_success;
}

INTERPOSE(int, cnd_broadcast, cnd_t *cnd)
{
	cond_broadcast(&cnd_type, (struct cond *)cnd, CALLER_PC);
	return thrd_success;
}

INTERPOSE(int, cnd_wait, cnd_t *cnd, mtx_t *mtx)
{
	struct wait_call call = {.cond_type = &cnd_type, .mutex_type = &mtx_type, .pc = CALLER_PC};
	return c11_result(cond_wait((struct cond *)cnd, (struct mutex *)mtx, &call));
}

INTERPOSE(int, cnd_timedwait, cnd_t *restrict cnd, mtx_t *restrict mtx,
          const struct timespec *restrict at)
{
	struct wait_call call = {.cond_type = &cnd_type, .mutex_type = &mtx_type, .pc = CALLER_PC};
	call.deadline = deadline_read(CLOCK_REALTIME, at, call.pc);
	return c11_result(cond_wait((struct cond *)cnd, (struct mutex *)mtx, &call));
}

/* --------------------------------------------------------------------- once */

INTERPOSE(void, call_once, once_flag *flag, void (*fn)(void))
{
	once_call((int *)flag, fn, CALLER_PC);
}
