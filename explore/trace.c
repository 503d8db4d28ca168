/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/trace_internal.h"

void trace_init(struct trace *t, const constraint_vec *constraints)
{
	memset(t, 0, sizeof(*t));
	shadow_init(&t->shadow);
	memset(t->last, 0xff, sizeof(t->last));
	t->stride = 8;
	for (size_t i = 0; i < constraints->n; i++)
		vec_push(&t->constraints, constraints->at[i]);
	t->width = constraints->n ? 2 * t->stride : t->stride;
}

/* Those that are settled, and those that the steps from keep on had shown. */
static void drop_races(struct trace *t, uint32_t keep)
{
	size_t n = 0;

	for (size_t i = 0; i < t->races.n; i++) {
		struct race *r = &t->races.at[i];

		if (!r->settled && r->birth < keep) {
			t->races.at[n++] = *r;
		} else {
			step_unref(&t->pool, r->rec);
			step_unref(&t->pool, r->then);
			mem_free(r->holds);
		}
	}
	t->races.n = n;
}

void trace_release(struct trace *t)
{
	drop_races(t, 0);
	for (size_t i = 0; i < t->steps.n; i++)
		step_unref(&t->pool, t->steps.at[i].rec);
	vec_release(&t->events);
	vec_release(&t->steps);
	vec_release(&t->races);
	vec_release(&t->accesses);
	vec_release(&t->outcomes);
	vec_release(&t->preds);
	vec_release(&t->constraints);
	mem_free(t->clocks);
	shadow_release(&t->shadow);
	step_pool_release(&t->pool);
}

void trace_begin(struct trace *t, uint32_t keep)
{
	BUG_ON(keep > t->steps.n);
	if (keep < t->steps.n) {
		shadow_rollback(&t->shadow, t->steps.at[keep].mark);
		t->events.n = t->steps.at[keep].first_event;
	}
	while (t->steps.n > keep)
		step_unref(&t->pool, vec_pop(&t->steps).rec);
	t->keep = keep;
	t->n_steps = t->n_events = 0;
	memset(t->last, 0xff, t->stride * sizeof(*t->last));
	memset(t->sleeps_at, 0, t->stride * sizeof(*t->sleeps_at));
	drop_races(t, keep);
}

/* --- events ------------------------------------------------------------------------------ */

static void wake_all(struct trace *t, uint64_t addr, uint64_t moved_to)
{
	for (unsigned i = 0; i < t->stride; i++) {
		if (t->sleeps_at[i] != addr)
			continue;
		t->sleeps_at[i] = moved_to;
		if (!t->replaying && !moved_to)
			vec_push(&t->accesses, (struct access){.key = i,
			                                       .tag = TAG_WAKE,
			                                       .group = GROUP_EXCLUSIVE});
	}
}

/* Who sleeps where; adds the accesses by which one event wakes many. */
static void follow_sleepers(struct trace *t, const struct event *e)
{
	switch ((enum op_sleep)op_info[e->kind].sleep) {
	case SLEEP_NONE:
		break;
	case SLEEP_FALLS:
		if (!(e->flags & EV_FAILED))
			t->sleeps_at[e->thread] = e->addr;
		break;
	case SLEEP_ARRIVES:
		if (e->flags & EV_LAST)
			wake_all(t, e->addr, 0);
		else
			t->sleeps_at[e->thread] = e->addr;
		break;
	case SLEEP_GIVES_UP:
		t->sleeps_at[e->thread] = 0;
		break;
	case SLEEP_WAKES_ONE:
		if (e->arg < MAX_THREADS)
			t->sleeps_at[e->arg] = 0;
		break;
	case SLEEP_WAKES_ALL:
		wake_all(t, e->addr, 0);
		break;
	case SLEEP_MOVES:
		wake_all(t, e->addr, e->arg);
		break;
	}
}

static void round_to_words(struct trace *t, size_t from)
{
	for (size_t i = from; i < t->accesses.n; i++) {
		struct access *a = &t->accesses.at[i];

		if (a->tag == TAG_MEMORY) {
			a->size = (uint32_t)(((a->key & 7) + a->size + 7) & ~7u);
			a->key &= ~7ull;
		}
	}
}

void trace_event(struct trace *t, const struct event *e)
{
	size_t from = t->accesses.n;

	if (t->replaying)
		trace_check_replayed(t, e);
	else
		vec_push(&t->events, *e);
	if (t->analysis && !t->replaying)
		access_of_event(&t->accesses, e, t->first);
	if (unlikely(t->mutation == MUTATION_WHOLE_WORDS))
		round_to_words(t, from);
	t->first = false;
	t->n_events++;
	if (!t->analysis)
		return;
	if (op_info[e->kind].sleep != SLEEP_NONE)
		follow_sleepers(t, e);
	for (size_t i = from; i < t->accesses.n; i++)
		shadow_access(&t->shadow, &t->accesses.at[i], e->thread, t->n_steps - 1, &t->preds);
}

void trace_outcome(struct trace *t, struct outcome o)
{
	vec_push(&t->outcomes, o);
}

/* --- steps ------------------------------------------------------------------------------- */

static void widen_clocks(struct trace *t, unsigned threads)
{
	unsigned stride = t->stride, planes = t->width / t->stride;
	uint32_t *rows;

	while (stride < threads)
		stride *= 2;
	rows = mem_alloc(t->clock_rows * planes * stride * sizeof(*rows));
	for (size_t i = 0; i < t->clock_rows * planes; i++)
		memcpy(rows + i * stride, t->clocks + i * t->stride, t->stride * sizeof(*rows));
	mem_free(t->clocks);
	t->clocks = rows;
	t->stride = stride;
	t->width = planes * stride;
}

static uint32_t *clock_row(struct trace *t, uint32_t step)
{
	if (step >= t->clock_rows) {
		t->clock_rows = t->clock_rows ? t->clock_rows * 2 : 64;
		t->clocks = mem_realloc(t->clocks, t->clock_rows * t->width * sizeof(*t->clocks));
	}
	return t->clocks + (size_t)step * t->width;
}

static uint32_t step_of_event(const struct trace *t, uint64_t event)
{
	uint32_t lo = 0, hi = t->n_steps - 1;

	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (t->steps.at[mid].first_event <= event)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/*
 * No order is lost by calling the waker a predecessor that cannot be overtaken: to take
 * the woken step before it would be one more round of the loop, which changes nothing
 * (engine/spin.h). What the thread does if the waker comes before its first round is
 * found by reversing the waker with the looks of that round.
 */
void trace_step_begin(struct trace *t, unsigned thread, uint64_t woken_by)
{
	BUG_ON(thread >= MAX_THREADS);
	t->replaying = t->n_steps < t->keep;
	t->first = true;
	t->n_steps++;
	vec_clear(&t->accesses);
	vec_clear(&t->outcomes);
	vec_clear(&t->preds);
	if (t->replaying)
		return;
	if (woken_by)
		vec_push(&t->preds, (struct pred){.step = step_of_event(t, woken_by - 1),
		                                  .flags = PRED_ORDER});
	if (thread >= t->stride)
		widen_clocks(t, thread + 1);
	vec_push(&t->steps, (struct trace_step){
	                            .thread = (uint16_t)thread,
	                            .first_event = t->n_events,
	                            .mark = shadow_mark(&t->shadow),
	                            .ordinal = trace_next_ordinal(t, thread),
	                    });
}

uint32_t trace_find(const struct trace *t, unsigned thread, uint32_t ordinal)
{
	for (uint32_t i = 0; i < t->n_steps; i++)
		if (t->steps.at[i].thread == thread && t->steps.at[i].ordinal == ordinal)
			return i;
	return NO_STEP;
}

/*
 * Whether what the step touches does not depend on what went before it: one event,
 * of a kind that touches the same whatever its result (event/op.def, stable). Where steps are
 * coarse, one that finds another value may go on to operations that are no preemption points: the
 * seed 4213 of tests/unit/explore/oracle.c loses a trace if that is forgotten.
 *
 * Never stable: a try or a compare-and-swap, which may have another result elsewhere; to destroy or
 * to initialise an object, which may be misuse elsewhere and end the execution; a time-out, whose
 * thread may have been woken; a wake-up, since others may sleep elsewhere, and more of them make it
 * a choice; an arrival, which may be the last one.
 */
static bool is_stable(const struct trace *t, uint32_t step)
{
	const struct event *e = &t->events.at[t->steps.at[step].first_event];

	if (t->n_events - t->steps.at[step].first_event != 1 || t->outcomes.n || t->was_cut)
		return false;
	switch ((enum op_stable)op_info[e->kind].stable) {
	case STABLE_NEVER:
		return false;
	case STABLE_FINE:
		return t->fine_steps;
	case STABLE_SAME:
		return t->fine_steps && atomic_result(e) == RESULT_SAME;
	case STABLE_ALWAYS:
		return true;
	}
	return false;
}

/* One plane of the row: what the predecessors with one of the flags have before them. */
static void join_clocks(const struct trace *t, uint32_t *row, unsigned plane, unsigned flags)
{
	for (size_t i = 0; i < t->preds.n; i++) {
		uint32_t p = t->preds.at[i].step;
		const uint32_t *other = trace_clock(t, p) + plane;

		if (!(t->preds.at[i].flags & flags) ||
		    row[plane + t->steps.at[p].thread] >= t->steps.at[p].ordinal)
			continue;
		for (unsigned k = 0; k < t->stride; k++)
			row[plane + k] = row[plane + k] < other[k] ? other[k] : row[plane + k];
	}
}

static void end_new_step(struct trace *t, uint32_t index)
{
	struct trace_step *s = &t->steps.at[index];
	uint32_t prev = t->last[s->thread];
	uint32_t *row = clock_row(t, index);

	trace_merge_preds(&t->preds);
	if (prev != NO_STEP)
		memcpy(row, trace_clock(t, prev), t->width * sizeof(*row));
	else
		memset(row, 0, t->width * sizeof(*row));
	join_clocks(t, row, 0, ~0u);
	row[s->thread] = s->ordinal;
	if (t->width != t->stride) {
		join_clocks(t, row, t->stride, ~(unsigned)PRED_CONSTRAINT);
		row[t->stride + s->thread] = s->ordinal;
	}
	s->rec = step_new(&t->pool, s->thread, &t->accesses, &t->outcomes);
	s->rec->stable = is_stable(t, index) && !s->rec->world;
	if (s->first_event < t->n_events)
		s->rec->kind = t->events.at[s->first_event].kind;
	trace_find_races(t, s->thread, index, s->rec);
}

void trace_step_end(struct trace *t, const struct event *cut, bool fatal)
{
	uint32_t index = t->n_steps - 1;
	unsigned thread = t->steps.at[index].thread;

	if (t->replaying) {
		uint32_t end = index + 1 < t->steps.n ? t->steps.at[index + 1].first_event
		                                      : (uint32_t)t->events.n;
		if (t->n_events < end)
			trace_diverge(t, &t->events.at[t->n_events], NULL,
			              "an event less than before");
		t->last[thread] = index;
		return;
	}
	if (!t->analysis) {
		t->steps.at[index].rec = step_new(&t->pool, thread, NULL, &t->outcomes);
		t->last[thread] = index;
		return;
	}
	size_t from = t->accesses.n;
	t->was_cut = cut;
	if (cut)
		access_of_cut(&t->accesses, cut);
	trace_add_constraints(t, thread, t->steps.at[index].ordinal);
	for (size_t i = from; i < t->accesses.n; i++)
		shadow_access(&t->shadow, &t->accesses.at[i], thread, index, &t->preds);
	if (fatal) {
		vec_push(&t->accesses, (struct access){.tag = TAG_TERMINATE});
		for (unsigned i = 0; i < t->stride; i++)
			if (i != thread && t->last[i] != NO_STEP)
				vec_push(&t->preds, (struct pred){t->last[i], PRED_RACE, NO_STEP});
	}
	end_new_step(t, index);
	t->last[thread] = index;
}
