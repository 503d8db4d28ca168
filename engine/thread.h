/* SPDX-License-Identifier: MIT */
/*
 * The engine's part of a thread of the tested program, the table of all threads, and what each of
 * them is about to do.
 *
 * A machine (engine/machine.h) owns the memory of its threads: it embeds struct thread as the first
 * member of its own structure, gives it an id with thread_register(), and makes it schedulable with
 * thread_publish().
 */
#ifndef ENGINE_THREAD_H
#define ENGINE_THREAD_H

#include "base/bug.h"
#include "event/event.h"

#pragma GCC visibility push(hidden)

#define HOT  __attribute__((hot))
#define COLD __attribute__((cold, noinline))

#define SHADOW_STACK_MAX 4096 /* deeper frames are counted, not kept */
#define HELD_MAX         64

/* An entry of the shadow call stack. It is dead once the real stack has grown past it (longjmp). */
struct frame {
	uintptr_t pc; /* return address into the caller */
	uintptr_t sp;
	uint64_t code; /* what code_map.c knows of the stack up to here; 0: nothing yet */
};

struct held_lock {
	uintptr_t addr;
	uint32_t count; /* recursive locks */
	uint8_t shared; /* held for reading */
	uint8_t pad[3];
	uintptr_t pc; /* where it was taken */
};

struct thread {
	uint16_t id;
	uint8_t status;         /* enum thread_status: ABSENT, READY (alive) or EXITED */
	uint8_t part_of_call;   /* the operation is one of several of the same call */
	uint8_t asleep;         /* on a condition variable, futex or barrier; see sleep_addr */
	uint8_t timed;          /* the sleep may expire */
	uint8_t spinning;       /* blocked until somebody changes what its loop reads (spin.h) */
	uint8_t in_trial_round; /* repeats one round of its loop without scheduling points (spin.h)
	                         */
	uint8_t parked;         /* has exceeded the limit of its loop (loop.h) */
	uint8_t memory_reused;  /* [memory_lo, memory_hi) was another thread's before */
	uint16_t no_preempt;    /* depth of scree_atomic_begin */
	uint32_t depth;         /* of the shadow stack */
	uint32_t n_held;
	uint32_t asked;                 /* times it asked the clock or for random bytes */
	uint32_t hidden_run;            /* consecutive accesses that are no events (hidden.h) */
	uintptr_t hidden_lo;            /* accesses from here on are hidden (hidden.h) */
	uintptr_t hidden_bytes;         /* so many; 0: none are */
	uintptr_t memory_lo, memory_hi; /* its stack and thread-local variables; empty: not known */
	/*
	 * The part of its stack that spin.c compares: [program_sp, stack_top). Writes there change
	 * nothing else. Both 0: the machine's threads have no stacks.
	 */
	uintptr_t program_sp; /* at its last call into the runtime */
	uintptr_t stack_top;
	uintptr_t low_sp; /* how deep the stack has been seen */
	uintptr_t sleep_addr;
	struct frame *frames; /* SHADOW_STACK_MAX of them */
	char name[16];
	uintptr_t start; /* address of its function, for reports */
	struct spin *spin;
	struct loop *loop;
	struct held_lock held[HELD_MAX]; /* last: only n_held of them are valid */
};

/* The thread that runs. The machine defines it; NULL only before a native program is relocated. */
extern struct thread *self;
/* True from the first second thread (or choice) on: accesses and calls are events. */
extern bool threads_exist;

/* ----------------------------------------------------------------------- table */

extern struct thread *thread_table[MAX_THREADS];
extern unsigned n_threads;

static inline struct thread *thread_by_id(unsigned id)
{
	return thread_table[id];
}

/* Ids below this have existed in this execution. */
static inline unsigned thread_count(void)
{
	return n_threads;
}

/* Gives t the next id. The caller has checked that thread_count() is below MAX_THREADS. */
void thread_register(struct thread *t);
/* Makes a thread schedulable: its first operation is THREAD_BEGIN. */
void thread_publish(struct thread *t, uintptr_t pc);
/* self does nothing more. */
void thread_exited(void);
/* A new execution begins with thread 0 alone, which runs. */
void threads_begin(void);

/* ----------------------------------------------------------- pending operations */

/* Indexed by thread id: what each thread is about to do, and its status at the last decision. */
extern struct thread_view views[MAX_THREADS];

/* What t is about to do, or what it sleeps in. */
static inline const struct event *thread_pending(const struct thread *t)
{
	return &views[t->id].next;
}

/* self is about to do this. */
void pending_set(enum op_kind kind, uintptr_t addr, uint32_t size, uint64_t arg, uintptr_t pc);
/* More than its next operation decides from now on whether t can run: it is parked, or woken. */
void thread_ask(const struct thread *t);
/* What t can do now. */
enum thread_status thread_status_now(const struct thread *t);
/* Can t take its next step now? */
bool thread_can_step(const struct thread *t);
/* Brings the status of every thread in views up to date; how many can run. */
unsigned views_refresh(void);
/* The state of all threads as of the last views_refresh(). */
struct sched_view view_now(void);
/* See struct thread_view, woken_by. */
void thread_woken_by(const struct thread *t, uint64_t event);

/* ------------------------------------------------------------------ sleep, locks */

/* Marks self as asleep on addr; its wake-up operation then blocks until thread_wake. */
void thread_sleep(const volatile void *addr, bool timed);
/*
 * Gives a *sleeping* thread another pending operation: a signal turns COND_TIMEOUT
 * into COND_REACQUIRE. Also clears asleep.
 */
void thread_wake(struct thread *t, enum op_kind kind, const volatile void *addr, uint32_t size,
                 uint64_t arg);
/* The k-th sleeper on addr in the order of their ids, or NULL. */
struct thread *sleeper_on(const volatile void *addr, unsigned k);
unsigned sleepers_on(const volatile void *addr);

/* Locks held by a thread: for reports, and misuse checks. */
void held_add(struct thread *t, const volatile void *lock, bool shared, uintptr_t pc);
/* False where t does not hold it. Drops one level. */
bool held_drop(struct thread *t, const volatile void *lock);
struct held_lock *held_find(struct thread *t, const volatile void *lock);
/* Who holds it (the first one), or NULL. */
struct thread *holder_of(const volatile void *lock);

#pragma GCC visibility pop

#endif
