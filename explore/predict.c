/* SPDX-License-Identifier: MIT */
/*
 * Predicts what an atomic operation does when it is taken earlier, from the values that others
 * found at its place. For speed alone (SHORTCUT_PREDICT): without a prediction the plan of a race
 * keeps all steps that could change what the operation finds.
 *
 * Taken before the earlier step of the race, the later one finds what the earlier one found. All
 * that changed the place before the earlier step is still before it. All that changed the place
 * since happens after the earlier step, so it is no part of the plan. The thread comes to the
 * operation along the same steps in both cases, so it compares with the same value. Steps that are
 * left out of the plan, or go before it in a tree, are independent of it and do not change the
 * place.
 *
 * The argument needs steps of one operation, none of which ends the execution, and memory that
 * changes only where a change is announced. The last is not known, so each prediction is compared
 * with what the step does (trace_check_planned). If one was wrong, the search begins again without
 * predictions. Test: tests/unit/explore/predicted.c.
 */
#include "explore/trace_internal.h"

/* The step's event if it has exactly one, else NULL. */
static const struct event *only_event(const struct trace *t, uint32_t step)
{
	uint32_t first = t->steps.at[step].first_event;
	uint32_t end = step + 1 < t->n_steps ? t->steps.at[step + 1].first_event : t->n_events;

	return end - first == 1 ? &t->events.at[first] : NULL;
}

struct step *predict_atomic(struct trace *t, uint32_t early, uint32_t late)
{
	const struct event *was = only_event(t, early), *is = only_event(t, late);
	struct step *rec = t->steps.at[late].rec, *s = NULL;
	enum atomic_result result;
	access_vec a = {0};
	struct event e;

	if (!t->fine_steps || !t->predicts || !was || !is || rec->n_outcomes || t->was_cut)
		return NULL;
	result = event_is_atomic(is) ? atomic_result(is) : RESULT_UNKNOWN;
	if (!event_is_atomic(was) || atomic_result(was) == RESULT_UNKNOWN ||
	    (result != RESULT_IF_EQUAL && result != RESULT_UNLESS_EQUAL) || was->addr != is->addr ||
	    was->size != is->size)
		return NULL;
	e = *is;
	e.flags &= (uint8_t)~EV_FAILED;
	if ((was->found == atomic_compared(is)) != (result == RESULT_IF_EQUAL))
		e.flags |= EV_FAILED;
	access_of_event(&a, &e, true);
	if (a.n == rec->n_accesses) { /* else a constraint names the step, too */
		s = step_new(&t->pool, rec->thread, &a, NULL);
		s->kind = rec->kind;
		s->stable = s->predicted = true;
	}
	vec_release(&a);
	return s;
}

/* What a single atomic operation touches depends on the value that it finds, on nothing else. */
static bool is_atomic(const struct trace *t, const struct step *s)
{
	return t->fine_steps && s->kind >= OP_ATOMIC_LOAD && s->kind <= OP_ATOMIC_CAS &&
	       s->n_accesses == 1;
}

/*
 * If an atomic operation touches its place in another way than was planned, memory changed
 * unannounced. A wrong prediction restarts the search. A step whose accesses were exact did as
 * planned after the same steps: races, sleep sets and plans now describe other memory, so nothing
 * can be claimed. Test: tests/cli/test_foreign.sh. A step that ended the execution for others is
 * handled at the end of the execution.
 */
void trace_check_planned(struct trace *t, const struct step *planned, bool exact)
{
	const struct step *now = t->steps.at[t->n_steps - 1].rec;

	if ((!planned->predicted && (!exact || !is_atomic(t, planned))) ||
	    step_touches_same(planned, now) || t->mutation == MUTATION_TRUST_PREDICTED)
		return;
	if (planned->predicted) {
		t->predicts = false;
		t->mispredicted = true;
	} else if (!now->world) {
		trace_other_memory(t, planned);
	}
}
