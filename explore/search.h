/* SPDX-License-Identifier: MIT */
/*
 * The path of the current execution through the search tree, shared by reductions, strategies and
 * frontiers.
 *
 * Node i is the state before step i; nodes[0..n) is the path to where the last execution ended, or
 * to where the next one goes on. What is planned at a node is a list of wakeup branches, leftmost
 * next; what was begun there before the branch of the path sleeps there.
 */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "explore/bound.h"
#include "explore/estimate.h"
#include "explore/explorer.h"
#include "explore/frontier.h"
#include "explore/lifecycle.h"
#include "explore/reduction.h"
#include "explore/strategy.h"
#include "explore/wakeup.h"

/*
 * A step that was begun, at a node above or here, and is independent of all that was taken since.
 *
 * planned_for: the reversals that this sleeper requires at this node were inserted: the plans came
 * down the wakeup trees, along steps whose accesses were known. Else its thread is treated as one
 * that cannot run until a step that depends on it was taken (optimal.c).
 */
struct sleeper {
	struct step *step; /* owned */
	bool planned_for;
};
typedef VEC(struct sleeper) sleeper_vec;

struct node {
	struct wakeup *plans;   /* still to be run, leftmost first */
	struct step *forced;    /* the branch being run: thread and outcomes; owned */
	uint32_t first_sleeper; /* in search.sleepers; they end where the next node's begin */
	uint32_t preemptions;   /* before this node */
	uint16_t current;       /* who ran before; NO_THREAD at the start */
	bool unsure;            /* forced was planned without being sure what it touches */
	bool switch_preempts;   /* current could go on, and not from a yield: a switch costs one */
	bool preempts;      /* as it was told last, to the branch being run (struct replay_step) */
	uint16_t n_choices; /* who could run, those included that a constraint blocks */
	struct thread_set runnable;
	struct estimate_node estimate;
};

struct explorer {
	struct scheduler base;
	struct explore_options options;
	struct explore_stats stats;
	const struct strategy *strategy;
	const struct reduction *reduction;
	const struct bound *bounding;
	enum explorer_phase phase;
	struct trace trace;
	VEC(struct node) nodes;
	sleeper_vec sleepers;     /* of all nodes on the path */
	struct wakeup *inherited; /* plans for the next node */
	struct wakeup_pool plans;
	struct plan plan;  /* scratch */
	struct tree *tree; /* tree.c: the nodes that are not on the path; NULL: there are none */
	struct estimate estimate;
	struct {
		uint64_t runs; /* before it */
		double usecs;
	} round;        /* of iterative context bounding */
	uint32_t bound; /* in force now */
	uint64_t random;
	uint32_t *priority;                /* PCT: of each thread, then the change points */
	uint8_t pending_kind[MAX_THREADS]; /* runnable before the last step: with what */
	struct event pending[MAX_THREADS];
	uint32_t turn; /* steps in a row of the current thread */
	uint32_t n_pending;
	uint32_t race_count;
	unsigned next_outcome; /* within the current step */
	double usecs;
	uint32_t keep; /* steps of the path that the last execution took too */
	/* Not 0: the steps of the path from keep to here are run anew and compared. */
	uint32_t unreplayed_steps;
	/* constraint.c: the view with those that must wait. */
	struct sched_view constrained_view;
	VEC(struct thread_view) constrained_threads;
};

static inline uint32_t search_sleep_end(const struct explorer *x, uint32_t node)
{
	return node + 1 < x->nodes.n ? x->nodes.at[node + 1].first_sleeper
	                             : (uint32_t)x->sleepers.n;
}

/* explore/search.c: goes to where the next execution leaves the path. False: all was run. */
bool search_advance(struct explorer *x);

/* explore/path.c: of the strategies that search; struct strategy has what they do. */
void path_begin(struct explorer *x);
unsigned path_thread(struct explorer *x, const struct sched_view *view);
void path_step_begun(struct explorer *x, const struct sched_view *all, unsigned thread);
unsigned path_value(struct explorer *x, unsigned k, unsigned thread, unsigned n);
enum explorer_phase path_ended(struct explorer *x, const struct sched_view *view, bool fatal);
/* Takes the last node off the path, with its plans. */
void path_pop(struct explorer *x);
/* Drops planned branches, leftmost first, that were run as what they ask for. */
void path_drop_done(struct explorer *x, uint32_t node);

/* explore/pending.c: what threads could do instead of waiting, if some can; x->n_pending is 0. */
void pending_remember(struct explorer *x, const struct sched_view *view);
/* Races with what the last step prevented. */
void pending_prevented(struct explorer *x, const struct sched_view *view);
/* At the end of an execution: races of those that did not come to their next step. */
void pending_races(struct explorer *x, const struct sched_view *view, bool fatal);

/* Whether who ran last could go on, and not from a yield: to switch is to preempt. */
static inline bool switch_preempts(const struct sched_view *view)
{
	const struct thread_view *t;

	if (view->current == NO_THREAD)
		return false;
	t = &view->threads[view->current];
	return t->status == THREAD_READY && op_info[t->next.kind].pp != PP_YIELD;
}

/* explore/replay.c, of struct scheduler_ops. */
bool search_peek_replay(const struct scheduler *s, struct replay_step *f);
void search_take_replay(struct scheduler *s);

/* explore/sleep.c: whether anything ever sleeps in this search. */
bool search_sleeps(const struct explorer *x);
/* The sleepers of the last node, from those of the one before and the step between. */
void search_inherit_sleepers(struct explorer *x);
/* Whether the sleepers cover every outcome of the thread's step that starts like prefix. */
bool search_covered(const struct explorer *x, uint32_t node, unsigned thread,
                    const outcome_vec *prefix);
/* Whether every outcome that s leaves open sleeps at the node. */
bool search_done(const struct explorer *x, uint32_t node, const struct step *s);
/* Whether every outcome of the thread's next step sleeps at the node. */
bool search_asleep(const struct explorer *x, uint32_t node, unsigned thread);
/* Whether some outcome of it does at the last node. */
bool sleep_set_has_thread(const struct explorer *x, unsigned thread);

/* explore/reduction.c: whether the thread is planned, being run, or asleep at the node. */
bool search_planned(struct explorer *x, uint32_t node, unsigned thread);
/* Plans one thread at a node, if it is not planned, running or done there yet. */
bool search_plan_thread(struct explorer *x, uint32_t node, unsigned thread);
/* The same for a step with given outcomes. */
bool search_plan_step(struct explorer *x, uint32_t node, struct step *s);
/* Plans every thread that can run at the node. */
void search_plan_all(struct explorer *x, uint32_t node);

/* Executions so far, whole or not. */
static inline uint64_t search_runs(const struct explorer *x)
{
	return x->stats.executions + x->stats.blocked + x->stats.limited;
}

/* explore/cover.c: whether cover_found() can tell if a sleeper covers the plan of the race. */
bool cover_applies(const struct explorer *x, const struct race *r);
/* Whether one does; then r->settled is set if every continuation finds the same. */
bool cover_found(struct explorer *x, struct race *r);

/* explore/dpor.c: the races of the execution, one by one. */
void dpor_plan_races(struct explorer *x, void (*plan)(struct explorer *, const struct race *));

/* explore/constraint.c: the view as the constraints allow it; whether an execution is of this part.
 */
const struct sched_view *constraint_view(struct explorer *x, const struct sched_view *view);
bool constraint_accepts(const struct trace *t);

/* explore/sample.c: a number of the stream that the seed begins. */
uint64_t sample_random(struct explorer *x);
/* Samplers; struct strategy has what they do. */
bool sample_next(struct explorer *x);
void random_begin(struct explorer *x);
unsigned random_thread(struct explorer *x, const struct sched_view *view);
void pct_begin(struct explorer *x);
unsigned pct_thread(struct explorer *x, const struct sched_view *view);
void pct_counting(struct explorer *x);
double pct_guarantee(const struct explorer *x);
unsigned sample_value(struct explorer *x, unsigned k, unsigned thread, unsigned n);
enum explorer_phase sample_ended(struct explorer *x, const struct sched_view *view, bool fatal);

#endif
