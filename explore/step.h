/* SPDX-License-Identifier: MIT */
/*
 * A step as it is remembered after its execution is over: who, with which
 * outcomes of its choices, touching what. Sleep sets and wakeup trees hold steps.
 *
 * Immutable once made, shared by counting references. The pool belongs to the
 * explorer; steps must not outlive it.
 */
#ifndef EXPLORE_STEP_H
#define EXPLORE_STEP_H

#include "explore/access.h"

/* The answer to one choice point within a step: value out of n. */
struct outcome {
	uint16_t value;
	uint16_t n;
	uint16_t kind; /* enum choice_kind */
};
typedef VEC(struct outcome) outcome_vec;

struct step {
	uint32_t refs;
	uint16_t thread;
	bool world;     /* has a TAG_TERMINATE access */
	bool stable;    /* would touch the same wherever its thread comes to take it */
	bool predicted; /* was not seen to touch this, but will where it is planned (predict.c) */
	uint16_t n_outcomes;
	uint8_t kind; /* enum op_kind of what it begins with; OP_COUNT: not known */
	uint32_t n_accesses;
	uint32_t bytes;  /* 0: fits the pool's size */
	uint64_t all;    /* one hashed bit for each object touched */
	uint64_t strong; /* the same, of accesses that conflict with SHARED ones */
	struct outcome *outcomes;
	struct access accesses[];
};

struct step_pool {
	VEC(struct step *) free;
	struct step *bare[MAX_THREADS]; /* one reference each; or NULL */
	bool bare_unshared;             /* step_bare() makes a new one each time */
};

void step_pool_release(struct step_pool *pool);

/* A new step with one reference. The vectors are copied; either may be NULL. */
struct step *step_new(struct step_pool *pool, unsigned thread, const access_vec *accesses,
                      const outcome_vec *outcomes);
/* A reference to a step of which only the thread is known: one for all that are alike. */
struct step *step_bare(struct step_pool *pool, unsigned thread);
static inline struct step *step_ref(struct step *s)
{
	s->refs++;
	return s;
}
/* s may be NULL. */
void step_unref(struct step_pool *pool, struct step *s);

/* Whether no access of the one conflicts with one of the other. */
bool step_apart(const struct step *a, const struct step *b);

/* Whether the two commute and neither enables or disables the other (dep.def). */
static inline bool step_independent(const struct step *a, const struct step *b)
{
	if (a->thread == b->thread || a->world || b->world)
		return false;
	return (!(a->all & b->strong) && !(a->strong & b->all)) || step_apart(a, b);
}

/* Whether both have the same accesses, in the same order. */
bool step_touches_same(const struct step *a, const struct step *b);

/*
 * Whether both stand for the same next step of one thread: equal outcomes as far
 * as both say. A step in a plan may leave later outcomes open.
 */
bool step_same(const struct step *a, const struct step *b);

#endif
