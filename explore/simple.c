/* SPDX-License-Identifier: MIT */
#include "explore/simple.h"

#include "base/mem.h"

struct simple {
	struct scheduler base;
	struct simple_config config;
	uint64_t begun;
	uint64_t random;
	size_t next_choice;
	int64_t diverged_at;
};

static struct simple *simple_of(struct scheduler *s)
{
	return (struct simple *)s;
}

/* splitmix64: every seed gives an unrelated stream. */
static uint64_t next_random(struct simple *s)
{
	uint64_t z = s->random += 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static unsigned random_below(struct simple *s, unsigned n)
{
	return (unsigned)((next_random(s) >> 32) * n >> 32);
}

static bool can_run_now(const struct thread_view *t)
{
	return t->status == THREAD_READY || t->status == THREAD_TIMEABLE;
}

/* Does the thread offer to let others run? */
static bool gives_way(const struct thread_view *t)
{
	return t->next.kind == OP_YIELD || t->next.kind == OP_PROCESS_EXIT;
}

/* The first thread after `after`, in a circle, with this status; NO_THREAD if none. */
static unsigned next_with_status(const struct sched_view *v, unsigned after, uint8_t status)
{
	for (unsigned i = 1; i <= v->n_threads; i++) {
		unsigned id = (after + i) % v->n_threads;
		if (v->threads[id].status == status)
			return id;
	}
	return NO_THREAD;
}

unsigned simple_default_thread(const struct sched_view *v)
{
	unsigned after = v->n_threads - 1u; /* at the start the first one is next */
	if (v->current != NO_THREAD) {
		const struct thread_view *current = &v->threads[v->current];
		if (current->status == THREAD_READY && !gives_way(current))
			return v->current;
		after = v->current;
	}
	unsigned id = next_with_status(v, after, THREAD_READY);
	return id != NO_THREAD ? id : next_with_status(v, after, THREAD_TIMEABLE);
}

static unsigned random_thread(struct simple *s, const struct sched_view *v)
{
	unsigned n = 0;
	for (unsigned i = 0; i < v->n_threads; i++)
		n += can_run_now(&v->threads[i]);
	unsigned k = n == 1 ? 0 : random_below(s, n);
	for (unsigned i = 0;; i++)
		if (can_run_now(&v->threads[i]) && k-- == 0)
			return i;
}

static unsigned count_runnable(const struct sched_view *v)
{
	unsigned n = 0;
	for (unsigned i = 0; i < v->n_threads; i++)
		n += can_run_now(&v->threads[i]);
	return n;
}

/* The recorded choice, where there is one and it fits. */
static const struct choice *recorded(struct simple *s, enum choice_kind kind, unsigned n)
{
	if (s->next_choice >= s->config.n_choices || s->diverged_at >= 0)
		return NULL;
	const struct choice *c = &s->config.choices[s->next_choice];
	if (c->kind != kind || c->n != n) {
		s->diverged_at = (int64_t)s->next_choice;
		return NULL;
	}
	s->next_choice++;
	return c;
}

static unsigned fixed_thread(struct simple *s, const struct sched_view *v)
{
	unsigned n = count_runnable(v);
	const struct choice *c = n > 1 ? recorded(s, CHOICE_THREAD, n) : NULL;
	if (!c)
		return simple_default_thread(v);
	if (c->value < v->n_threads && can_run_now(&v->threads[c->value]))
		return c->value;
	s->diverged_at = (int64_t)s->next_choice - 1;
	return simple_default_thread(v);
}

static bool simple_begin(struct scheduler *base)
{
	struct simple *s = simple_of(base);
	if (s->begun == s->config.executions)
		return false;
	s->random = s->config.seed + s->begun++;
	s->next_choice = 0;
	return true;
}

static unsigned simple_thread(struct scheduler *base, const struct sched_view *v)
{
	struct simple *s = simple_of(base);
	switch (s->config.kind) {
	case SIMPLE_RANDOM:
		return random_thread(s, v);
	case SIMPLE_FIXED:
		return fixed_thread(s, v);
	case SIMPLE_DEFAULT:
		break;
	}
	return simple_default_thread(v);
}

static unsigned simple_value(struct scheduler *base, enum choice_kind kind, unsigned thread,
                             unsigned n)
{
	struct simple *s = simple_of(base);
	(void)thread;
	if (s->config.kind == SIMPLE_RANDOM)
		return random_below(s, n);
	const struct choice *c = s->config.kind == SIMPLE_FIXED ? recorded(s, kind, n) : NULL;
	return c && c->value < n ? c->value : 0;
}

static void simple_event(struct scheduler *base, const struct event *e)
{
	(void)base;
	(void)e;
}

static void simple_end(struct scheduler *base, enum end_reason why, const struct sched_view *v)
{
	(void)base;
	(void)why;
	(void)v;
}

static void simple_free(struct scheduler *base)
{
	mem_free(base);
}

static const struct scheduler_ops simple_ops = {
        .begin = simple_begin,
        .thread = simple_thread,
        .value = simple_value,
        .event = simple_event,
        .end = simple_end,
        .free = simple_free,
};

struct scheduler *simple_scheduler_new(const struct simple_config *config)
{
	struct simple *s = mem_alloc(sizeof(*s));
	s->base.ops = &simple_ops;
	s->config = *config;
	s->diverged_at = -1;
	return &s->base;
}

int64_t simple_scheduler_diverged(const struct scheduler *base)
{
	return ((const struct simple *)base)->diverged_at;
}
