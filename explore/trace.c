/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/trace.h"

void trace_init(struct trace *t, const order_vec *orders)
{
	memset(t, 0, sizeof(*t));
	shadow_init(&t->shadow);
	t->stride = 8;
	for (size_t i = 0; i < orders->n; i++)
		vec_push(&t->orders, orders->at[i]);
	t->width = orders->n ? 2 * t->stride : t->stride;
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
	vec_release(&t->orders);
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
	memset(t->last, 0xff, sizeof(t->last));
	memset(t->sleeps_at, 0, sizeof(t->sleeps_at));
	drop_races(t, keep);
}

/* --- replay ------------------------------------------------------------------------------ */

static void diverge(struct trace *t, const struct event *expected, const struct event *actual,
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
static void check_replayed(struct trace *t, const struct event *e)
{
	uint32_t end = t->n_steps < t->steps.n ? t->steps.at[t->n_steps].first_event
	                                       : (uint32_t)t->events.n;
	const struct event *was;

	if (t->n_events >= end) {
		diverge(t, NULL, e, "one event more than before");
		return;
	}
	was = &t->events.at[t->n_events];
	if (was->thread != e->thread)
		diverge(t, was, e, "thread");
	else if (was->kind != e->kind)
		diverge(t, was, e, "operation");
	else if (was->flags != e->flags)
		diverge(t, was, e, "result");
	else if (was->size != e->size)
		diverge(t, was, e, "size");
}

void trace_cannot_run(struct trace *t, unsigned thread, const struct event *pending)
{
	struct event expected = {.kind = OP_COUNT, .thread = (uint16_t)thread};

	if (t->replaying && t->n_events < t->events.n)
		expected = t->events.at[t->n_events];
	diverge(t, &expected, pending, "the thread cannot run");
}

/*
 * Not so of a thread that waits, whose next operation is also decided by those it waits
 * for, nor of an operation that is announced as one thing and turns out another.
 */
static bool own_doing(uint8_t kind)
{
	switch (kind) {
	case OP_RELOCK:
	case OP_ONCE_RUN:
	case OP_ONCE_PASS:
	case OP_COND_TIMEOUT:
	case OP_COND_REACQUIRE:
	case OP_FUTEX_TIMEOUT:
	case OP_FUTEX_RETURN:
	case OP_COUNT:
		return false;
	default:
		return true;
	}
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
		diverge(t, &expected, pending, "operation");
}

void trace_other_choice(struct trace *t)
{
	diverge(t, t->n_events ? &t->events.at[t->n_events - 1] : NULL, NULL,
	        "the number of alternatives of a choice");
}

void trace_compare(struct trace *t, const struct step *saved)
{
	const struct step *now = t->steps.at[t->n_steps - 1].rec;

	if (now->n_outcomes != saved->n_outcomes || !step_same(now, saved) ||
	    !step_touches_same(now, saved))
		diverge(t, NULL, NULL, "a step is not the one that was saved");
}

/* --- events ------------------------------------------------------------------------------ */

static void wake_all(struct trace *t, uint64_t addr, uint64_t moved_to)
{
	for (unsigned i = 0; i < MAX_THREADS; i++) {
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
	switch (event_dep(e)) {
	case DEP_COND_WAIT:
		t->sleeps_at[e->thread] = e->addr;
		break;
	case DEP_FUTEX_WAIT:
		if (!(e->flags & EV_FAILED))
			t->sleeps_at[e->thread] = e->addr;
		break;
	case DEP_COND_TIMEOUT:
		t->sleeps_at[e->thread] = 0;
		break;
	case DEP_COND_SIGNAL:
		if (e->arg < MAX_THREADS)
			t->sleeps_at[e->arg] = 0;
		break;
	case DEP_COND_BROADCAST:
		wake_all(t, e->addr, e->kind == OP_FUTEX_REQUEUE ? e->arg : 0);
		break;
	case DEP_BARRIER_ARRIVE:
		if (e->flags & EV_LAST)
			wake_all(t, e->addr, 0);
		else
			t->sleeps_at[e->thread] = e->addr;
		break;
	default:
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
		check_replayed(t, e);
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
 * (runtime/spin.h). What the thread does if the waker comes before its first round is
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

/* Sorts by step, latest first, and joins what is said of one step. */
static void merge_preds(pred_vec *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		struct pred x = p->at[i];
		size_t j = n;

		while (j > 0 && p->at[j - 1].step < x.step)
			j--;
		if (j > 0 && p->at[j - 1].step == x.step) {
			p->at[j - 1].flags |= x.flags;
			if (x.flags & (PRED_HOLD | PRED_PAST))
				p->at[j - 1].freed = x.freed;
			continue;
		}
		memmove(p->at + j + 1, p->at + j, (n - j) * sizeof(x));
		p->at[j] = x;
		n++;
	}
	p->n = n;
}

/*
 * Whether e (a predecessor) and the step are in a reversible race.
 *
 * As in JACM'17: dependent, of different threads, nothing between them in
 * happens-before, and the later one could have run before the earlier one. What a
 * step had to wait for (PRED_FREE, PRED_ORDER) is no race. Between a hold of a lock
 * and the next attempt to get it stands always its release, so there only what
 * makes the attempt possible in the first place counts (inspect
 * §4.4). A race too many is harmless as long as the later step can run where the
 * earlier one was: its plan is compared with what is known as any other.
 */
static bool is_race(const struct trace *t, const struct pred *e)
{
	bool hold = e->flags & PRED_HOLD;

	if (unlikely(t->mutation == MUTATION_UNLOCK_LOCK))
		return !hold && (e->flags & (PRED_RACE | PRED_FREE));
	if (!hold && (!(e->flags & PRED_RACE) || (e->flags & PRED_FREE)))
		return false;
	if (e->flags & PRED_BEFORE)
		return false;
	for (size_t i = 0; i < t->preds.n; i++) {
		const struct pred *f = &t->preds.at[i];

		if (f->step <= e->step)
			break; /* latest first: nothing that follows can be after e */
		if (hold && !(f->flags & PRED_BEFORE))
			continue;
		if (trace_before(t, e->step, f->step))
			return false;
	}
	return true;
}

/* Whether the step goes before the one that is being taken, lock or no lock. */
static bool must_precede(const struct trace *t, uint32_t step, unsigned thread)
{
	if (t->last[thread] != NO_STEP && trace_before(t, step, t->last[thread]))
		return true;
	for (size_t i = 0; i < t->preds.n; i++)
		if ((t->preds.at[i].flags & PRED_BEFORE) &&
		    trace_before(t, step, t->preds.at[i].step))
			return true;
	return false;
}

/* Whether e made the step possible that its thread came to after e, and nothing since did. */
static bool is_enabling(const struct trace *t, const struct pred *e, uint32_t prev)
{
	if (!t->enablings || !(e->flags & (PRED_FREE | PRED_ORDER)) || prev == NO_STEP ||
	    prev < e->step)
		return false;
	for (size_t i = 0; i < t->preds.n && t->preds.at[i].step > e->step; i++)
		if (trace_before(t, e->step, t->preds.at[i].step))
			return false;
	return true;
}

static void add_race(struct trace *t, struct race r, bool with_holds)
{
	if (!r.ordinal)
		r.ordinal = trace_next_ordinal(t, r.rec->thread);
	for (size_t i = 0; with_holds && i < t->preds.n; i++)
		r.n_holds += (t->preds.at[i].flags & (PRED_HOLD | PRED_PAST)) &&
		             t->preds.at[i].step != r.early;
	if (r.n_holds) {
		size_t n = 0;

		r.holds = mem_alloc(r.n_holds * sizeof(*r.holds));
		for (size_t i = 0; i < t->preds.n; i++) {
			struct pred h = t->preds.at[i];

			if (!(h.flags & (PRED_HOLD | PRED_PAST)) || h.step == r.early)
				continue;
			if (must_precede(t, h.step, r.rec->thread))
				h.flags |= PRED_BEFORE;
			r.holds[n++] = h;
		}
	}
	vec_push(&t->races, r);
}

/* The one event of a step, or NULL where there are more. */
static const struct event *only_event(const struct trace *t, uint32_t step)
{
	uint32_t first = t->steps.at[step].first_event;
	uint32_t end = step + 1 < t->n_steps ? t->steps.at[step + 1].first_event : t->n_events;

	return end - first == 1 ? &t->events.at[first] : NULL;
}

/*
 * Of a race between two atomic operations at the same place: the later one as it will be
 * when it is taken before the earlier one, or NULL where that cannot be told.
 *
 * There it finds what the earlier one found: all that changed the place before the earlier one
 * is still before it, and all that changed it since happens after the earlier one, so that it
 * is no part of the plan. Its thread has come to it along the same steps in both cases, so it
 * compares with the same value. Steps that are left out of the plan, or go before it in a
 * tree, are independent of it: they do not change the place. That holds where steps are single
 * operations, none of which ends the execution, and where nothing changes memory that is not
 * announced; search.c looks whether it came true, and begins again without this if it did not.
 */
static struct step *foretell(struct trace *t, uint32_t early, uint32_t late)
{
	const struct event *was = only_event(t, early), *is = only_event(t, late);
	struct step *rec = t->steps.at[late].rec, *s = NULL;
	enum atomic_result result;
	access_vec a = {0};
	struct event e;

	if (!t->fine_steps || !t->foretells || !was || !is || rec->n_outcomes || t->was_cut)
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
	if (a.n == rec->n_accesses) { /* else an order was decreed for it, too */
		s = step_new(&t->pool, rec->thread, &a, NULL);
		s->kind = rec->kind;
		s->stable = s->foretold = true;
	}
	vec_release(&a);
	return s;
}

/*
 * The step as it will be when it is taken earlier. It may meet other choices, so its
 * outcomes are left open. Who passed a once flag will run it if it comes before the
 * one who did: then it holds the flag, and what it was said to touch must show that, or
 * a plan has another one pass after it, who in truth has to wait. Test:
 * tests/unit/explore/oracle.c, seed 0 and others.
 */
static struct step *taken_earlier(struct trace *t, struct step *rec, const struct pred *e,
                                  uint32_t late)
{
	struct step *foretold = late == NO_STEP ? NULL : foretell(t, e->step, late);
	bool before_hold = e->flags & PRED_HOLD;
	bool runs = before_hold && rec->n_accesses && rec->accesses[0].role == ROLE_PASS;
	access_vec a = {0};
	struct step *s;

	if (foretold)
		return foretold;
	if (!rec->n_outcomes && !runs)
		return step_ref(rec);
	for (uint32_t i = 0; i < rec->n_accesses; i++)
		vec_push(&a, rec->accesses[i]);
	if (runs) {
		a.at[0].group = GROUP_EXCLUSIVE;
		a.at[0].role = ROLE_BLOCK;
	}
	s = step_new(&t->pool, rec->thread, &a, NULL);
	s->kind = rec->kind;
	vec_release(&a);
	return s;
}

static void find_races(struct trace *t, unsigned thread, uint32_t late, struct step *rec)
{
	uint32_t prev = t->last[thread];

	for (size_t i = 0; i < t->preds.n; i++) {
		const struct pred *e = &t->preds.at[i];

		if (e->step >= late)
			continue;
		if (prev != NO_STEP && trace_before(t, e->step, prev))
			continue;
		/* A step that is still blocked waits for a hold to end, and for nothing else. */
		if (late == NO_STEP && !(e->flags & PRED_HOLD))
			continue;
		bool race = is_race(t, e);
		if (race || (late != NO_STEP && is_enabling(t, e, prev)))
			add_race(t,
			         (struct race){.early = e->step,
			                       .late = late,
			                       .birth = late,
			                       .enabled = !race,
			                       .rec = taken_earlier(t, rec, e, late)},
			         race && (e->flags & PRED_HOLD));
	}
}

/*
 * Whether what the step touches does not depend on what went before it: one event,
 * of a kind that touches the same whatever its result. Where steps are coarse, one that
 * finds another value may go on to operations that are no preemption points: the seed
 * 4213 of tests/unit/explore/oracle.c loses a trace if that is forgotten.
 */
static bool is_stable(const struct trace *t, uint32_t step)
{
	const struct event *e = &t->events.at[t->steps.at[step].first_event];

	if (t->n_events - t->steps.at[step].first_event != 1 || t->outcomes.n || t->was_cut)
		return false;
	switch (event_dep(e)) {
	case DEP_WRITE:
		/* A compare-and-swap may fail there. To destroy or to initialise an object may
		 * be misuse there, and end the execution. */
		if (e->kind == OP_ATOMIC_RMW)
			return t->fine_steps && atomic_result(e) == RESULT_SAME;
		return e->kind == OP_WRITE || e->kind == OP_ATOMIC_STORE || e->kind == OP_FREE ||
		       (t->fine_steps && e->kind == OP_IO);
	case DEP_READ:
	case DEP_SEM_GETVALUE:
		return t->fine_steps;
	case DEP_TRY_ACQUIRE:
	case DEP_TRY_ACQUIRE_SHARED:
	case DEP_FUTEX_WAIT:
	case DEP_SEM_TRYWAIT:
	case DEP_COND_TIMEOUT: /* there it may have been woken */
		return false;
	case DEP_COND_SIGNAL: /* others may sleep there, and more: then it is a choice */
	case DEP_COND_BROADCAST:
	case DEP_BARRIER_ARRIVE: /* it may be the last one there */
		return false;
	default:
		return true;
	}
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

	merge_preds(&t->preds);
	if (prev != NO_STEP)
		memcpy(row, trace_clock(t, prev), t->width * sizeof(*row));
	else
		memset(row, 0, t->width * sizeof(*row));
	join_clocks(t, row, 0, ~0u);
	row[s->thread] = s->ordinal;
	if (t->width != t->stride) {
		join_clocks(t, row, t->stride, ~(unsigned)PRED_DECREED);
		row[t->stride + s->thread] = s->ordinal;
	}
	s->rec = step_new(&t->pool, s->thread, &t->accesses, &t->outcomes);
	s->rec->stable = is_stable(t, index) && !s->rec->world;
	if (s->first_event < t->n_events)
		s->rec->kind = t->events.at[s->first_event].kind;
	find_races(t, s->thread, index, s->rec);
}

/* What the thread's step touches by decree. */
static void add_decreed(struct trace *t, unsigned thread, uint32_t ordinal)
{
	for (size_t k = 0; k < t->orders.n; k++) {
		const struct explore_order *o = &t->orders.at[k];

		if (o->first_thread == thread && o->first_step == ordinal)
			vec_push(&t->accesses, (struct access){.key = k,
			                                       .tag = TAG_ORDER,
			                                       .group = GROUP_EXCLUSIVE});
		if (o->second_thread == thread && o->second_step == ordinal)
			vec_push(&t->accesses, (struct access){.key = k,
			                                       .tag = TAG_ORDER,
			                                       .group = GROUP_EFFECT,
			                                       .role = ROLE_BLOCK});
	}
}

void trace_step_end(struct trace *t, const struct event *cut, bool fatal)
{
	uint32_t index = t->n_steps - 1;
	unsigned thread = t->steps.at[index].thread;

	if (t->replaying) {
		uint32_t end = index + 1 < t->steps.n ? t->steps.at[index + 1].first_event
		                                      : (uint32_t)t->events.n;
		if (t->n_events < end)
			diverge(t, &t->events.at[t->n_events], NULL, "an event less than before");
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
	add_decreed(t, thread, t->steps.at[index].ordinal);
	for (size_t i = from; i < t->accesses.n; i++)
		shadow_access(&t->shadow, &t->accesses.at[i], thread, index, &t->preds);
	if (fatal) {
		vec_push(&t->accesses, (struct access){.tag = TAG_WORLD});
		for (unsigned i = 0; i < t->stride; i++)
			if (i != thread && t->last[i] != NO_STEP)
				vec_push(&t->preds, (struct pred){t->last[i], PRED_RACE, NO_STEP});
	}
	end_new_step(t, index);
	t->last[thread] = index;
}

/* --- steps that were not taken ----------------------------------------------------------- */

void trace_pending(struct trace *t, uint32_t early, uint32_t birth, const struct event *op)
{
	struct step *rec;

	/* One that sleeps waits for a wake-up, whatever it will have to do then. */
	if (!t->analysis || (early == NO_STEP && t->sleeps_at[op->thread]))
		return;
	vec_clear(&t->accesses);
	vec_clear(&t->preds);
	access_of_event(&t->accesses, op, true);
	add_decreed(t, op->thread, trace_next_ordinal(t, op->thread));
	rec = step_new(&t->pool, op->thread, &t->accesses, NULL);
	rec->kind = op->kind;
	if (early != NO_STEP) {
		add_race(t,
		         (struct race){.early = early,
		                       .late = NO_STEP,
		                       .birth = birth,
		                       .rec = step_ref(rec)},
		         false);
	} else {
		for (size_t i = 0; i < t->accesses.n; i++)
			shadow_look(&t->shadow, &t->accesses.at[i], op->thread, &t->preds);
		merge_preds(&t->preds);
		find_races(t, op->thread, NO_STEP, rec);
	}
	step_unref(&t->pool, rec);
}

void trace_survivor(struct trace *t, const struct event *op)
{
	uint32_t last = t->n_steps - 1;
	struct step *end = t->steps.at[last].rec;
	struct race r = {.early = last, .late = NO_STEP, .birth = NO_STEP};
	bool apart = true;

	vec_clear(&t->accesses);
	access_of_event(&t->accesses, op, true);
	add_decreed(t, op->thread, trace_next_ordinal(t, op->thread));
	for (size_t i = 0; i < t->accesses.n; i++)
		for (uint32_t j = 0; j < end->n_accesses; j++)
			apart &= !access_conflict(&t->accesses.at[i], &end->accesses[j]);
	r.rec = step_new(&t->pool, op->thread, &t->accesses, NULL);
	r.rec->kind = op->kind;
	r.then = apart ? step_ref(end) : NULL;
	add_race(t, r, false);
}

static bool conflict(const struct step *a, const struct step *b)
{
	for (uint32_t i = 0; i < a->n_accesses; i++)
		for (uint32_t j = 0; j < b->n_accesses; j++)
			if (a->accesses[i].tag != TAG_WORLD &&
			    access_conflict(&a->accesses[i], &b->accesses[j]))
				return true;
	return false;
}

/*
 * The last step, if it ended the execution and would have done so without `step` and all
 * that follows from it; else NULL.
 */
static struct step *ends_all_the_same(const struct trace *t, uint32_t step)
{
	uint32_t last = t->n_steps - 1;
	struct step *end = t->steps.at[last].rec;

	if (!end->world || step == last)
		return NULL;
	for (uint32_t j = step; j < last; j++)
		if (trace_before(t, step, j) &&
		    (t->steps.at[j].thread == end->thread || conflict(end, t->steps.at[j].rec)))
			return NULL;
	return end;
}

/* end: what the plans go on with, or NULL. */
static void add_alternatives(struct trace *t, uint32_t step, uint32_t birth, struct step *end)
{
	const struct step *rec = t->steps.at[step].rec;
	access_vec a = {(struct access *)rec->accesses, rec->n_accesses, rec->n_accesses};
	outcome_vec o = {0};

	for (unsigned i = 0; i < rec->n_outcomes; i++) {
		vec_push(&o, rec->outcomes[i]);
		for (unsigned v = 0; v < rec->outcomes[i].n; v++) {
			if (v == rec->outcomes[i].value)
				continue;
			vec_last(&o)->value = (uint16_t)v;
			add_race(t,
			         (struct race){.early = step,
			                       .late = NO_STEP,
			                       .birth = birth,
			                       .ordinal = t->steps.at[step].ordinal,
			                       .rec = step_new(&t->pool, rec->thread, &a, &o),
			                       .then = end ? step_ref(end) : NULL},
			         false);
		}
		vec_last(&o)->value = rec->outcomes[i].value;
	}
	vec_release(&o);
}

void trace_alternatives(struct trace *t, uint32_t step)
{
	add_alternatives(t, step, step, NULL);
}

/*
 * A sleeper may be apart from the other outcome, so that this is covered by what begins
 * with the sleeper, but not from the end, which no execution that begins with the
 * sleeper comes to: so the end belongs to the plan. Test: tests/unit/explore/oracle.c,
 * seed 10000716.
 */
void trace_alternatives_to_end(struct trace *t)
{
	for (uint32_t i = 0; i < t->n_steps; i++) {
		struct step *end = t->steps.at[i].rec->n_outcomes ? ends_all_the_same(t, i) : NULL;

		if (end)
			add_alternatives(t, i, NO_STEP, end);
	}
}
