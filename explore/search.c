/* SPDX-License-Identifier: MIT */
/*
 * Walks the search tree: the scheduler's side of the explorer. Which branches there
 * are is the reductions' business (optimal.c, dpor.c), which of them sleep that of sleep.c.
 */
#include <string.h>

#include "explore/search.h"

static struct explorer *self(struct scheduler *s)
{
	return (struct explorer *)s;
}

bool search_sampling(const struct explorer *x)
{
	return strategy_samples(x->options.strategy);
}

/* --- the path ---------------------------------------------------------------------------- */

static void pop_node(struct explorer *x)
{
	struct node *n = vec_last(&x->nodes);

	while (x->sleepers.n > n->first_sleeper)
		step_unref(&x->trace.pool, vec_pop(&x->sleepers).step);
	wakeup_free(&x->plans, &x->trace.pool, n->plans);
	step_unref(&x->trace.pool, n->forced);
	x->nodes.n--;
}

/* A branch that left outcomes open may have been run as one to its right asks for. */
static void drop_done(struct explorer *x, uint32_t node)
{
	struct wakeup **plans = &x->nodes.at[node].plans;

	while (*plans && (*plans)->step->n_outcomes && search_done(x, node, (*plans)->step))
		wakeup_free(&x->plans, &x->trace.pool, wakeup_shift(plans));
}

/* The branch of the last node is finished; goes up to where one is planned. */
static bool backtrack(struct explorer *x)
{
	struct estimate_branch leaf = {.portion = 1, .usecs = x->usecs - x->estimate.start};

	while (x->nodes.n) {
		uint32_t last = (uint32_t)x->nodes.n - 1;
		struct node *n = &x->nodes.at[last];

		estimate_done(&n->estimate, leaf);
		vec_push(&x->sleepers,
		         (struct sleeper){step_ref(x->trace.steps.at[last].rec), true});
		if (x->options.reduction == REDUCTION_OPTIMAL && n->unsure && search_sleeps(x))
			wakeup_prune(&x->plans, &x->trace.pool, &n->plans,
			             x->trace.steps.at[last].rec);
		drop_done(x, last);
		if (n->plans)
			return true;
		leaf.portion = n->estimate.portion / n->estimate.done;
		leaf.usecs = n->estimate.usecs;
		pop_node(x);
	}
	return false;
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
 * An execution ended under the others' feet: in this program what a step finds may make it
 * fatal, and then it depends on everything. So no step that finds anything is sure to touch
 * the same wherever it is taken, as it was thought until now. Plans that were left out for
 * that cannot be told any more: the search begins again. What was run counts as blocked.
 * Most searches end with their first such execution in any case: it is a finding.
 * Test: seed 10004783 of tests/unit/explore/oracle.c.
 */
static void become_wary(struct explorer *x)
{
	if (x->options.reduction != REDUCTION_OPTIMAL || !x->trace.fine_steps)
		return;
	x->trace.fine_steps = false;
	x->again = true;
}

static void begin_again(struct explorer *x)
{
	while (x->nodes.n)
		pop_node(x);
	x->stats.blocked += x->stats.executions;
	x->stats.executions = 0;
	x->stats.restarts++;
	x->again = x->trace.mispredicted = false;
	x->advanced = true;
}

bool search_advance(struct explorer *x)
{
	if (x->stopped)
		return false;
	if (x->again || x->trace.mispredicted)
		begin_again(x);
	if (x->started && !x->advanced && !backtrack(x) && !bound_next_round(x)) {
		x->stopped = true;
		x->stats.complete = !x->stats.limited && !x->stats.bounded && !x->stats.dropped;
		return false;
	}
	x->advanced = true;
	return true;
}

/* --- decisions --------------------------------------------------------------------------- */

/*
 * Steps in a row after which another thread is tried first: a loop that waits for it, but
 * changes something meanwhile, would otherwise never end. Without a bound any choice is as
 * sound.
 */
#define FAIR_TURN 2000

static bool turn_over(const struct explorer *x, unsigned current)
{
	if (current == NO_THREAD)
		return false;
	return x->bound == EXPLORE_NO_BOUND ? x->turn >= FAIR_TURN : bound_turn_over(x, current);
}

/* The thread a new node starts with: stays with the current one if that is awake. */
static unsigned first_choice(const struct explorer *x, const struct sched_view *view)
{
	const struct node *n = vec_last(&x->nodes);
	unsigned partly = PICK_ABANDON;
	bool leave = turn_over(x, view->current);
	unsigned from = leave ? view->current + 1u : 0;

	if (view->current != NO_THREAD && thread_in(&view->runnable, view->current) &&
	    n->could_go_on && !leave && !search_drowsy(x, view->current))
		return view->current;
	for (unsigned i = 0; i < view->n_threads; i++) {
		unsigned t = (from + i) % view->n_threads;
		if (!thread_in(&view->runnable, t) ||
		    !search_in_bound(x, (uint32_t)x->nodes.n - 1, t))
			continue;
		if (!search_drowsy(x, t))
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
		n.preemptions = before->preemptions + search_cost(before, view->current);
	n.could_go_on = search_could_go_on(view) &&
	                (x->bound == EXPLORE_NO_BOUND || !turn_over(x, view->current));
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
		x->sleepers.at[i].served = false;
	t = first_choice(x, view);
	if (t == PICK_ABANDON) {
		pop_node(x);
		return t;
	}
	vec_last(&x->nodes)->forced = step_bare(&x->trace.pool, t);
	return t;
}

/* --- between steps ----------------------------------------------------------------------- */

/*
 * A thread that could have done one thing before the step, and can only do another
 * after it without having moved: the step prevented something (a wake-up the
 * time-out of the sleeper). The event it prevented never happens here, so the race
 * is found now or never.
 */
static void find_prevented(struct explorer *x, const struct sched_view *view)
{
	uint32_t step = x->trace.n_steps - 1;

	for (unsigned t = 0; t < x->n_pending; t++) {
		if (t == view->current || x->pending_kind[t] == OP_COUNT)
			continue;
		if (view->threads[t].next.kind != x->pending_kind[t])
			trace_pending(&x->trace, step, step, &x->pending[t]);
	}
}

static void remember_pending(struct explorer *x, const struct sched_view *view)
{
	x->n_pending = view->timeable ? view->n_threads : 0;
	if (!view->timeable)
		return;
	for (unsigned t = 0; t < view->n_threads; t++) {
		const struct thread_view *v = &view->threads[t];
		bool timeable = v->status == THREAD_TIMEABLE;

		x->pending_kind[t] = timeable ? v->next.kind : OP_COUNT;
		if (timeable) {
			x->pending[t] = v->next;
			x->pending[t].thread = (uint16_t)t;
		}
	}
}

static void end_step(struct explorer *x, const struct sched_view *view, bool fatal)
{
	const struct thread_view *t;
	bool cut;

	if (!x->in_step)
		return;
	x->in_step = false;
	t = &view->threads[x->trace.steps.at[x->trace.n_steps - 1].thread];
	cut = t->cut && t->status != THREAD_EXITED && x->options.mutation != MUTATION_NO_CUT;
	trace_step_end(&x->trace, cut ? &t->next : NULL,
	               fatal && x->options.mutation != MUTATION_NO_FATAL);
	if (!x->trace.replaying && !search_sampling(x) && x->trace.analysis)
		trace_check_planned(&x->trace, x->nodes.at[x->trace.n_steps - 1].forced,
		                    !x->nodes.at[x->trace.n_steps - 1].unsure);
	if (x->trace.n_steps <= x->rebuild)
		trace_compare(&x->trace, x->nodes.at[x->trace.n_steps - 1].forced);
	if (!x->trace.replaying && x->options.mutation != MUTATION_NO_TIMEOUT_RACE)
		find_prevented(x, view);
	if (!x->trace.replaying && x->bound != EXPLORE_NO_BOUND && t->status == THREAD_BLOCKED)
		bound_blocked(x, &t->next);
}

/* --- the scheduler's interface ----------------------------------------------------------- */

static bool search_begin(struct scheduler *s)
{
	struct explorer *x = self(s);

	if (x->stopped || x->trace.divergence.happened)
		return false;
	if (x->options.max_executions && search_runs(x) >= x->options.max_executions) {
		x->stopped = true;
		return false;
	}
	if (search_sampling(x)) {
		trace_begin(&x->trace, 0);
		sample_begin(x);
	} else if (!search_advance(x)) {
		return false;
	} else {
		trace_begin(&x->trace, x->nodes.n && !x->rebuild ? (uint32_t)x->nodes.n - 1 : 0);
	}
	x->started = true;
	x->advanced = false;
	x->in_step = x->abandoned = x->limited = false;
	x->n_pending = 0;
	x->turn = 0;
	x->estimate.start = x->usecs;
	return true;
}

static unsigned search_thread(struct scheduler *s, const struct sched_view *view)
{
	struct explorer *x = self(s);
	const struct sched_view *all = view;
	unsigned t;

	end_step(x, view, false);
	remember_pending(x, view);
	view = order_view(x, view);
	if (x->options.max_steps && x->trace.n_steps >= x->options.max_steps) {
		x->limited = true;
		return PICK_ABANDON;
	}
	if (x->trace.divergence.happened)
		return PICK_ABANDON;
	if (view->n_threads > x->stats.threads)
		x->stats.threads = view->n_threads;
	if (search_sampling(x))
		t = sample_thread(x, view);
	else if (x->trace.n_steps + 1 < x->nodes.n)
		t = x->nodes.at[x->trace.n_steps].forced->thread;
	else
		t = choose(x, view);
	if (t == PICK_ABANDON) {
		x->abandoned = true;
		return t;
	}
	if (!search_sampling(x))
		search_note_choice(x, all, t);
	trace_step_begin(&x->trace, t, t < view->n_threads ? view->threads[t].woken_by : 0);
	if (t >= view->n_threads || !thread_in(&view->runnable, t)) {
		trace_cannot_run(&x->trace, t, t < view->n_threads ? &view->threads[t].next : NULL);
		return PICK_ABANDON;
	}
	if (!x->trace.replaying && !search_sampling(x))
		trace_check_plan(&x->trace, x->nodes.at[x->trace.n_steps - 1].forced,
		                 &view->threads[t].next);
	if (x->trace.divergence.happened)
		return PICK_ABANDON;
	x->in_step = true;
	x->turn = t == view->current ? x->turn + 1 : 0;
	x->next_outcome = 0;
	return t;
}

/* The first outcome that does not sleep; what was answered so far in this step is given. */
static unsigned first_outcome(struct explorer *x, unsigned thread, unsigned n)
{
	outcome_vec prefix = {0};
	unsigned v;

	if (!search_drowsy(x, thread))
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

static unsigned search_value(struct scheduler *s, enum choice_kind kind, unsigned thread,
                             unsigned n)
{
	struct explorer *x = self(s);
	unsigned k = x->next_outcome++, value;

	if (x->trace.divergence.happened)
		return 0;
	if (search_sampling(x)) {
		value = (unsigned)(sample_random(x) % n);
	} else {
		uint32_t node = x->trace.n_steps - 1;
		const struct step *known =
		        x->trace.replaying ? x->trace.steps.at[node].rec : x->nodes.at[node].forced;

		if (k < known->n_outcomes) {
			value = known->outcomes[k].value;
			if (known->outcomes[k].n != n)
				trace_other_choice(&x->trace);
		} else {
			value = x->trace.replaying ? 0 : first_outcome(x, thread, n);
		}
	}
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

/* Before the last step; it may have created or woken the thread. */
static bool could_run_before(const struct explorer *x, unsigned t)
{
	return thread_in(&x->nodes.at[x->trace.n_steps - 1].runnable, t);
}

/*
 * Threads that did not come to their next step race with what kept them from it: who
 * holds what they wait for, or the step that ended the execution. One that this very
 * step let go on waited until then.
 */
static void pending_races(struct explorer *x, const struct sched_view *view, bool fatal)
{
	for (unsigned t = 0; t < view->n_threads; t++) {
		struct event op = view->threads[t].next;
		bool runnable = thread_in(&view->runnable, t);

		if ((runnable && (!fatal || t == view->current)) ||
		    (!runnable && view->threads[t].status != THREAD_BLOCKED))
			continue;
		op.thread = (uint16_t)t;
		op.flags = 0;
		if (runnable && could_run_before(x, t)) {
			if (x->options.mutation != MUTATION_NO_FATAL)
				trace_survivor(&x->trace, &op);
		} else if (x->options.mutation != MUTATION_NO_PENDING) {
			trace_pending(&x->trace, NO_STEP, NO_STEP, &op);
		}
	}
}

static void count_execution(struct explorer *x, enum end_reason reason)
{
	sample_end(x);
	x->stats.steps += x->trace.n_steps;
	if (x->trace.n_steps > x->stats.longest)
		x->stats.longest = x->trace.n_steps;
	if (x->limited || reason == END_LIMIT) {
		x->stats.limited++;
	} else if (x->abandoned || !order_accepts(&x->trace)) {
		x->stats.blocked++;
	} else {
		x->stats.executions++;
		bound_count_repeated(x);
	}
}

static void search_end(struct scheduler *s, enum end_reason reason, const struct sched_view *view)
{
	struct explorer *x = self(s);
	bool fatal;

	if (x->trace.divergence.happened)
		return;
	fatal = view->n_runnable && (reason == END_EXIT || reason == END_FINDING);
	end_step(x, view, fatal);
	if (x->trace.divergence.happened)
		return;
	x->rebuild = 0;
	count_execution(x, reason);
	wakeup_free(&x->plans, &x->trace.pool, x->inherited);
	x->inherited = NULL;
	if (search_sampling(x))
		return;
	if (fatal && others_left(view))
		become_wary(x);
	if (x->again || x->trace.mispredicted)
		return;
	for (uint32_t i = x->trace.keep; i < x->trace.n_steps; i++)
		if (x->options.mutation != MUTATION_FIRST_OUTCOME)
			trace_alternatives(&x->trace, i);
	if (fatal && x->trace.analysis && x->options.mutation != MUTATION_FIRST_OUTCOME)
		trace_alternatives_to_end(&x->trace);
	if (x->options.reduction != REDUCTION_NONE)
		pending_races(x, order_view(x, view), fatal);
	x->stats.races += x->trace.races.n;
	if (x->options.reduction == REDUCTION_OPTIMAL && x->bound == EXPLORE_NO_BOUND)
		optimal_plan(x);
	else if (x->options.reduction == REDUCTION_NONE)
		brute_plan(x);
	else
		dpor_plan(x);
	x->stats.peak_plan_nodes = x->plans.peak;
}

static void search_free(struct scheduler *s)
{
	struct explorer *x = self(s);

	wakeup_free(&x->plans, &x->trace.pool, x->inherited);
	while (x->nodes.n)
		pop_node(x);
	vec_release(&x->nodes);
	vec_release(&x->sleepers);
	vec_release(&x->held);
	plan_release(&x->plan);
	wakeup_pool_release(&x->plans);
	trace_release(&x->trace);
	mem_free(x->priority);
	mem_free(x);
}

static const struct scheduler_ops search_ops = {
        .begin = search_begin,
        .thread = search_thread,
        .foresee = search_foresee,
        .follow = search_follow,
        .value = search_value,
        .event = search_event,
        .end = search_end,
        .free = search_free,
};

struct explorer *explorer_new(const struct explore_options *options)
{
	struct explorer *x = mem_alloc(sizeof(*x));

	x->base.ops = &search_ops;
	x->options = *options;
	x->random = options->seed;
	trace_init(&x->trace, &options->orders);
	x->options.orders = x->trace.orders;
	x->trace.mutation = options->mutation;
	x->trace.fine_steps = options->fine_steps;
	x->trace.foretells = !(options->shortcuts_off & SHORTCUT_PREDICT);
	x->trace.pool.bare_unshared = options->shortcuts_off & SHORTCUT_BARE_STEPS;
	x->trace.analysis = options->reduction != REDUCTION_NONE && !search_sampling(x);
	bound_init(x);
	return x;
}
