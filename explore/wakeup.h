/* SPDX-License-Identifier: MIT */
/*
 * Plans and wakeup trees: what must still be run below a node, and the order that
 * keeps it from being run twice (Abdulla, Aronis, Jonsson, Sagonas, POPL'14,
 * JACM'17).
 *
 * A plan is the sequence v of a race (e, e'): all steps after e that do not happen
 * after it, then e'. A wakeup tree is an ordered tree of plans, kept as siblings
 * from left to right. Nodes are freed by their owner through wakeup_free.
 */
#ifndef EXPLORE_WAKEUP_H
#define EXPLORE_WAKEUP_H

#include "explore/trace.h"

struct wakeup {
	struct step *step; /* owned reference */
	struct wakeup *child, *next;
	/*
	 * The step will touch what it says: it did so after the same steps, or does so
	 * wherever it is taken. The last step of a plan may not be sure.
	 */
	bool sure;
	/*
	 * Leaves: it may turn out to be covered by a branch to its left, of which it was not
	 * sure what it touches, and be taken out: so it covers nothing but itself.
	 */
	bool open;
};

struct wakeup_pool {
	VEC(struct wakeup *) free;
	size_t live, peak;
};

/* What some steps touch, as hashed bits: the same as struct step has of one. */
struct touched {
	uint64_t all, strong;
	bool world;
};

struct plan_item {
	struct step *rec; /* borrowed from the trace or the race */
	uint32_t index;   /* the step in the trace; NO_STEP for the last item, e' */
	uint16_t thread;  /* of rec */
	bool sure;        /* struct wakeup */
};

struct plan {
	VEC(struct plan_item) items;
	VEC(struct touched)
	before;       /* for each place in items: what those before it touch, or more */
	size_t first; /* items before this one are gone */
	/* Of all items, also those that are gone: what they touch, and whose they are. */
	struct touched touched;
	struct thread_set threads;
	VEC(uint32_t) removed;
	VEC(const struct step *) asleep; /* what the plan must wake, where it is inserted */
	bool settled; /* set by wakeup_insert: another continuation would change nothing */
};

/*
 * The plan of a race, in the execution that has just ended. False: e' could not
 * have been taken there after all, because another holder of its lock stays.
 */
bool plan_build(struct plan *p, const struct trace *t, const struct race *r);
void plan_release(struct plan *p);

/*
 * Whether s, a step that can be taken where the plan starts, is a weak initial of
 * the plan: it begins some execution that the plan begins, so that exploring s
 * covers the plan (JACM'17, weak initials).
 */
bool plan_weak_initial(const struct plan *p, const struct step *s);

/* Whether s, which can be taken where the plan starts, is in the plan and can go first. */
bool plan_begins_with(const struct plan *p, const struct step *s);
/* Whether the thread's first item can go first, as far as the accesses of the items tell. */
bool plan_initial(const struct plan *p, unsigned thread);

/* The thread's first item, or NULL. */
const struct plan_item *plan_item(const struct plan *p, unsigned thread);

/*
 * Inserts the plan into the tree of siblings *list; consumes the plan's items.
 * p->asleep are the sleepers of the node, none of which is a weak initial of p.
 * Returns the number of nodes added, 0 when the tree covers the plan already, or
 * PLAN_NO_ROOM if that were more than `room`: then nothing is.
 */
#define PLAN_NO_ROOM ((size_t)-1)
size_t wakeup_insert(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup **list,
                     struct plan *p, const struct trace *t, size_t room);
/*
 * Takes the branches out of *list that s, which is done where the tree starts,
 * covers. Needed where it was not sure what s touches.
 */
void wakeup_prune(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup **list,
                  const struct step *s);
struct wakeup *wakeup_new(struct wakeup_pool *pool, struct step *step);
/* How many siblings there are. */
unsigned wakeup_count(const struct wakeup *w);
/* Takes the first sibling out of the list; its subtree stays with it. */
struct wakeup *wakeup_shift(struct wakeup **list);
/* Frees the node, its subtree and its right siblings. w may be NULL. */
void wakeup_free(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup *w);
void wakeup_pool_release(struct wakeup_pool *pool);

#endif
