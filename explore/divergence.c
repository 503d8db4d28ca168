/* SPDX-License-Identifier: MIT */
/* What a replayed prefix must repeat, and what is noted where it does not. */
#include "explore/trace_internal.h"

void trace_diverge(struct trace *t, const struct event *expected, const struct event *actual,
                   const char *what)
{
	struct event none = {.kind = OP_COUNT, .thread = NO_THREAD};

	if (t->divergence.happened)
		return;
	t->divergence = (struct divergence){
	        .happened = true,
	        .step = t->n_steps - 1,
	        .index = t->n_events,
	        .expected = expected ? *expected : none,
	        .actual = actual ? *actual : none,
	        .what = what,
	};
}

/* Addresses and pcs may move between runs of one build; what is done to them may not. */
void trace_check_replayed(struct trace *t, const struct event *e)
{
	uint32_t end = t->n_steps < t->steps.n ? t->steps.at[t->n_steps].first_event
	                                       : (uint32_t)t->events.n;
	const struct event *was;

	if (t->n_events >= end) {
		trace_diverge(t, NULL, e, "one event more than before");
		return;
	}
	was = &t->events.at[t->n_events];
	if (was->thread != e->thread)
		trace_diverge(t, was, e, "thread");
	else if (was->kind != e->kind)
		trace_diverge(t, was, e, "operation");
	else if (was->flags != e->flags)
		trace_diverge(t, was, e, "result");
	else if (was->size != e->size)
		trace_diverge(t, was, e, "size");
}

void trace_cannot_run(struct trace *t, unsigned thread, const struct event *pending)
{
	struct event expected = {.kind = OP_COUNT, .thread = (uint16_t)thread};

	if (t->replaying && t->n_events < t->events.n)
		expected = t->events.at[t->n_events];
	trace_diverge(t, &expected, pending, "the thread cannot run");
}

/*
 * Not so of a thread that waits, whose next operation is also decided by those it waits
 * for, nor of an operation that is announced as one thing and turns out another.
 */
static bool own_doing(uint8_t kind)
{
	return kind < OP_COUNT && !(op_info[kind].flags & OPF_TURNS);
}

/*
 * A step is planned where its thread has done what it had done when the step was
 * recorded, and learned the same, so it begins with the same operation. A program that
 * does something else is steered by what is not reset; to go on would be to believe
 * sleep sets that tell of another program. Test: tests/cli/test_robust.sh.
 */
void trace_check_plan(struct trace *t, const struct step *planned, const struct event *pending)
{
	struct event expected = {.kind = planned->kind, .thread = planned->thread};

	if (planned->kind != pending->kind && own_doing(planned->kind) && own_doing(pending->kind))
		trace_diverge(t, &expected, pending, "operation");
}

void trace_other_memory(struct trace *t, const struct step *planned)
{
	struct event expected = {.kind = planned->kind, .thread = planned->thread};
	uint32_t first = t->steps.at[t->n_steps - 1].first_event;

	if (t->divergence.happened)
		return;
	trace_diverge(t, &expected, first < t->n_events ? &t->events.at[first] : NULL,
	              "another value in memory");
	t->divergence.memory = true;
}

void trace_other_choice(struct trace *t)
{
	trace_diverge(t, t->n_events ? &t->events.at[t->n_events - 1] : NULL, NULL,
	              "the number of alternatives of a choice");
}

void trace_compare(struct trace *t, const struct step *saved)
{
	const struct step *now = t->steps.at[t->n_steps - 1].rec;

	if (now->n_outcomes != saved->n_outcomes || !step_same(now, saved) ||
	    !step_touches_same(now, saved))
		trace_diverge(t, NULL, NULL, "a step is not the one that was saved");
}
