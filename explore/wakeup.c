/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/wakeup.h"

void plan_release(struct plan *p)
{
	vec_release(&p->items);
	vec_release(&p->before);
	vec_release(&p->removed);
	vec_release(&p->asleep);
}

/* --- plans ------------------------------------------------------------------------------- */

static bool is_removed(const struct plan *p, const struct trace *t, uint32_t step)
{
	for (size_t i = 0; i < p->removed.n; i++)
		if (trace_before(t, p->removed.at[i], step))
			return true;
	return false;
}

static void add_item(struct plan *p, struct step *rec, uint32_t index, bool sure)
{
	vec_push(&p->items, (struct plan_item){rec, index, rec->thread, sure});
	vec_push(&p->before, p->touched);
	p->touched.all |= rec->all;
	p->touched.strong |= rec->strong;
	p->touched.world |= rec->world;
	threads_add(&p->threads, rec->thread);
}

/*
 * The steps after `early` that do not happen after any removed one, in order. Stops
 * as soon as every thread has got to a step that does: what follows does too.
 */
static void collect(struct plan *p, const struct trace *t, const struct race *r)
{
	struct thread_set gone = {0};
	unsigned open = 0;
	bool several = p->removed.n > 1;

	vec_clear(&p->items);
	vec_clear(&p->before);
	p->first = 0;
	p->touched = (struct touched){0};
	p->threads = (struct thread_set){0};
	for (unsigned i = 0; i < t->stride; i++)
		open += t->last[i] != NO_STEP && t->last[i] > r->early;
	vec_reserve(&p->items, t->n_steps - r->early + 2);
	vec_reserve(&p->before, t->n_steps - r->early + 2);
	for (uint32_t j = r->early; j < t->n_steps && open; j++) {
		const struct trace_step *s = &t->steps.at[j];

		if (thread_in(&gone, s->thread))
			continue;
		if (trace_before(t, r->early, j) || j == r->late ||
		    (several && is_removed(p, t, j))) {
			threads_add(&gone, s->thread);
			open -= t->last[s->thread] > r->early;
			continue;
		}
		add_item(p, s->rec, j, true);
		if (t->last[s->thread] == j)
			open--;
	}
	add_item(p, r->rec, NO_STEP, r->rec->stable);
	if (r->then)
		add_item(p, r->then, NO_STEP, r->then->stable);
}

/*
 * Whether all that constraints make e' wait for stays in the plan, or goes before it. A step
 * that was taken had it all before it; one that was prevented may not have.
 */
static bool constraints_allow(const struct plan *p, const struct trace *t, const struct race *r)
{
	for (size_t k = 0; k < t->constraints.n; k++) {
		const struct explore_constraint *o = &t->constraints.at[k];
		uint32_t first;

		if (o->second_thread != r->rec->thread || o->second_step != r->ordinal)
			continue;
		first = trace_find(t, o->first_thread, o->first_step);
		if (first == NO_STEP || (first >= r->early && is_removed(p, t, first)))
			return false;
	}
	return true;
}

/*
 * e' must be able to get its lock after the plan's other steps. A hold that the
 * plan keeps without keeping its release is dropped from the plan too, with all
 * that happens after it; one that began before the plan, or that e' cannot do without,
 * cannot be.
 */
bool plan_build(struct plan *p, const struct trace *t, const struct race *r)
{
	bool again = r->n_holds > 0;

	vec_clear(&p->removed);
	vec_push(&p->removed, r->early);
	while (again) {
		again = false;
		for (uint32_t i = 0; i < r->n_holds; i++) {
			const struct pred *h = &r->holds[i];
			bool kept = h->step < r->early || !is_removed(p, t, h->step);
			bool freed = h->freed != NO_STEP &&
			             (h->freed < r->early || !is_removed(p, t, h->freed));

			if (!kept || freed)
				continue;
			if (h->step < r->early || (h->flags & PRED_BEFORE))
				return false;
			vec_push(&p->removed, h->step);
			again = true;
		}
	}
	if (!constraints_allow(p, t, r))
		return false;
	collect(p, t, r);
	return true;
}

const struct plan_item *plan_item(const struct plan *p, unsigned thread)
{
	if (!thread_in(&p->threads, thread))
		return NULL;
	for (size_t i = p->first; i < p->items.n; i++)
		if (p->items.at[i].thread == thread)
			return &p->items.at[i];
	return NULL;
}

/* True only if s is independent of all that touched what is given. */
static bool touches_none(const struct step *s, const struct touched *t)
{
	return !s->world && !t->world && !(t->all & s->strong) && !(t->strong & s->all);
}

enum fit { FIT_NOT, FIT_FIRST, FIT_APART };

/*
 * How step s, which can be taken where the plan starts, stands to the plan.
 * FIT_FIRST: it is the plan's item *at, which can go first. FIT_APART: it is not in
 * the plan and independent of all of it.
 *
 * Where s is independent of what stands before its thread's item, that item is s:
 * nothing before it can have made it another step. So the accesses of s count, not
 * those of the item, which may be of another place (the last one always is).
 */
static enum fit plan_fit(const struct plan *p, const struct step *s, size_t *at)
{
	const struct plan_item *own = plan_item(p, s->thread);
	size_t end = own ? (size_t)(own - p->items.at) : p->items.n;

	if (!touches_none(s, own ? &p->before.at[end] : &p->touched))
		for (size_t i = p->first; i < end; i++)
			if (!step_independent(p->items.at[i].rec, s))
				return FIT_NOT;
	if (!own)
		return FIT_APART;
	*at = end;
	return step_same(own->rec, s) ? FIT_FIRST : FIT_NOT;
}

bool plan_weak_initial(const struct plan *p, const struct step *s)
{
	size_t at;

	return plan_fit(p, s, &at) != FIT_NOT;
}

bool plan_begins_with(const struct plan *p, const struct step *s)
{
	size_t at;

	return plan_fit(p, s, &at) == FIT_FIRST;
}

bool plan_initial(const struct plan *p, unsigned thread)
{
	const struct plan_item *it = plan_item(p, thread);

	return it && plan_begins_with(p, it->rec);
}

/* --- trees ------------------------------------------------------------------------------- */

struct wakeup *wakeup_new(struct wakeup_pool *pool, struct step *step)
{
	struct wakeup *w = pool->free.n ? vec_pop(&pool->free) : mem_alloc(sizeof(*w));

	*w = (struct wakeup){.step = step};
	if (++pool->live > pool->peak)
		pool->peak = pool->live;
	return w;
}

/* Recursion goes down one level for each level of siblings only, never along a plan. */
void wakeup_free(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup *w)
{
	while (w) {
		struct wakeup *next = w->next;

		if (w->child && next)
			wakeup_free(pool, steps, w->child);
		else if (w->child)
			next = w->child;
		step_unref(steps, w->step);
		vec_push(&pool->free, w);
		pool->live--;
		w = next;
	}
}

void wakeup_pool_release(struct wakeup_pool *pool)
{
	while (pool->free.n)
		mem_free(vec_pop(&pool->free));
	vec_release(&pool->free);
}

unsigned wakeup_count(const struct wakeup *w)
{
	unsigned n = 0;

	for (; w; w = w->next)
		n++;
	return n;
}

struct wakeup *wakeup_shift(struct wakeup **list)
{
	struct wakeup *w = *list;

	if (w) {
		*list = w->next;
		w->next = NULL;
	}
	return w;
}

static void append(struct wakeup_pool *pool, struct wakeup **list, const struct plan *p, bool open)
{
	while (*list)
		list = &(*list)->next;
	for (size_t i = p->first; i < p->items.n; i++) {
		struct wakeup *w = wakeup_new(pool, step_ref(p->items.at[i].rec));

		w->sure = p->items.at[i].sure;
		w->open = open || !w->sure;
		*list = w;
		list = &w->child;
	}
}

/* Most often the first: what stands before it moves up. */
static void remove_item(struct plan *p, size_t at)
{
	memmove(p->items.at + p->first + 1, p->items.at + p->first,
	        (at - p->first) * sizeof(*p->items.at));
	p->first++;
}

/* Below the branch w: what w wakes need not be woken any more. */
static void wake(struct plan *p, const struct step *w)
{
	size_t n = 0;

	for (size_t i = 0; i < p->asleep.n; i++)
		if (step_independent(p->asleep.at[i], w))
			p->asleep.at[n++] = p->asleep.at[i];
	p->asleep.n = n;
}

/* Marks the item and all that happens before it in the plan. */
static void need(struct plan *p, const struct trace *t, bool *needed, size_t at)
{
	const struct plan_item *it = &p->items.at[at];

	if (needed[at])
		return;
	needed[at] = true;
	/* Latest first: what happens before one that was marked is marked already. */
	for (size_t i = at; i-- > p->first;) {
		const struct plan_item *y = &p->items.at[i];

		if (needed[i])
			continue;
		if (it->index != NO_STEP)
			needed[i] = trace_before(t, y->index, it->index);
		else if (!step_independent(y->rec, it->rec))
			need(p, t, needed, i);
	}
}

/*
 * Keeps of a plan what must be run for its sake: its last step, what wakes each
 * sleeper, and all that happens before those. The rest is independent of the last
 * step and comes by itself: nothing sleeps after the short plan, so all that can
 * follow it is run, the whole plan among it. Races that differ only in what the rest
 * did then leave one plan between them, where they left one each and trees grew with
 * the number of executions (parsimonious race reversal, CAV'24, has the same effect).
 * If no sleeper needed more, the race is settled: its plan does not depend on how the
 * execution went on after it.
 *
 * A last step that may touch other things where it is run may depend on the rest
 * there: its plan stays whole.
 */
static void shorten(struct plan *p, const struct trace *t)
{
	size_t n = p->first, last = p->items.n - 1;
	bool *needed;

	if (!p->items.at[last].rec->stable) {
		p->settled = false;
		return;
	}
	needed = mem_alloc(p->items.n);
	need(p, t, needed, last);
	for (size_t k = 0; k < p->asleep.n; k++) {
		size_t i = p->first;

		while (i < last && step_independent(p->items.at[i].rec, p->asleep.at[k]))
			i++;
		p->settled &= needed[i];
		need(p, t, needed, i);
	}
	for (size_t i = p->first; i <= last; i++)
		if (needed[i])
			p->items.at[n++] = p->items.at[i];
	p->items.n = n;
	mem_free(needed);
}

/*
 * A branch that leaves outcomes open will be run with one of them, and what is below it after that
 * one: it does not begin a plan that needs a certain outcome. Test: tests/unit/explore/oracle.c,
 * seed 1550109.
 */
static bool begins(const struct wakeup *w, const struct plan_item *own)
{
	return w->step->n_outcomes >= own->rec->n_outcomes;
}

/*
 * How the branch w stands to the plan. Of one that is not sure only its thread is
 * known: it fits if the plan begins with it, whose record then tells what it touches.
 */
static enum fit branch_fit(const struct plan *p, struct step_pool *steps, struct wakeup *w,
                           size_t *at)
{
	struct step *first = p->items.at[p->first].rec;

	if (w->sure) {
		enum fit fit = plan_fit(p, w->step, at);

		return fit == FIT_FIRST && !begins(w, &p->items.at[*at]) ? FIT_NOT : fit;
	}
	*at = p->first;
	if (!step_same(first, w->step) || !begins(w, &p->items.at[p->first]))
		return FIT_NOT;
	if (p->items.at[p->first].index != NO_STEP) {
		step_unref(steps, w->step);
		w->step = step_ref(first);
		w->sure = true;
	}
	return FIT_FIRST;
}

/*
 * The insertion of JACM'17: down along the leftmost branch that the plan can begin with
 * or that has nothing to do with it; where no branch fits, the rest is a new branch.
 * Where the walk comes to a leaf, the leaf covers the plan: no sleeper is left there,
 * so all that can follow will be run. A leaf that is not sure, or to the right of a
 * branch that is not, may leave sleepers, for which no race will be found below it; a
 * plan that goes on from there goes below it.
 */
size_t wakeup_insert(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup **list,
                     struct plan *p, const struct trace *t, size_t room)
{
	struct wakeup *w = *list;

	bool open = false, shortens = vec_last(&p->items)->rec->stable;

	p->settled = true;
	while (w) {
		size_t at = 0;
		bool was_sure = w->sure;
		enum fit fit = branch_fit(p, steps, w, &at);

		if (fit == FIT_NOT) {
			vec_push(&p->asleep, w->step);
			open |= !w->sure;
			w = w->next;
			continue;
		}
		p->settled &= fit == FIT_FIRST && was_sure && !w->open;
		if (fit == FIT_FIRST)
			remove_item(p, at);
		if (p->first == p->items.n || (!w->child && !w->open))
			return 0;
		if (shortens)
			wake(p, w->step);
		list = &w->child;
		w = *list;
	}
	shorten(p, t);
	if (p->items.n - p->first > room)
		return PLAN_NO_ROOM;
	p->settled &= !open;
	append(pool, list, p, open);
	return p->items.n - p->first;
}

void wakeup_prune(struct wakeup_pool *pool, struct step_pool *steps, struct wakeup **list,
                  const struct step *s)
{
	while (*list) {
		struct wakeup *w = *list;
		/* With outcomes left open it stands for others than that of s, too. */
		bool covered = step_same(w->step, s) && w->step->n_outcomes >= s->n_outcomes;

		if (!covered && w->sure && step_independent(w->step, s)) {
			wakeup_prune(pool, steps, &w->child, s);
			covered = !w->child;
		}
		if (covered)
			wakeup_free(pool, steps, wakeup_shift(list));
		else
			list = &w->next;
	}
}
