/* SPDX-License-Identifier: MIT */
/*
 * What a tested program may say to scree.
 *
 *     #include <scree.h>
 *
 * `scree cc` and `scree c++` define __SCREE__ and put this header on the include path. Compiled by
 * anything else, every function and macro here is a no-op: scree_choose gives 0 and scree_assert is
 * assert. The program then needs no library of ours, so annotations can stay in the source.
 *
 * A *schedule* is one way in which the threads of the program can take turns, together with the
 * outcome of every other choice (which waiter a signal wakes, whether a timed wait expires,
 * scree_choose). scree runs the program once for each schedule that it tries; one such run is an
 * *execution*. Every function may be called from any thread, before, while and after other threads
 * exist, and none of them touches errno.
 */
#ifndef SCREE_H
#define SCREE_H

#ifdef __SCREE__

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Lets another thread run, as sched_yield does: "I can make no progress right now". Call it in a
 * loop that waits for another thread, so that scree can tell waiting from working.
 */
void scree_yield(void);

/*
 * A preemption point of the program's own: here scree may switch to another thread, or may not.
 * Useful where the chosen --pp set has no preemption point, e.g. around inline assembly, which
 * scree cannot see. Other than scree_yield it does not say that the caller waits.
 */
void scree_preempt(void);

/*
 * A value from 0 to n-1; scree tries every one of them. n is at least 1. For inputs of a test, for
 * failures to inject: if (scree_choose(2)) return ENOMEM;
 */
unsigned scree_choose(unsigned n);

/*
 * Calls fn once at the end of the execution: after every thread has exited (detached ones too) and
 * main has returned, or after pthread_exit in main or exit(). There fn checks what must hold in the
 * end, whatever the schedule was. Several functions are called last one first, before the handlers
 * of atexit. An execution that a finding ended calls none.
 */
void scree_at_end(void (*fn)(void));

/*
 * Between begin and end no other thread runs: the accesses of the section are one step, not
 * something to interleave. For code that is known to be right, such as a log or a reference
 * implementation to compare with. Sections nest. A section that blocks (a locked mutex, a join)
 * lets others run until it can go on; a thread must not exit inside one.
 */
void scree_atomic_begin(void);
void scree_atomic_end(void);

/* What scree_assert and scree_assume call; no program calls them itself. */
void scree_assert_fail(const char *expr, const char *file, int line, const char *func)
        __attribute__((noreturn));
void scree_assume_fail(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

/*
 * As assert, but on even with NDEBUG: a false cond is a finding of kind "assertion" at this line.
 */
#define scree_assert(cond)                                                                         \
	((cond) ? (void)0 : scree_assert_fail(#cond, __FILE__, __LINE__, __func__))

/*
 * Schedules in which cond is false here are of no interest: the execution ends at once, without a
 * finding. How many ended so is counted and shown with the verdict.
 */
#define scree_assume(cond) ((cond) ? (void)0 : scree_assume_fail())

#else /* a normal build */

#include <assert.h>

static inline void scree_yield(void)
{
}

static inline void scree_preempt(void)
{
}

static inline unsigned scree_choose(unsigned n)
{
	(void)n;
	return 0;
}

static inline void scree_at_end(void (*fn)(void))
{
	(void)fn;
}

static inline void scree_atomic_begin(void)
{
}

static inline void scree_atomic_end(void)
{
}

#define scree_assert(cond) assert(cond)
#define scree_assume(cond) ((void)(cond))

#endif

#endif
