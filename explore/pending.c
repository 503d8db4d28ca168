/* SPDX-License-Identifier: MIT */
/* Races of operations that did not happen: those of threads that waited, or were prevented. */
#include "explore/search.h"

/*
 * A thread that could have done one thing before the step, and can only do another
 * after it without having moved: the step prevented something (a wake-up the
 * time-out of the sleeper). The event it prevented never happens here, so the race
 * is found now or never.
 */
void pending_prevented(struct explorer *x, const struct sched_view *view)
{
	uint32_t step = x->trace.n_steps - 1;

	for (unsigned t = 0; t < x->n_pending; t++) {
		if (t == view->current || x->pending_kind[t] == OP_COUNT)
			continue;
		if (view->threads[t].next.kind != x->pending_kind[t])
			trace_pending(&x->trace, step, step, &x->pending[t]);
	}
}

void pending_remember(struct explorer *x, const struct sched_view *view)
{
	x->n_pending = view->n_threads;
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
void pending_races(struct explorer *x, const struct sched_view *view, bool fatal)
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
