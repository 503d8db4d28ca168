/* SPDX-License-Identifier: MIT */
/* Steps that are taken again, as in the execution before: who takes them is known without a view.
 */
#include "explore/search.h"

/*
 * The step after this one is taken again, too: by then thread() is asked again, and
 * sees what was pending before the first step that is new.
 */
bool search_foresee(const struct scheduler *s, struct foreseen *f)
{
	const struct explorer *x = (const struct explorer *)s;
	const struct node *n;

	if (x->trace.n_steps + 2 >= x->nodes.n || x->trace.n_steps >= x->trace.keep ||
	    x->bounding->limits || x->options.max_steps || x->trace.divergence.happened ||
	    (x->options.shortcuts_off & SHORTCUT_REPLAY))
		return false;
	n = &x->nodes.at[x->trace.n_steps];
	*f = (struct foreseen){
	        .thread = n->forced->thread,
	        .runnable = n->n_choices,
	        .preempts = n->preempts,
	};
	return true;
}

void search_follow(struct scheduler *s)
{
	struct explorer *x = (struct explorer *)s;
	const struct node *n = &x->nodes.at[x->trace.n_steps];

	if (x->phase == PHASE_IN_STEP)
		trace_step_end(&x->trace, NULL, false);
	else
		phase_enter(&x->phase, PHASE_IN_STEP);
	trace_step_begin(&x->trace, n->forced->thread, 0);
	x->turn = n->forced->thread == n->current ? x->turn + 1 : 0;
	x->next_outcome = 0;
}
