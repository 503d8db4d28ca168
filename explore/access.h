/* SPDX-License-Identifier: MIT */
/*
 * What an event touches, in the form that reductions compare: a list of accesses.
 *
 * event/dep.def states the dependency relation in words, and encodes it by tags, groups and
 * roles, which are explained here. An access names an object (tag and key) and the group in which
 * it touches it. Two accesses of one object conflict iff their groups do (access_conflict). Memory
 * is compared by bytes. The edges create -> begin, exit -> join and wake-up -> return are accesses
 * too, so that one relation says everything.
 *
 * Pure functions; may be called anywhere.
 */
#ifndef EXPLORE_ACCESS_H
#define EXPLORE_ACCESS_H

#include "base/vec.h"
#include "event/event.h"

enum access_tag {
	TAG_MEMORY,     /* key: address, size: bytes */
	TAG_LOCK,       /* key: address of a mutex, read-write lock or once flag */
	TAG_QUEUE,      /* key: address of a condition variable or futex: who sleeps there */
	TAG_SEM,        /* key: address of a semaphore */
	TAG_BARRIER,    /* key: address of a barrier */
	TAG_CREATE,     /* key: thread; create before begin */
	TAG_EXIT,       /* key: thread; exit before join */
	TAG_WAKE,       /* key: thread; what woke it before it goes on */
	TAG_CONSTRAINT, /* key: a constraint (constraint.h); its first before its second */
	TAG_TERMINATE,  /* ended the execution while others could run: conflicts with every step,
	               see step_independent */
};

/*
 * How an object is touched.
 *            memory  lock                     queue    sem               barrier  others
 *  EXCLUSIVE write   exclusive, got or freed  notify   unit taken        arrive   cause
 *  SHARED    read    shared, got or freed     sleep    post
 *  OBSERVE           exclusive try, failed             found 0, getvalue
 *  EFFECT            shared try, failed                                           effect
 *  NEUTRAL           inner lock of a recursive mutex
 * EXCLUSIVE conflicts with all but NEUTRAL, SHARED with OBSERVE; nothing else does.
 */
enum access_group {
	GROUP_EXCLUSIVE,
	GROUP_SHARED,
	GROUP_OBSERVE,
	GROUP_EFFECT,
	GROUP_NEUTRAL,
	GROUP_COUNT
};

/* Whether the step could have been taken at all had the object been in another state. */
enum access_role {
	ROLE_PLAIN, /* yes: it would only have had another outcome */
	ROLE_BLOCK, /* no: it waits until the object lets it; first operation of its step */
	ROLE_PASS,  /* as ROLE_BLOCK, but nothing is held afterwards */
	ROLE_GRAB,  /* yes, and the object is held afterwards */
	ROLE_FREE,  /* yes; this is what those in ROLE_BLOCK wait for */
};

struct access {
	uint64_t key;
	uint32_t size;
	uint8_t tag;   /* enum access_tag */
	uint8_t group; /* enum access_group */
	uint8_t role;  /* enum access_role */
	/*
	 * TAG_SEM: value before the operation, at most 255. TAG_LOCK: ACCESS_FREE_ALL.
	 * TAG_MEMORY: the enum access_tag of the synchronization object whose bytes
	 * these are, or 0.
	 */
	uint8_t units;
};
_Static_assert(sizeof(struct access) == 16, "kept small: steps hold many");

#define ACCESS_FREE_ALL 1 /* frees a recursive mutex whatever its depth: condition wait */

typedef VEC(struct access) access_vec;

/*
 * Appends what event e touches. first: e is the first operation of its step, so
 * that it could not be taken while it would have blocked; a blocking operation in
 * the middle of a step succeeded because it did not block, and would only have cut
 * the step short, which makes it a try-operation.
 */
void access_of_event(access_vec *out, const struct event *e, bool first);

/*
 * Appends what a step learned from having been cut short at e, an operation that
 * is no preemption point but blocked: that the object was not available.
 */
void access_of_cut(access_vec *out, const struct event *e);

/* Of tags other than TAG_TERMINATE. */
bool access_conflict(const struct access *a, const struct access *b);

/* Groups of one object, see the table above. */
static inline bool access_groups_conflict(enum access_group a, enum access_group b)
{
	if (a == GROUP_NEUTRAL || b == GROUP_NEUTRAL)
		return false;
	if (a == GROUP_EXCLUSIVE || b == GROUP_EXCLUSIVE)
		return true;
	return (a == GROUP_SHARED && b == GROUP_OBSERVE) ||
	       (a == GROUP_OBSERVE && b == GROUP_SHARED);
}

#endif
