/* SPDX-License-Identifier: MIT */
#include "jobs/minimise/reduce.h"

#include <string.h>

/* ---- how small a schedule is ---- */

/* In order of importance. */
enum { SIZE_PREEMPTIONS, SIZE_SWITCHES, SIZE_STRETCHES, SIZES };

struct size {
	size_t of[SIZES];
};

static struct size size_of(const struct trial *t)
{
	return (struct size){.of = {
	                             [SIZE_PREEMPTIONS] = schedule_preemptions(&t->did.choices),
	                             [SIZE_SWITCHES] = schedule_switches(&t->did.choices),
	                             [SIZE_STRETCHES] = t->did.stretches.n,
	                     }};
}

/* Below 0: a is smaller. */
static int compare(const struct trial *a, const struct trial *b)
{
	struct size x = size_of(a), y = size_of(b);
	for (int i = 0; i < SIZES; i++)
		if (x.of[i] != y.of[i])
			return x.of[i] < y.of[i] ? -1 : 1;
	return 0;
}

/* Of equally many stretches, is the first one that differs longer in a? */
static bool longer(const struct trial *a, const struct trial *b)
{
	const stretch_vec *x = &a->did.stretches, *y = &b->did.stretches;
	for (size_t i = 0; i < x->n; i++) {
		if (x->at[i].thread != y->at[i].thread)
			return false;
		if (x->at[i].until != y->at[i].until)
			return x->at[i].until > y->at[i].until;
	}
	return false;
}

/* ---- changes ---- */

struct guide guide_along(const struct trial *t)
{
	struct guide g = {.other = GUIDE_AS_RECORDED};
	for (size_t i = 0; i < t->did.stretches.n; i++)
		vec_push(&g.stretches, t->did.stretches.at[i]);
	for (size_t i = 0; i < t->did.choices.n; i++)
		if (t->did.choices.at[i].kind != CHOICE_THREAD)
			vec_push(&g.values, t->did.choices.at[i]);
	return g;
}

static void leave_out(stretch_vec *v, size_t i, size_t n)
{
	memmove(v->at + i, v->at + i + n, (v->n - i - n) * sizeof(*v->at));
	v->n -= n;
}

/* The next stretch of the same thread, or how many there are. */
static size_t next_of_thread(const stretch_vec *v, size_t i)
{
	size_t k = i + 1;
	while (k < v->n && v->at[k].thread != v->at[i].thread)
		k++;
	return k;
}

void guide_extend(struct guide *g, size_t i)
{
	stretch_vec *v = &g->stretches;
	size_t next = next_of_thread(v, i);
	if (next == v->n) {
		v->at[i].until = STRETCH_TO_THE_END;
		return;
	}
	v->at[i].until = v->at[next].until;
	leave_out(v, next, 1);
}

/* ---- trying them ---- */

enum attempt { ATTEMPT_WORSE, ATTEMPT_BETTER, ATTEMPT_NO_TIME };

/* Runs along g, which is released, and replaces best where the result is better. */
static enum attempt attempt(const struct minimise_machine *m, struct guide *g, struct trial *best,
                            bool (*better)(const struct trial *, const struct trial *))
{
	struct trial t;
	bool ran = m->run(m->arg, g, &t);
	guide_release(g);
	if (!ran)
		return ATTEMPT_NO_TIME;
	if (!t.shows || !better(&t, best)) {
		trial_release(&t);
		return ATTEMPT_WORSE;
	}
	trial_release(best);
	*best = t;
	return ATTEMPT_BETTER;
}

static bool is_smaller(const struct trial *a, const struct trial *b)
{
	return compare(a, b) < 0;
}

static bool is_longer(const struct trial *a, const struct trial *b)
{
	int c = compare(a, b);
	return c < 0 || (c == 0 && longer(a, b));
}

/*
 * Leaves out `size` stretches at a time: their threads do the work in their next stretches, if
 * there are any. What was left out is not put back, so that each place is tried once.
 */
static bool leave_out_all(const struct minimise_machine *m, struct trial *best, size_t size)
{
	for (size_t i = 0; i + size <= best->did.stretches.n;) {
		struct guide g = guide_along(best);
		leave_out(&g.stretches, i, size);
		enum attempt a = attempt(m, &g, best, is_smaller);
		if (a == ATTEMPT_NO_TIME)
			return false;
		if (a == ATTEMPT_WORSE)
			i++;
	}
	return true;
}

static bool extend_all(const struct minimise_machine *m, struct trial *best)
{
	for (size_t i = 0; i < best->did.stretches.n;) {
		struct guide g = guide_along(best);
		guide_extend(&g, i);
		enum attempt a = attempt(m, &g, best, is_smaller);
		if (a == ATTEMPT_NO_TIME)
			return false;
		if (a == ATTEMPT_WORSE)
			i++;
	}
	return true;
}

/* Many stretches at a time first: a schedule drawn by lot has thousands that do nothing. */
static bool one_pass(const struct minimise_machine *m, struct trial *best)
{
	for (size_t size = best->did.stretches.n / 2; size; size /= 2)
		if (!leave_out_all(m, best, size))
			return false;
	return extend_all(m, best);
}

/* Each pass but the last makes it smaller, so there is a last one. */
bool reduce(const struct minimise_machine *m, struct trial *best)
{
	struct size before, after = size_of(best);
	do {
		before = after;
		if (!one_pass(m, best))
			return false;
		after = size_of(best);
	} while (memcmp(&before, &after, sizeof(before)) != 0);
	return true;
}

/* ---- longer stretches ---- */

/* How far stretch i could go at most: to the last but one step of the thread's next stretch. */
static uint32_t room(const stretch_vec *v, size_t i)
{
	size_t next = next_of_thread(v, i);
	return next < v->n ? v->at[next].until - v->at[i].until - 1 : 0;
}

/* Large steps first. Where it ends, one step more shows no finding. */
static bool lengthen(const struct minimise_machine *m, struct trial *best, size_t i, bool *changed)
{
	uint32_t step = room(&best->did.stretches, i);
	while (step && i < best->did.stretches.n) {
		enum attempt a = ATTEMPT_WORSE;
		if (step <= room(&best->did.stretches, i)) {
			struct guide g = guide_along(best);
			g.stretches.at[i].until += step;
			a = attempt(m, &g, best, is_longer);
		}
		if (a == ATTEMPT_NO_TIME)
			return false;
		*changed |= a == ATTEMPT_BETTER;
		if (a == ATTEMPT_WORSE)
			step /= 2;
	}
	return true;
}

/* Each change makes it smaller, or a stretch longer and none before it shorter: there is a last
 * one. */
bool gather(const struct minimise_machine *m, struct trial *best)
{
	bool changed = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < best->did.stretches.n; i++)
			if (!lengthen(m, best, i, &changed))
				return false;
	}
	return true;
}
