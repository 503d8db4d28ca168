/* SPDX-License-Identifier: MIT */
/*
 * Replayed steps: the thread that takes them is known without looking at the view. For speed alone
 * (SHORTCUT_REPLAY): search_thread() would choose the same thread.
 */
#include "explore/search.h"

/*
 * The next step is a replayed one, too: before the first step that is new thread() is called, and
 * sees what is pending there.
 */
bool search_peek_replay(const struct scheduler *s, struct replay_step *f)
{
	const struct explorer *x = (const struct explorer *)s;
	const struct node *n;

	if (x->trace.n_steps + 2 >= x->nodes.n || x->trace.n_steps >= x->trace.keep ||
	    x->bounding->limits || x->options.max_steps || x->trace.divergence.happened ||
	    (x->options.shortcuts_off & SHORTCUT_REPLAY))
		return false;
	n = &x->nodes.at[x->trace.n_steps];
	*f = (struct replay_step){
	        .thread = n->forced->thread,
	        .runnable = n->n_choices,
	        .preempts = n->preempts,
	};
	return true;
}

void search_take_replay(struct scheduler *s)
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
