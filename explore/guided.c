/* SPDX-License-Identifier: MIT */
#include "explore/guided.h"

#include "base/mem.h"
#include "explore/simple.h"

#include <string.h>

struct guided {
	struct scheduler base;
	const struct guide *guide;
	size_t next_stretch;
	size_t next_value[MAX_THREADS]; /* where to look for the next of guide->values */
	uint32_t steps[MAX_THREADS];
	struct tried tried;
};

static const struct guide no_guide = {.other = GUIDE_AS_RECORDED};

static bool can_run_now(const struct thread_view *t)
{
	return t->status == THREAD_READY || t->status == THREAD_TIMEABLE;
}

static bool can_choose(const struct sched_view *v, unsigned thread)
{
	return thread < v->n_threads && can_run_now(&v->threads[thread]);
}

/* ---- exact choices ---- */

/* The recorded choice at this point, where there is one and it fits. */
static const struct choice *recorded(struct guided *g, enum choice_kind kind, unsigned n)
{
	size_t i = g->tried.choices.n;
	if (i >= g->guide->exact.n || g->tried.diverged)
		return NULL;
	const struct choice *c = &g->guide->exact.at[i];
	if (c->kind == kind && c->n == n)
		return c;
	g->tried.diverged = 1;
	return NULL;
}

/* Is this the choice that is to be made in another way? */
static bool differs_here(const struct guided *g)
{
	return g->guide->other != GUIDE_AS_RECORDED && g->tried.choices.n + 1 == g->guide->exact.n;
}

/* The rank-th of those that can run, without `except`; who ran last comes first. */
static unsigned other_thread(const struct sched_view *v, unsigned except, uint32_t rank)
{
	if (v->current != except && v->current != NO_THREAD && can_choose(v, v->current)) {
		if (rank-- == 0)
			return v->current;
	}
	for (unsigned t = 0; t < v->n_threads; t++)
		if (t != v->current && t != except && can_choose(v, t) && rank-- == 0)
			return t;
	return except;
}

static unsigned exact_thread(struct guided *g, const struct sched_view *v, unsigned runnable)
{
	const struct choice *c = runnable > 1 ? recorded(g, CHOICE_THREAD, runnable) : NULL;
	if (!c)
		return NO_THREAD;
	if (differs_here(g))
		return other_thread(v, c->value, g->guide->other);
	if (can_choose(v, c->value))
		return c->value;
	g->tried.diverged = 1;
	return NO_THREAD;
}

/* ---- stretches ---- */

static unsigned stretch_thread(struct guided *g, const struct sched_view *v)
{
	const stretch_vec *all = &g->guide->stretches;
	for (; g->next_stretch < all->n; g->next_stretch++) {
		const struct stretch *s = &all->at[g->next_stretch];
		if (g->steps[s->thread] < s->until && can_choose(v, s->thread))
			return s->thread;
	}
	return NO_THREAD;
}

/* Are there still exact choices to be made? Until then the stretches wait. */
static bool exact_left(const struct guided *g)
{
	return !g->tried.diverged && g->tried.choices.n < g->guide->exact.n;
}

/* ---- what was done ---- */

static void keep_choice(struct guided *g, struct choice c)
{
	vec_push(&g->tried.choices, c);
}

/* The same question as the explorer's bound asks (struct explore_options). */
static bool preempts(const struct sched_view *v, unsigned thread)
{
	if (v->current == NO_THREAD || v->current == thread)
		return false;
	const struct thread_view *t = &v->threads[v->current];
	return t->status == THREAD_READY && op_info[t->next.kind].pp != PP_YIELD;
}

static void keep_step(struct guided *g, const struct sched_view *v, unsigned thread,
                      unsigned runnable)
{
	stretch_vec *all = &g->tried.stretches;
	bool preempted = runnable > 1 && preempts(v, thread);
	if (runnable > 1)
		keep_choice(g, (struct choice){.kind = CHOICE_THREAD,
		                               .preempts = preempted,
		                               .value = (uint16_t)thread,
		                               .n = (uint16_t)runnable,
		                               .thread = v->current});
	if (!all->n || vec_last(all)->thread != thread)
		vec_push(all, (struct stretch){.thread = (uint16_t)thread,
		                               .preempts = preempted,
		                               .choice = runnable > 1 ? (uint32_t)g->tried.choices.n
		                                                      : 0});
	vec_last(all)->until = ++g->steps[thread];
}

/* ---- the scheduler ---- */

static bool guided_begin(struct scheduler *base)
{
	struct guided *g = (struct guided *)base;
	g->next_stretch = 0;
	memset(g->next_value, 0, sizeof(g->next_value));
	memset(g->steps, 0, sizeof(g->steps));
	vec_clear(&g->tried.choices);
	vec_clear(&g->tried.stretches);
	g->tried.diverged = 0;
	return true;
}

static unsigned guided_thread(struct scheduler *base, const struct sched_view *v)
{
	struct guided *g = (struct guided *)base;
	unsigned runnable = 0, thread;
	for (unsigned i = 0; i < v->n_threads; i++)
		runnable += can_run_now(&v->threads[i]);
	thread = exact_thread(g, v, runnable);
	if (thread == NO_THREAD && !exact_left(g))
		thread = stretch_thread(g, v);
	if (thread == NO_THREAD)
		thread = simple_default_thread(v);
	keep_step(g, v, thread, runnable);
	return thread;
}

/* The thread's own next value among those of the guide, or 0 where it does not fit. */
static unsigned stretch_value(struct guided *g, enum choice_kind kind, unsigned thread, unsigned n)
{
	const choice_vec *all = &g->guide->values;
	for (size_t *i = &g->next_value[thread]; *i < all->n;) {
		const struct choice *c = &all->at[(*i)++];
		if (c->thread == thread)
			return c->kind == kind && c->value < n ? c->value : 0;
	}
	return 0;
}

static unsigned guided_value(struct scheduler *base, enum choice_kind kind, unsigned thread,
                             unsigned n)
{
	struct guided *g = (struct guided *)base;
	const struct choice *c = recorded(g, kind, n);
	unsigned value = stretch_value(g, kind, thread, n);
	if (c && differs_here(g))
		value = g->guide->other < c->value ? g->guide->other : g->guide->other + 1;
	else if (c)
		value = c->value;
	if (value >= n)
		value = 0;
	keep_choice(g, (struct choice){.kind = (uint8_t)kind,
	                               .value = (uint16_t)value,
	                               .n = (uint16_t)n,
	                               .thread = (uint16_t)thread});
	return value;
}

static void guided_event(struct scheduler *base, const struct event *e)
{
	(void)base;
	(void)e;
}

static void guided_end(struct scheduler *base, enum end_reason why, const struct sched_view *v)
{
	(void)v;
	((struct guided *)base)->tried.reason = (uint8_t)why;
}

static void guided_free(struct scheduler *base)
{
	tried_release(&((struct guided *)base)->tried);
	mem_free(base);
}

static const struct scheduler_ops guided_ops = {
        .begin = guided_begin,
        .thread = guided_thread,
        .value = guided_value,
        .event = guided_event,
        .end = guided_end,
        .free = guided_free,
};

struct scheduler *guided_scheduler_new(void)
{
	struct guided *g = mem_alloc(sizeof(*g));
	g->base.ops = &guided_ops;
	g->guide = &no_guide;
	return &g->base;
}

void guided_follow(struct scheduler *base, const struct guide *guide)
{
	((struct guided *)base)->guide = guide;
}

struct tried guided_tried(const struct scheduler *base)
{
	const struct guided *g = (const struct guided *)base;
	struct tried t = g->tried;
	/* One that is not followed to its end does not fit either, unless the end was meant. */
	t.diverged |= g->tried.choices.n < g->guide->exact.n;
	return t;
}
