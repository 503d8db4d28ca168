/* SPDX-License-Identifier: MIT */
/* Which steps could have been taken in another order: races between them, and with steps not taken.
 */
#include <string.h>

#include "explore/trace_internal.h"

void trace_merge_preds(pred_vec *p)
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
	struct step *predicted = late == NO_STEP ? NULL : predict_atomic(t, e->step, late);
	bool before_hold = e->flags & PRED_HOLD;
	bool runs = before_hold && rec->n_accesses && rec->accesses[0].role == ROLE_PASS;
	access_vec a = {0};
	struct step *s;

	if (predicted)
		return predicted;
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

void trace_find_races(struct trace *t, unsigned thread, uint32_t late, struct step *rec)
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

void trace_add_constraints(struct trace *t, unsigned thread, uint32_t ordinal)
{
	for (size_t k = 0; k < t->constraints.n; k++) {
		const struct explore_constraint *o = &t->constraints.at[k];

		if (o->first_thread == thread && o->first_step == ordinal)
			vec_push(&t->accesses, (struct access){.key = k,
			                                       .tag = TAG_CONSTRAINT,
			                                       .group = GROUP_EXCLUSIVE});
		if (o->second_thread == thread && o->second_step == ordinal)
			vec_push(&t->accesses, (struct access){.key = k,
			                                       .tag = TAG_CONSTRAINT,
			                                       .group = GROUP_EFFECT,
			                                       .role = ROLE_BLOCK});
	}
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
	trace_add_constraints(t, op->thread, trace_next_ordinal(t, op->thread));
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
		trace_merge_preds(&t->preds);
		trace_find_races(t, op->thread, NO_STEP, rec);
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
	trace_add_constraints(t, op->thread, trace_next_ordinal(t, op->thread));
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
			if (a->accesses[i].tag != TAG_TERMINATE &&
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
