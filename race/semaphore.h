/* SPDX-License-Identifier: MIT */
/*
 * Semaphores: which posts a wait needed, and whether they are used as locks.
 *
 * Signalling. A wait needs a post if it could not have happened without it: without that post,
 * and the later ones of the same thread, which come after it in every schedule, fewer units
 * would have been there than the waiting thread has taken by then. (The waits of other threads
 * could have come later, so they do not count.) Such a post comes before the wait: a must
 * order. With one poster and one waiter the n-th wait needs the n-th post; of two posters
 * neither is needed by a first wait.
 *
 * Locking. A semaphore that begins at 1, and that each thread posts only after it has waited
 * for it, is a lock: at most one thread is between its wait and its post. The first post by who
 * does not hold it (hand-off, or one unit too many), or a value that no lock could have, shows
 * that it is none. From then on, in later executions too, it excludes nothing, and
 * what it excluded before is reported.
 */
#ifndef RACE_SEMAPHORE_H
#define RACE_SEMAPHORE_H

#include "base/vec.h"
#include "event/event.h"

/* What one thread has done to a semaphore. */
struct sem_thread {
	VEC(uint32_t) posts; /* numbers of kept clocks, in order */
	uint32_t takes;
};

struct semaphore {
	uint32_t value;   /* when it was first seen */
	bool known;       /* value is */
	bool is_lock;     /* as far as has been seen */
	uint16_t holder;  /* is_lock: who has waited and not posted; NO_THREAD: nobody */
	uint32_t n_posts; /* of all threads */
	VEC(struct sem_thread) threads;
};

/* What an operation on it showed. */
enum sem_news {
	SEM_NOTHING,
	SEM_HELD,    /* the thread holds it now, as a lock */
	SEM_GIVEN,   /* it does not any more */
	SEM_DEMOTED, /* it is no lock after all; holder has not been changed */
};

/* A semaphore that is new, in memory that may hold an older one. */
void semaphore_reset(struct semaphore *s);
void semaphore_release(struct semaphore *s);
/* Its value is this before anything else happens to it, unless that is known already. */
void semaphore_begins(struct semaphore *s, uint64_t value, bool may_be_lock);

/* value: before the operation, which succeeded. */
enum sem_news semaphore_take(struct semaphore *s, unsigned thread, uint64_t value);
enum sem_news semaphore_post(struct semaphore *s, unsigned thread, uint64_t value, uint32_t clock);
/*
 * After semaphore_take: the latest post of another thread that the take needed, as the number of
 * its clock. False: it needed none of that thread's.
 */
bool semaphore_needed(const struct semaphore *s, unsigned thread, unsigned other, uint32_t *clock);

#endif
