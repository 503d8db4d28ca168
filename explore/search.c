/* SPDX-License-Identifier: MIT */
/*
 * The scheduler's side of the explorer: one execution after the other, and one step after the
 * other within it. What is chosen is the strategy's business (strategy.h), what is planned the
 * reduction's (reduction.h), what is left to run the frontier's (frontier.h).
 */
#include "explore/search.h"

static struct explorer *self(struct scheduler *s)
{
	return (struct explorer *)s;
}

/* --- between executions ------------------------------------------------------------------ */

/* What was run counts as blocked. */
static void restart(struct explorer *x)
{
	x->strategy->frontier->clear(x);
	x->stats.blocked += x->stats.executions;
	x->stats.executions = 0;
	x->stats.restarts++;
	x->trace.mispredicted = false;
}

static bool take_item(struct explorer *x)
{
	return x->strategy->frontier->take(x) || x->bounding->next_round(x);
}

bool search_advance(struct explorer *x)
{
	if (x->phase == PHASE_READY)
		return true;
	if (x->phase == PHASE_STOPPED)
		return false;
	x->keep = 0;
	if (x->phase == PHASE_RESTART)
		restart(x);
	else if (x->phase == PHASE_ENDED && !take_item(x)) {
		phase_enter(&x->phase, PHASE_STOPPED);
		x->stats.complete = !x->stats.limited && !x->stats.bounded && !x->stats.dropped;
		return false;
	}
	phase_enter(&x->phase, PHASE_READY);
	return true;
}

static bool search_begin(struct scheduler *s)
{
	struct explorer *x = self(s);

	if (x->phase == PHASE_STOPPED || x->phase == PHASE_DIVERGED)
		return false;
	if (x->options.max_executions && search_runs(x) >= x->options.max_executions) {
		phase_enter(&x->phase, PHASE_STOPPED);
		return false;
	}
	if (!x->strategy->next(x))
		return false;
	phase_enter(&x->phase, PHASE_BETWEEN_STEPS);
	x->strategy->begin(x);
	x->n_pending = 0;
	x->turn = 0;
	x->estimate.start = x->usecs;
	return true;
}

/* --- steps ------------------------------------------------------------------------------- */

static void end_step(struct explorer *x, const struct sched_view *view, bool fatal)
{
	const struct thread_view *t;
	bool cut;

	if (x->phase != PHASE_IN_STEP)
		return;
	x->phase = phase_after(PHASE_IN_STEP, PHASE_BETWEEN_STEPS);
	t = &view->threads[x->trace.steps.at[x->trace.n_steps - 1].thread];
	cut = t->cut && t->status != THREAD_EXITED && x->options.mutation != MUTATION_NO_CUT;
	trace_step_end(&x->trace, cut ? &t->next : NULL,
	               fatal && x->options.mutation != MUTATION_NO_FATAL);
	if (x->trace.replaying)
		return;
	if (x->trace.analysis && x->nodes.at[x->trace.n_steps - 1].forced->n_accesses)
		trace_check_planned(&x->trace, x->nodes.at[x->trace.n_steps - 1].forced,
		                    !x->nodes.at[x->trace.n_steps - 1].unsure);
	if (x->trace.n_steps <= x->unreplayed_steps)
		trace_compare(&x->trace, x->nodes.at[x->trace.n_steps - 1].forced);
	if (x->n_pending && x->options.mutation != MUTATION_NO_TIMEOUT_RACE)
		pending_prevented(x, view);
	if (x->bounding->blocked && t->status == THREAD_BLOCKED)
		x->bounding->blocked(x, &t->next);
}

/* False: the step cannot be taken. */
static bool begin_step(struct explorer *x, const struct sched_view *view,
                       const struct sched_view *all, unsigned t)
{
	trace_step_begin(&x->trace, t, t < view->n_threads ? view->threads[t].woken_by : 0);
	if (t >= view->n_threads || !thread_in(&view->runnable, t))
		trace_cannot_run(&x->trace, t, t < view->n_threads ? &view->threads[t].next : NULL);
	else if (x->strategy->step_begun)
		x->strategy->step_begun(x, all, t);
	if (x->trace.divergence.happened)
		return false;
	phase_enter(&x->phase, PHASE_IN_STEP);
	x->turn = t == view->current ? x->turn + 1 : 0;
	x->next_outcome = 0;
	return true;
}

static unsigned search_thread(struct scheduler *s, const struct sched_view *all)
{
	struct explorer *x = self(s);
	const struct sched_view *view;
	unsigned t;

	end_step(x, all, false);
	x->n_pending = 0;
	if (all->timeable)
		pending_remember(x, all);
	view = constraint_view(x, all);
	if (x->options.max_steps && x->trace.n_steps >= x->options.max_steps) {
		phase_enter(&x->phase, PHASE_LIMITED);
		return PICK_ABANDON;
	}
	if (x->trace.divergence.happened)
		return PICK_ABANDON;
	if (view->n_threads > x->stats.threads)
		x->stats.threads = view->n_threads;
	t = x->strategy->thread(x, view);
	if (t == PICK_ABANDON) {
		phase_enter(&x->phase, PHASE_ABANDONED);
		return t;
	}
	return begin_step(x, view, all, t) ? t : PICK_ABANDON;
}

static unsigned search_value(struct scheduler *s, enum choice_kind kind, unsigned thread,
                             unsigned n)
{
	struct explorer *x = self(s);
	unsigned k = x->next_outcome++, value;

	if (x->trace.divergence.happened)
		return 0;
	value = x->strategy->value(x, k, thread, n);
	value = value < n ? value : 0;
	trace_outcome(&x->trace, (struct outcome){(uint16_t)value, (uint16_t)n, (uint16_t)kind});
	return value;
}

static void search_event(struct scheduler *s, const struct event *e)
{
	struct explorer *x = self(s);

	x->stats.events++;
	x->stats.replayed_events += x->trace.replaying;
	trace_event(&x->trace, e);
}

/* --- the end of an execution ------------------------------------------------------------- */

static void count_execution(struct explorer *x, enum end_reason reason)
{
	if (x->strategy->counting)
		x->strategy->counting(x);
	x->stats.steps += x->trace.n_steps;
	if (x->trace.n_steps > x->stats.longest)
		x->stats.longest = x->trace.n_steps;
	if (x->phase == PHASE_LIMITED || reason == END_LIMIT) {
		x->stats.limited++;
	} else if (x->phase == PHASE_ABANDONED || !constraint_accepts(&x->trace)) {
		x->stats.blocked++;
	} else {
		x->stats.executions++;
		if (x->bounding->counted)
			x->bounding->counted(x);
	}
}

static void search_end(struct scheduler *s, enum end_reason reason, const struct sched_view *view)
{
	struct explorer *x = self(s);
	bool fatal = view->n_runnable && (reason == END_EXIT || reason == END_FINDING);

	if (!x->trace.divergence.happened)
		end_step(x, view, fatal);
	if (x->trace.divergence.happened) {
		phase_enter(&x->phase, PHASE_DIVERGED);
		return;
	}
	x->unreplayed_steps = 0;
	count_execution(x, reason);
	phase_enter(&x->phase, x->strategy->ended(x, view, fatal));
}

static void search_free(struct scheduler *s)
{
	struct explorer *x = self(s);

	wakeup_free(&x->plans, &x->trace.pool, x->inherited);
	if (x->strategy->frontier)
		x->strategy->frontier->clear(x);
	vec_release(&x->nodes);
	vec_release(&x->sleepers);
	vec_release(&x->constrained_threads);
	plan_release(&x->plan);
	wakeup_pool_release(&x->plans);
	trace_release(&x->trace);
	mem_free(x->priority);
	mem_free(x);
}

static const struct scheduler_ops search_ops = {
        .begin = search_begin,
        .thread = search_thread,
        .peek_replay = search_peek_replay,
        .take_replay = search_take_replay,
        .value = search_value,
        .event = search_event,
        .end = search_end,
        .free = search_free,
};

static const struct bound *bound_of(const struct explore_options *o)
{
	const struct strategy *s = strategy_of(o->strategy);

	if (s->bound)
		return s->bound;
	return o->preemption_bound == EXPLORE_NO_BOUND ? &bound_none : &bound_preemptions;
}

struct explorer *explorer_new(const struct explore_options *options)
{
	struct explorer *x = mem_alloc(sizeof(*x));

	x->base.ops = &search_ops;
	x->options = *options;
	x->random = options->seed;
	x->strategy = strategy_of(options->strategy);
	x->bounding = bound_of(options);
	x->bound = x->bounding->first(options->preemption_bound);
	x->reduction = reduction_of(options->reduction, x->bounding->limits);
	if (x->strategy->frontier && x->strategy->frontier->any_order && !x->reduction->any_order)
		BUG("this reduction needs a depth-first search");
	trace_init(&x->trace, &options->constraints);
	x->options.constraints = x->trace.constraints;
	x->trace.mutation = options->mutation;
	x->trace.fine_steps = options->fine_steps;
	x->trace.predicts = !(options->shortcuts_off & SHORTCUT_PREDICT);
	x->trace.pool.bare_unshared = options->shortcuts_off & SHORTCUT_BARE_STEPS;
	x->trace.analysis = x->reduction->analyses && x->strategy->frontier;
	x->trace.enablings = x->bounding->limits && options->mutation != MUTATION_NO_ENABLED;
	return x;
}
