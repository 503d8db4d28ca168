/* SPDX-License-Identifier: MIT */
/*
 * Walks the path of an execution: first the prefix of the item that was taken from the frontier,
 * then its plan, then freely, away from what sleeps. Which branches are planned is the reduction's
 * business (reduction.h), what sleeps is in sleep.c.
 */
#include "explore/search.h"

/* --- nodes ------------------------------------------------------------------------------- */

void path_pop(struct explorer *x)
{
	struct node *n = vec_last(&x->nodes);

	while (x->sleepers.n > n->first_sleeper)
		step_unref(&x->trace.pool, vec_pop(&x->sleepers).step);
	wakeup_free(&x->plans, &x->trace.pool, n->plans);
	step_unref(&x->trace.pool, n->forced);
	x->nodes.n--;
}

/* A branch that left outcomes open may have been run as one to its right asks for. */
void path_drop_done(struct explorer *x, uint32_t node)
{
	struct wakeup **plans = &x->nodes.at[node].plans;

	while (*plans && (*plans)->step->n_outcomes && search_done(x, node, (*plans)->step))
		wakeup_free(&x->plans, &x->trace.pool, wakeup_shift(plans));
}

/* --- decisions --------------------------------------------------------------------------- */

/* The thread a new node starts with: stays with the current one if that is awake. */
static unsigned first_choice(const struct explorer *x, const struct sched_view *view)
{
	const struct node *n = vec_last(&x->nodes);
	unsigned partly = PICK_ABANDON;
	bool leave = view->current != NO_THREAD && x->bounding->turn_over(x, view->current);
	unsigned from = leave ? view->current + 1u : 0;

	if (view->current != NO_THREAD && thread_in(&view->runnable, view->current) &&
	    n->switch_preempts && !leave && !sleep_set_has_thread(x, view->current))
		return view->current;
	for (unsigned i = 0; i < view->n_threads; i++) {
		unsigned t = (from + i) % view->n_threads;
		if (!thread_in(&view->runnable, t) ||
		    (x->bounding->limits && !x->bounding->allows(x, (uint32_t)x->nodes.n - 1, t)))
			continue;
		if (!sleep_set_has_thread(x, t))
			return t;
		if (partly == PICK_ABANDON && !search_asleep(x, (uint32_t)x->nodes.n - 1, t))
			partly = t;
	}
	return partly;
}

static void new_node(struct explorer *x, const struct sched_view *view)
{
	const struct node *before = x->nodes.n ? vec_last(&x->nodes) : NULL;
	struct node n = {.current = view->current};

	if (before)
		n.preemptions = before->preemptions + x->bounding->cost(before, view->current);
	n.switch_preempts = switch_preempts(view) &&
	                    !(x->bounding->limits && x->bounding->turn_over(x, view->current));
	n.runnable = view->runnable;
	n.plans = x->inherited;
	x->inherited = NULL;
	vec_push(&x->nodes, n);
	search_inherit_sleepers(x);
}

/* Begins the leftmost planned branch of the last node. */
static unsigned take_plan(struct explorer *x)
{
	struct node *n = vec_last(&x->nodes);
	struct wakeup *w = wakeup_shift(&n->plans);
	struct wakeup *below = w->child;

	step_unref(&x->trace.pool, n->forced);
	n->forced = step_ref(w->step);
	n->unsure = !w->sure || w->open;
	w->child = NULL;
	wakeup_free(&x->plans, &x->trace.pool, w);
	x->inherited = below;
	return n->forced->thread;
}

/* After a step that was not sure, a plan may lead to where its next step sleeps or blocks. */
static void drop_failed_plans(struct explorer *x)
{
	struct wakeup **list = &vec_last(&x->nodes)->plans;
	uint32_t node = (uint32_t)x->nodes.n - 1;
	bool unsure = node && x->nodes.at[node - 1].unsure;

	while (*list)
		if (search_done(x, node, (*list)->step) ||
		    (unsure && !thread_in(&x->nodes.at[node].runnable, (*list)->step->thread)))
			wakeup_free(&x->plans, &x->trace.pool, wakeup_shift(list));
		else
			list = &(*list)->next;
}

static unsigned choose(struct explorer *x, const struct sched_view *view)
{
	unsigned t;

	if (x->trace.n_steps < x->nodes.n)
		return take_plan(x);
	new_node(x, view);
	drop_failed_plans(x);
	if (vec_last(&x->nodes)->plans)
		return take_plan(x);
	/* No tree led here: what was to be planned because of those that sleep is not known. */
	for (uint32_t i = vec_last(&x->nodes)->first_sleeper; i < x->sleepers.n; i++)
		x->sleepers.at[i].planned_for = false;
	t = first_choice(x, view);
	if (t == PICK_ABANDON) {
		path_pop(x);
		return t;
	}
	vec_last(&x->nodes)->forced = step_bare(&x->trace.pool, t);
	return t;
}

unsigned path_thread(struct explorer *x, const struct sched_view *view)
{
	if (x->trace.n_steps + 1 < x->nodes.n)
		return x->nodes.at[x->trace.n_steps].forced->thread;
	return choose(x, view);
}

/* n_choices and preempts are for when this step is replayed (replay.c). */
void path_step_begun(struct explorer *x, const struct sched_view *all, unsigned thread)
{
	struct node *n = &x->nodes.at[x->trace.n_steps - 1];

	n->n_choices = all->n_runnable;
	n->preempts = all->current != thread && switch_preempts(all);
	if (!x->trace.replaying)
		trace_check_plan(&x->trace, n->forced, &all->threads[thread].next);
}

/* The first outcome that does not sleep; what was answered so far in this step is given. */
static unsigned first_outcome(struct explorer *x, unsigned thread, unsigned n)
{
	outcome_vec prefix = {0};
	unsigned v;

	if (!sleep_set_has_thread(x, thread))
		return 0;
	for (size_t i = 0; i < x->trace.outcomes.n; i++)
		vec_push(&prefix, x->trace.outcomes.at[i]);
	vec_push(&prefix, (struct outcome){0});
	for (v = 0; v < n; v++) {
		vec_last(&prefix)->value = (uint16_t)v;
		if (!search_covered(x, (uint32_t)x->nodes.n - 1, thread, &prefix))
			break;
	}
	vec_release(&prefix);
	return v < n ? v : 0;
}

unsigned path_value(struct explorer *x, unsigned k, unsigned thread, unsigned n)
{
	uint32_t node = x->trace.n_steps - 1;
	const struct step *known =
	        x->trace.replaying ? x->trace.steps.at[node].rec : x->nodes.at[node].forced;

	if (k >= known->n_outcomes)
		return x->trace.replaying ? 0 : first_outcome(x, thread, n);
	if (known->outcomes[k].n != n)
		trace_other_choice(&x->trace);
	return known->outcomes[k].value;
}

/* --- executions -------------------------------------------------------------------------- */

void path_begin(struct explorer *x)
{
	trace_begin(&x->trace, x->keep);
}

/* Whether the step that ended the execution ended it for others too. */
static bool others_left(const struct sched_view *view)
{
	for (unsigned t = 0; t < view->n_threads; t++)
		if (t != view->current && view->threads[t].status != THREAD_EXITED &&
		    view->threads[t].status != THREAD_ABSENT)
			return true;
	return false;
}

/*
 * A step ended the execution while others could run: in this program what a step finds may make it
 * fatal, and a fatal step depends on everything. So no step that finds anything is known to touch
 * the same wherever it is taken, as was assumed until now. Plans that were left out because of the
 * assumption are lost, so the search begins again without it, and what was run counts as blocked.
 * Most searches end with their first such execution in any case: it is a finding.
 * Test: seed 10004783 of tests/unit/explore/oracle.c.
 */
static bool assume_steps_may_be_fatal(struct explorer *x)
{
	bool assumed = x->reduction->assumes_accesses && x->trace.fine_steps;

	if (assumed)
		x->trace.fine_steps = false;
	return assumed;
}

enum explorer_phase path_ended(struct explorer *x, const struct sched_view *view, bool fatal)
{
	wakeup_free(&x->plans, &x->trace.pool, x->inherited);
	x->inherited = NULL;
	if ((fatal && others_left(view) && assume_steps_may_be_fatal(x)) || x->trace.mispredicted)
		return PHASE_RESTART;
	for (uint32_t i = x->trace.keep; i < x->trace.n_steps; i++)
		if (x->options.mutation != MUTATION_FIRST_OUTCOME)
			trace_alternatives(&x->trace, i);
	if (fatal && x->trace.analysis && x->options.mutation != MUTATION_FIRST_OUTCOME)
		trace_alternatives_to_end(&x->trace);
	if (x->reduction->analyses)
		pending_races(x, constraint_view(x, view), fatal);
	x->stats.races += x->trace.races.n;
	x->reduction->plan(x);
	x->stats.peak_plan_nodes = x->plans.peak;
	if (x->strategy->frontier->absorb)
		x->strategy->frontier->absorb(x);
	return PHASE_ENDED;
}
