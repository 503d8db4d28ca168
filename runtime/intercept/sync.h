/* SPDX-License-Identifier: MIT */
/*
 * What the families of synchronization calls share.
 *
 * The state of an object lies in the program's own object (a pthread_mutex_t is read
 * as a struct mutex, and so on): it is restored with the program's memory, and copies
 * of static initialisers work. Its first word is a magic number:
 *
 *   live        initialised by a call, or by the first use of a static initialiser
 *   dead        destroyed
 *   zero        a static initialiser, where the rest fits and the type has one
 *   other       never initialised
 *
 * Every call has the same shape. Nothing of the object is trusted before op_begin()
 * has returned, because other threads may run until then: afterwards object_check()
 * raises the finding for memory and objects that cannot be used. A can_run function
 * therefore answers READY for an object that is not live, and lets the call itself
 * report it. The only fact used earlier is that the caller itself holds a lock, which
 * no other thread can change.
 *
 * Virtual time follows happens-before (clock_join): a lock carries the time of who
 * released it, a wake-up that of the waker. A semaphore carries none: a post that a
 * wait did not need is independent of it, and must not be seen through the clock.
 */
#ifndef RUNTIME_INTERCEPT_SYNC_H
#define RUNTIME_INTERCEPT_SYNC_H

#include "runtime/rt.h"

#include <time.h>

/* What a can_run function answers where the operation cannot happen now. */
static inline enum thread_status blocked_status(const struct event *pending)
{
	return op_info[pending->kind].flags & OPF_TIMED ? THREAD_TIMEABLE : THREAD_BLOCKED;
}

struct object_type {
	const char *noun;      /* "mutex" */
	const char *destroyer; /* "pthread_mutex_destroy" */
	uint32_t live;
	uint32_t dead;
	uint32_t size;
	/*
	 * A static initialiser is zero but for an int at kind_at, at most kind_max.
	 * kind_max is -1 where the type has no static initialiser.
	 */
	uint32_t kind_at;
	int32_t kind_max;
};

/* Raises a finding unless the object can be used; makes a static initialiser live. */
void object_check(const struct object_type *type, void *obj, uintptr_t pc);
/* A fresh, live object of zeros; a finding where a thread still holds it or sleeps on it. */
void object_init(const struct object_type *type, void *obj, uintptr_t pc);
/* The object is checked and nobody uses it: only init may follow. */
void object_kill(const struct object_type *type, void *obj, uintptr_t pc);

/* A sync-misuse finding about obj, with notes on who holds it and who sleeps on it. */
#define misuse(obj, pc, ...)                                                                       \
	misuse_finish(finding_start(FINDING_SYNC_MISUSE, (pc), __VA_ARGS__), (obj))
NORETURN void misuse_finish(struct finding *f, const volatile void *obj);
/* Adds where each sleeper on obj went to sleep. */
void note_sleepers(struct finding *f, const volatile void *obj);

/* The waiting of a call that may give up. */
struct deadline {
	bool timed;
	clockid_t clock;
	struct timespec at;
};

/* Reads the program's timespec, which is absolute, as libc would. */
struct deadline deadline_read(clockid_t clock, const struct timespec *at, uintptr_t pc);
/* A time span of self from now on, as a deadline of CLOCK_MONOTONIC. It is valid. */
struct deadline deadline_after(const struct timespec *span);
/* POSIX: EINVAL for nanoseconds outside [0, 1000 million). */
bool deadline_valid(const struct deadline *d);
/*
 * How a timed operation ends that could not happen: EINVAL or ETIMEDOUT, with the
 * caller's clock moved to the deadline. Calls op_end().
 */
int deadline_fail(const struct deadline *d);
/* The clocks that the *_clock* calls take. */
bool clock_can_wait(clockid_t clock);

/* self stops sleeping on its own account: its time ran out. */
static inline void sleep_over(void)
{
	self->asleep = 0;
}

/* t has seen what was seen at ns. */
static inline void clock_pass(struct thread *t, uint64_t ns)
{
	if (native(t)->clock_ns < ns)
		native(t)->clock_ns = ns;
}

/* ------------------------------------------------------------------ mutexes */

#define MUTEX_LIVE 0x4d757478u
#define MUTEX_DEAD 0x6d757478u

/* pthread_mutex_t and mtx_t. */
struct mutex {
	uint32_t magic;
	uint32_t depth;  /* levels taken; 0: free */
	uint32_t holder; /* thread id, while depth > 0 */
	uint32_t timed;  /* mtx_t: made with mtx_timed */
	int32_t kind;    /* PTHREAD_MUTEX_*_NP, where the static initialisers have it */
	uint32_t spare;
	uint64_t clock; /* virtual time of the last release */
	uint64_t rest;
};

/* What kind of lock, and how it waits. */
struct lock_call {
	const struct object_type *type;
	enum op_kind kind; /* OP_MUTEX_LOCK, _TRYLOCK or _TIMEDLOCK */
	struct deadline deadline;
	uintptr_t pc;
};

extern const struct object_type mutex_type, mtx_type;

/* All of these return as the pthread function does. */
int mutex_init(const struct object_type *type, struct mutex *m, int kind, uintptr_t pc);
int mutex_destroy(const struct object_type *type, struct mutex *m, uintptr_t pc);
int mutex_lock(struct mutex *m, const struct lock_call *call);
int mutex_unlock(const struct object_type *type, struct mutex *m, uintptr_t pc);

/* The parts that condition variables need. */
bool mutex_held_by(const struct mutex *m, const struct thread *t);
/* Would t block on it? */
bool mutex_blocks(const struct mutex *m, const struct thread *t);
/* self takes a free mutex; self gives back one level. No event, no check. */
void mutex_take(struct mutex *m, uintptr_t pc);
void mutex_give(struct mutex *m);

/* ------------------------------------------------------ condition variables */

#define COND_LIVE 0x436f6e64u
#define COND_DEAD 0x636f6e64u

/* pthread_cond_t and cnd_t. */
struct cond {
	uint32_t magic;
	int32_t clock;  /* of pthread_cond_timedwait */
	uint64_t mutex; /* that the sleepers gave up; one for all of them */
	uint64_t rest[4];
};

struct wait_call {
	const struct object_type *cond_type;
	const struct object_type *mutex_type;
	struct deadline deadline;
	uintptr_t pc;
};

extern const struct object_type cond_type, cnd_type;

void cond_init(const struct object_type *type, struct cond *c, clockid_t clock, uintptr_t pc);
void cond_destroy(const struct object_type *type, struct cond *c, uintptr_t pc);
int cond_wait(struct cond *c, struct mutex *m, const struct wait_call *call);
void cond_signal(const struct object_type *type, struct cond *c, uintptr_t pc);
void cond_broadcast(const struct object_type *type, struct cond *c, uintptr_t pc);

/* -------------------------------------------------- other families' insides */

/* pthread_rwlock_t */
struct rwlock {
	uint32_t magic;
	uint32_t readers; /* threads that hold it for reading */
	uint32_t writing; /* 1: writer holds it */
	uint32_t writer;
	uint64_t write_clock; /* virtual time of the last release by a writer */
	uint64_t read_clock;  /* and the latest by a reader */
	uint64_t rest[2];
	int32_t kind; /* PTHREAD_RWLOCK_*_NP, where the static initialisers have it */
	uint32_t spare;
};

/* How many threads a round of this pthread_barrier_t takes. */
unsigned barrier_size(uintptr_t barrier);

/* Runs fn unless it has been run; state is a pthread_once_t or a once_flag. */
void once_call(int *state, void (*fn)(void), uintptr_t pc);
/* The thread that runs the function of the once or guard that an ONCE_RUN waits for, or NULL. */
struct thread *once_runner(const struct event *pending);

/* The guard of a C++ function-local static; the size of the object tells it from a once. */
struct guard {
	uint8_t done; /* compiled code looks at this byte */
	uint8_t running;
	uint16_t thread; /* who runs the initialisation */
	uint32_t rest;
};
#define GUARD_SIZE 8
struct thread *guard_runner(const struct guard *g);

/* The model of SYS_futex; op and the rest as for the system call. */
struct futex_args {
	uint32_t *word;
	int op;
	uint32_t value;
	uintptr_t timeout; /* or the second count */
	uint32_t *word2;
	uint32_t value3;
};
long futex_call(const struct futex_args *a, uintptr_t pc);

#endif
