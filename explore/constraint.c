/* SPDX-License-Identifier: MIT */
#include "explore/constraint.h"
#include "explore/search.h"

struct explore_constraint constraint_other(const struct explore_constraint *half)
{
	return (struct explore_constraint){
	        .first_thread = half->second_thread,
	        .first_step = half->second_step,
	        .second_thread = half->first_thread,
	        .second_step = half->first_step,
	        .strict = !half->strict,
	};
}

void constraint_vec_encode(struct buf *b, const constraint_vec *v)
{
	buf_u32(b, (uint32_t)v->n);
	for (size_t i = 0; i < v->n; i++) {
		buf_u16(b, v->at[i].first_thread);
		buf_u16(b, v->at[i].second_thread);
		buf_u32(b, v->at[i].first_step);
		buf_u32(b, v->at[i].second_step);
		buf_u8(b, v->at[i].strict);
	}
}

bool constraint_vec_decode(struct reader *r, constraint_vec *v)
{
	*v = (constraint_vec){0};
	for (size_t i = read_count(r, 13); i-- > 0;) {
		struct explore_constraint o = {.first_thread = read_u16(r),
		                               .second_thread = read_u16(r),
		                               .first_step = read_u32(r),
		                               .second_step = read_u32(r),
		                               .strict = read_u8(r)};

		r->bad |= o.first_thread >= MAX_THREADS || o.second_thread >= MAX_THREADS;
		vec_push(v, o);
	}
	return !r->bad && v->n <= MAX_CONSTRAINTS;
}

/* --- in the search ----------------------------------------------------------------------- */

static bool waits(const struct trace *t, const struct explore_constraint *o, unsigned thread)
{
	return o->second_thread == thread && trace_next_ordinal(t, thread) == o->second_step &&
	       trace_next_ordinal(t, o->first_thread) <= o->first_step;
}

static void copy_view(struct explorer *x, const struct sched_view *view)
{
	x->constrained_view = *view;
	vec_clear(&x->constrained_threads);
	for (unsigned i = 0; i < view->n_threads; i++)
		vec_push(&x->constrained_threads, view->threads[i]);
	x->constrained_view.threads = x->constrained_threads.at;
}

/* Threads that must wait are shown as others that cannot go on by themselves. */
const struct sched_view *constraint_view(struct explorer *x, const struct sched_view *view)
{
	const struct trace *t = &x->trace;
	bool copied = false;

	for (size_t k = 0; k < t->constraints.n; k++) {
		unsigned second = t->constraints.at[k].second_thread;

		if (second >= view->n_threads || !waits(t, &t->constraints.at[k], second) ||
		    view->threads[second].status == THREAD_EXITED)
			continue;
		if (!copied)
			copy_view(x, view);
		copied = true;
		x->constrained_threads.at[second].status = THREAD_SPINNING;
		threads_drop(&x->constrained_view.runnable, second);
	}
	if (!copied)
		return view;
	x->constrained_view.n_runnable =
	        (uint16_t)threads_count(&x->constrained_view.runnable, view->n_threads);
	return &x->constrained_view;
}

/*
 * Whether step a comes before step b in the space that the constraints before the k-th make:
 * by the program itself, or along some of those constraints. used: those looked at already.
 */
static bool ordered(const struct trace *t, uint32_t a, uint32_t b, size_t k, uint64_t *used)
{
	if (trace_hb_without_constraints(t, a, b))
		return true;
	for (size_t i = 0; i < k; i++) {
		const struct explore_constraint *o = &t->constraints.at[i];
		uint32_t first, second;

		if (*used >> i & 1)
			continue;
		first = trace_find(t, o->first_thread, o->first_step);
		second = trace_find(t, o->second_thread, o->second_step);
		if (first == NO_STEP || second == NO_STEP ||
		    !trace_hb_without_constraints(t, a, first))
			continue;
		*used |= 1ull << i;
		if (ordered(t, second, b, k, used))
			return true;
	}
	return false;
}

/* Whether the execution that has ended belongs to this part. */
bool constraint_accepts(const struct trace *t)
{
	for (size_t k = 0; k < t->constraints.n; k++) {
		const struct explore_constraint *o = &t->constraints.at[k];
		uint32_t first, second;
		uint64_t used = 0;

		if (!o->strict)
			continue;
		first = trace_find(t, o->first_thread, o->first_step);
		if (first == NO_STEP)
			return false;
		second = trace_find(t, o->second_thread, o->second_step);
		if (second != NO_STEP && !ordered(t, first, second, k, &used))
			return false;
	}
	return true;
}
