/* SPDX-License-Identifier: MIT */
/*
 * Two orders on the events of an execution, and the locks that each thread holds.
 *
 * must (limited happens-before without its locks): what comes before in every schedule in which the
 * threads take these steps. pure: besides, the order in which locks changed hands and
 * atomics were read, by the rules of DJIT+ and, for atomics and fences, of C11 with the memory
 * orders of the program. must is a part of pure. event/op.def says what each operation adds.
 *
 * Where C11 leaves a detail to interpretation, pure orders more rather than less, so that what is
 * called a C11 race is one: a failed compare-and-swap synchronizes as the successful one would
 * have; see race/atomic.h too.
 */
#ifndef RACE_ORDER_H
#define RACE_ORDER_H

#include "base/index.h"
#include "event/event.h"
#include "race/atomic.h"
#include "race/lockset.h"
#include "race/semaphore.h"
#include "race/vclock.h"

/* Deliberate mistakes, to see that the tests notice them. */
enum race_mutation {
	RACE_MUTATION_NONE,
	RACE_MUTATION_UNLOCK_MUST,   /* a lock orders critical sections in every schedule */
	RACE_MUTATION_READERS,       /* two readers exclude one another */
	RACE_MUTATION_NO_BARRIER,    /* barriers order nothing */
	RACE_MUTATION_NO_WAKE,       /* signals order nothing */
	RACE_MUTATION_NO_JOIN,       /* joins order nothing */
	RACE_MUTATION_EVERY_POST,    /* every post so far comes before a wait */
	RACE_MUTATION_RELAXED,       /* relaxed atomics synchronize */
	RACE_MUTATION_NO_FENCE,      /* fences do not */
	RACE_MUTATION_WHOLE_WORDS,   /* accesses are rounded to 8 bytes */
	RACE_MUTATION_LAST_ACCESS,   /* of each thread only its latest access is remembered */
	RACE_MUTATION_TRUST_SEM,     /* a semaphore that began as a lock stays one */
	RACE_MUTATION_NO_GENERATION, /* recycled memory is not told apart */
	RACE_MUTATION_COUNT
};

struct sync_object {
	uint64_t addr;
	uint8_t kind;          /* enum op_object; ON_MEMORY: an atomic variable */
	uint32_t incarnation;  /* how often it was made or destroyed in this execution */
	struct vclock pure;    /* of those who released it */
	struct vclock readers; /* rwlocks: of readers */
	struct vclock must;    /* barriers: of this round's arrivals; once: of its function's end */
	struct semaphore sem;
	struct atomic_location atomic;
};

struct held {
	struct race_lock lock;
	uint32_t depth;
};

struct order_thread {
	uint32_t time; /* events so far */
	uint32_t lockset;
	bool lockset_stale;
	uint64_t asleep_on; /* condition variable, futex or barrier; 0: awake */
	struct vclock must, pure;
	struct vclock exit_must, exit_pure; /* at its exit */
	struct vclock fence;                /* pure at its last release fence */
	struct vclock seen;                 /* what its relaxed loads read from */
	VEC(struct held) held;
};

struct order {
	struct locksets locksets;
	VEC(struct order_thread) threads;
	struct index index; /* of objects */
	VEC(struct sync_object) objects;
	size_t n_objects; /* in this execution; those behind keep their memory */
	VEC(struct vclock) kept;
	size_t n_kept;               /* likewise */
	VEC(uint64_t) just_demoted;  /* semaphores that were, since the caller last looked */
	VEC(struct race_lock) names; /* scratch */
	uint64_t ids_reused;         /* threads whose events stand under an older thread's id,
	                                unordered with it */
	enum race_mutation mutation;
};

void order_init(struct order *o, enum race_mutation mutation);
void order_release(struct order *o);
void order_begin(struct order *o);

/* The thread's next event begins: order_thread(o, t)->time is its time. */
void order_tick(struct order *o, unsigned thread);
/* What the event changes for what follows. After the accesses of the event were judged. */
void order_event(struct order *o, const struct event *e);

static inline struct order_thread *order_thread(const struct order *o, unsigned thread)
{
	return &o->threads.at[thread];
}

/* Its locks now. */
uint32_t order_lockset(struct order *o, unsigned thread);

#endif
