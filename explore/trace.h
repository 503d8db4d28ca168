/* SPDX-License-Identifier: MIT */
/*
 * The current execution: its events, its steps, happens-before between steps, and
 * the reversible races found in it.
 *
 * A step is everything that happens between two scheduling decisions. The first
 * `keep` steps of an execution repeat those of the one before; they are compared
 * with what was recorded and cost nothing else. A difference ends the search
 * (struct divergence).
 *
 * Happens-before is the smallest transitive relation that contains program order
 * and orders any two steps with conflicting accesses as they happened (Abdulla et
 * al., JACM'17). clock(j)[t] is how many steps of thread t are before or at j.
 */
#ifndef EXPLORE_TRACE_H
#define EXPLORE_TRACE_H

#include "explore/constraint.h"
#include "explore/shadow.h"
#include "explore/step.h"

/* Deliberate mistakes, for tests that show that the oracle notices them. */
enum explore_mutation {
	MUTATION_NONE,
	MUTATION_DROP_RACE,       /* every fifth race is forgotten */
	MUTATION_NO_PENDING,      /* blocked threads do not race */
	MUTATION_SLEEP_ON,        /* dependent steps do not wake a sleeper */
	MUTATION_NO_SLEEP,        /* nothing ever sleeps */
	MUTATION_UNLOCK_LOCK,     /* a lock races with the unlock before it, not with the lock */
	MUTATION_LAST_STEP_ONLY,  /* plans keep e' only */
	MUTATION_FIRST_OUTCOME,   /* choices have one outcome */
	MUTATION_NO_TIMEOUT_RACE, /* a wake-up does not race with the time-out it prevents */
	MUTATION_WHOLE_WORDS,     /* accesses are rounded to 8 bytes */
	MUTATION_NO_CUT,          /* cut steps have not seen what cut them */
	MUTATION_NO_FATAL,        /* ending the execution is independent of the rest */
	/* from here on: of bounds on preemptions */
	MUTATION_NO_FREE_POINT, /* a bound does not look for a cheaper place */
	MUTATION_NO_ENABLED,    /* a bound does not mind whether a thread would have blocked */
	/* of tests/unit/explore/predicted.c */
	MUTATION_TRUST_PREDICTED, /* predictions of atomics are not checked */
	MUTATION_COUNT
};

struct trace_step {
	struct step *rec; /* owned; NULL until the step has ended */
	uint32_t ordinal; /* 1-based index among its thread's steps */
	uint32_t first_event;
	struct shadow_mark mark; /* before the step */
	uint16_t thread;
};

/* Why a sleeper covers the plan of a race, as far as it was looked at (cover.c). */
struct cover {
	const struct step *by; /* the sleeper, or NULL */
	uint32_t looked_at;    /* the first steps of the execution that show it */
	bool conflicts;        /* the last of them conflicts with the sleeper */
};

/*
 * An alternative to the step `early`: at the state before it, `rec` could have been
 * taken, after all that does not happen after `early`.
 */
struct race {
	uint32_t early;
	uint32_t late;    /* the step that rec was in this execution, or NO_STEP */
	uint32_t birth;   /* the step that showed it; NO_STEP: the end of the execution did */
	uint32_t ordinal; /* of rec among the steps of its thread */
	bool settled;     /* the reduction need not look at it again */
	bool enabled;     /* no race: early made rec possible, which would else have blocked */
	struct cover cover;
	struct step *rec;
	struct step *then;  /* what the plan goes on with, or NULL; owned */
	struct pred *holds; /* other holds of the lock that rec blocks on; owned */
	uint32_t n_holds;
};

/* A replayed prefix did not repeat itself. */
struct divergence {
	bool happened;
	uint32_t step;
	uint32_t index;        /* of the event */
	struct event expected; /* kind OP_COUNT: no event was expected */
	struct event actual;
	const char *what; /* which property differs */
	bool memory;      /* what was found in memory, not what the program did by itself */
};

struct trace {
	VEC(struct event) events;
	VEC(struct trace_step) steps;
	/*
	 * One row of `width` for each step: its clock of `stride` numbers, and where there
	 * are constraints a second one, without those.
	 */
	uint32_t *clocks;
	size_t clock_rows;
	unsigned stride, width;     /* stride: more than any thread's id so far */
	constraint_vec constraints; /* owned */
	struct shadow shadow;
	struct step_pool pool;
	uint32_t keep;                   /* steps that are replayed */
	uint32_t n_steps;                /* begun so far in this execution */
	uint32_t n_events;               /* happened so far in this execution */
	uint32_t last[MAX_THREADS];      /* latest step of each thread, or NO_STEP */
	uint64_t sleeps_at[MAX_THREADS]; /* condition variable, futex or barrier, or 0 */
	VEC(struct race) races;          /* of all steps of the execution that are not settled */
	/* of the step that is being taken */
	access_vec accesses;
	outcome_vec outcomes;
	pred_vec preds;
	uint32_t mutation; /* tests only, enum explore_mutation */
	bool analysis;     /* accesses, clocks and races are wanted */
	bool fine_steps;   /* struct explore_options */
	bool predicts;     /* what atomic operations do elsewhere is predicted (predict.c) */
	bool mispredicted; /* a prediction was wrong: the search must begin again */
	bool enablings;    /* so is what made a step possible: races with enabled set */
	bool first;
	bool was_cut;
	bool replaying; /* this step */
	struct divergence divergence;
};

void trace_init(struct trace *t, const constraint_vec *constraints);
void trace_release(struct trace *t);

/* Starts an execution that repeats the first keep steps of the last one. */
void trace_begin(struct trace *t, uint32_t keep);
/* woken_by: as in struct thread_view. */
void trace_step_begin(struct trace *t, unsigned thread, uint64_t woken_by);
void trace_outcome(struct trace *t, struct outcome o);
void trace_event(struct trace *t, const struct event *e);
/*
 * Ends the step: its clock and its races are known after this. cut: the operation
 * that cut it short because it blocked (struct thread_view.cut), or NULL. fatal:
 * the step ended the execution while others could have gone on.
 */
void trace_step_end(struct trace *t, const struct event *cut, bool fatal);

/* Replay: the thread that was to run cannot; another choice was met. */
void trace_cannot_run(struct trace *t, unsigned thread, const struct event *pending);
void trace_other_choice(struct trace *t);
/* A restored path: the step that has just ended must be the one that was saved. */
void trace_compare(struct trace *t, const struct step *saved);
/* A planned step is about to be taken: is its thread where it was when that was planned? */
void trace_check_plan(struct trace *t, const struct step *planned, const struct event *pending);
/* A planned step has just ended, and touched something else than it did after the same steps. */
void trace_other_memory(struct trace *t, const struct step *planned);
/*
 * explore/predict.c: a planned step has just ended; compares what it touched with what the plan
 * said. exact: the plan knew what it touches.
 */
void trace_check_planned(struct trace *t, const struct step *planned, bool exact);

/*
 * `op`, which the thread did not come to do, could have happened before step
 * `early` (NO_STEP: before whatever it waits for). Adds races, shown by step `birth`.
 */
void trace_pending(struct trace *t, uint32_t early, uint32_t birth, const struct event *op);
/*
 * The last step ended the execution; `op` of another thread could have been done
 * before it. Where the two have nothing else to do with one another, the step
 * would have ended the execution all the same.
 */
void trace_survivor(struct trace *t, const struct event *op);
/* Another outcome of a step that was taken: the race of a step with itself. */
void trace_alternatives(struct trace *t, uint32_t step);
/* The last step ended the execution: it would also have done so after other outcomes. */
void trace_alternatives_to_end(struct trace *t);

static inline const uint32_t *trace_clock(const struct trace *t, uint32_t step)
{
	return t->clocks + (size_t)step * t->width;
}

/* a is before or at b. */
static inline bool trace_before(const struct trace *t, uint32_t a, uint32_t b)
{
	return trace_clock(t, b)[t->steps.at[a].thread] >= t->steps.at[a].ordinal;
}

/* The same, by the program alone. Only where there are constraints. */
static inline bool trace_hb_without_constraints(const struct trace *t, uint32_t a, uint32_t b)
{
	const uint32_t *unconstrained = trace_clock(t, b) + t->stride;

	return unconstrained[t->steps.at[a].thread] >= t->steps.at[a].ordinal;
}

/* The thread's step with this ordinal in the current execution, or NO_STEP. */
uint32_t trace_find(const struct trace *t, unsigned thread, uint32_t ordinal);

/* Of the step that the thread takes next. */
static inline uint32_t trace_next_ordinal(const struct trace *t, unsigned thread)
{
	return t->last[thread] == NO_STEP ? 1 : t->steps.at[t->last[thread]].ordinal + 1;
}

#endif
