/* SPDX-License-Identifier: MIT */
/*
 * A finding in one sentence: who was interrupted where, and what another thread did meanwhile.
 * Every part of it is a fact of this execution; where the facts do not fit the pattern, the
 * sentence is the finding's own message.
 */
#include "report/model/story_internal.h"

#include <string.h>

/* A thread is preempted, and others touch what it works with before it goes on. */
struct interruption {
	const struct story_switch *at;
	uint32_t before, after; /* the thread's own steps around it */
	uint32_t meanwhile;     /* a step of another thread */
};

static uint32_t neighbour(const struct story_run *run, uint32_t from, unsigned thread, int way)
{
	for (uint32_t i = from; i > 0 && i <= run->steps.n; i += (uint32_t)way)
		if (story_step(run, i)->thread == thread)
			return i;
	return 0;
}

static bool same_memory(const struct story_step *a, const struct story_step *b)
{
	return a->addr && b->addr && a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

/* Does the thread use, within a few steps around the interruption, what `other` changes? */
static bool concerns(const struct story_run *run, const struct interruption *in, uint32_t other)
{
	const struct story_step *o = story_step(run, other);
	if (!step_is_access(o))
		return false;
	unsigned thread = in->at->from;
	uint32_t i = in->after;
	for (int n = 0; i && n < 4; n++) {
		const struct story_step *s = story_step(run, i);
		if (step_is_access(s) && s->slice && same_memory(s, o) &&
		    (step_writes(s) || step_writes(o)))
			return true;
		i = i < run->steps.n ? neighbour(run, i + 1, thread, 1) : 0;
	}
	i = in->before;
	for (int n = 0; i && n < 4; n++) {
		const struct story_step *s = story_step(run, i);
		if (step_is_access(s) && s->slice && same_memory(s, o) &&
		    (step_writes(s) || step_writes(o)))
			return true;
		i = neighbour(run, i - 1, thread, -1);
	}
	return false;
}

/* The last step of others during it that changes what the thread works with. */
static bool find_meanwhile(const struct story_run *run, struct interruption *in)
{
	in->meanwhile = 0;
	for (uint32_t i = in->at->step; i < in->after; i++) {
		const struct story_step *s = story_step(run, i);
		if (s->thread == in->at->from || !s->slice || !step_writes(s) ||
		    !concerns(run, in, i))
			continue;
		bool frees = step_frees(s);
		if (!in->meanwhile || frees || !step_frees(story_step(run, in->meanwhile)))
			in->meanwhile = i;
	}
	return in->meanwhile != 0;
}

/* A necessary one is better than another, a later one than an earlier one. */
static bool find_interruption(const struct story_run *run, struct interruption *best)
{
	bool found = false;
	for (size_t i = 0; i < run->switches.n; i++) {
		struct interruption in = {.at = &run->switches.at[i]};
		if (in.at->reason != SWITCH_PREEMPTED || in.at->necessary == NECESSARY_NO)
			continue;
		in.before = neighbour(run, in.at->step - 1, in.at->from, -1);
		in.after = neighbour(run, in.at->step, in.at->from, 1);
		if (!in.after || !find_meanwhile(run, &in))
			continue;
		if (found && best->at->necessary == NECESSARY_YES &&
		    in.at->necessary != NECESSARY_YES)
			continue;
		*best = in;
		found = true;
	}
	return found;
}

static void add_where(const struct story *s, struct buf *b, const struct interruption *in)
{
	struct buf from = {0}, to = {0};
	const struct story_run *run = &s->run;
	bool first = in->before && story_step(run, in->before)->kind != OP_THREAD_BEGIN &&
	             story_place_text(s, story_step(run, in->before)->stack, &from);
	bool second = story_place_text(s, story_step(run, in->after)->stack, &to);
	if (first && second && strcmp(buf_cstr(&from), buf_cstr(&to)) == 0)
		buf_printf(b, " at %s", buf_cstr(&to));
	else if (first && second)
		buf_printf(b, " between %s and %s", buf_cstr(&from), buf_cstr(&to));
	else if (second)
		buf_printf(b, " before %s", buf_cstr(&to));
	buf_release(&from);
	buf_release(&to);
}

static const char *did(const struct story_step *s)
{
	if (step_frees(s))
		return "freed";
	return step_is_access(s) && !step_reads(s) ? "wrote" : "changed";
}

/* "T2 was preempted between queue.c:41 and queue.c:42, while T1 freed head->next" */
static bool tell_interruption(const struct story *s, struct buf *b)
{
	struct interruption in;
	if (!find_interruption(&s->run, &in))
		return false;
	const struct story_step *m = story_step(&s->run, in.meanwhile);
	buf_printf(b, "T%u was preempted", in.at->from);
	add_where(s, b, &in);
	buf_printf(b, ", while T%u %s %s", m->thread, did(m), story_name_of(s, m->object));
	return true;
}

/* ---- memory that is gone ---- */

/* The last step before `step` that frees the memory concerned; 0: none is known. */
static uint32_t freed_before(const struct story *s, uint32_t step)
{
	while (step-- > 1) {
		const struct story_step *p = story_step(&s->run, step);
		if (step_frees(p) && s->addr - p->addr < p->size)
			return step;
	}
	return 0;
}

/* The step that uses it: the last one, or where the finding has no operation, the one before. */
static uint32_t use_of(const struct story *s)
{
	uint32_t last = (uint32_t)s->run.steps.n;
	if (!last || !story_step(&s->run, last)->failing)
		return 0;
	if (story_step(&s->run, last)->kind != OP_COUNT)
		return last;
	uint32_t before = neighbour(&s->run, last - 1, s->thread, -1);
	return before && step_frees(story_step(&s->run, before)) ? before : last;
}

static const char *verb_of(const struct story *s, const struct story_step *use, bool past)
{
	if (s->kind == FINDING_DOUBLE_FREE)
		return past ? "freed" : "free";
	if (step_writes(use))
		return past ? "wrote to" : "write to";
	return "read";
}

/* Was the thread preempted before the block was freed, and went on only after? */
static bool was_away(const struct story_run *run, unsigned thread, uint32_t freed,
                     struct interruption *in)
{
	in->at = NULL;
	for (size_t i = 0; i < run->switches.n && run->switches.at[i].step <= freed; i++)
		if (run->switches.at[i].from == thread)
			in->at = &run->switches.at[i];
	if (!in->at || in->at->reason != SWITCH_PREEMPTED)
		return false;
	in->after = neighbour(run, in->at->step, thread, 1);
	in->before = neighbour(run, in->at->step - 1, thread, -1);
	return in->after > freed;
}

static void add_at(const struct story *s, struct buf *b, uint32_t step)
{
	struct buf place = {0};
	if (story_place_text(s, story_step(&s->run, step)->stack, &place))
		buf_printf(b, " at %s", buf_cstr(&place));
	buf_release(&place);
}

/* The block that the last step uses was freed by another thread. */
static bool tell_freed(const struct story *s, struct buf *b)
{
	const struct story_run *run = &s->run;
	uint32_t used = use_of(s), freed = used ? freed_before(s, used) : 0;
	if (!freed)
		return false;
	const struct story_step *use = story_step(run, used), *gone = story_step(run, freed);
	struct interruption in = {0};
	if (use->thread == gone->thread) {
		buf_printf(b, "T%u freed %s", gone->thread, story_name_of(s, gone->object));
		add_at(s, b, freed);
		buf_printf(b, " and then %s it", verb_of(s, use, true));
		add_at(s, b, used);
		return true;
	}
	if (was_away(run, use->thread, freed, &in)) {
		buf_printf(b, "T%u was preempted", use->thread);
		add_where(s, b, &in);
		bool next = in.after == used;
		buf_printf(b, ", while T%u freed what it %s %s", gone->thread,
		           next ? "was about to" : "later", verb_of(s, use, !next));
		return true;
	}
	buf_printf(b, "T%u freed %s", gone->thread, story_name_of(s, gone->object));
	add_at(s, b, freed);
	buf_printf(b, ", and T%u then %s it", use->thread, verb_of(s, use, true));
	add_at(s, b, used);
	return true;
}

/* ---- signals that nobody heard ---- */

static bool woke_somebody(const struct story_run *run, uint32_t step)
{
	for (size_t i = 0; i < run->arrows.n; i++)
		if (run->arrows.at[i].from == step && run->arrows.at[i].kind == ARROW_WAKE)
			return true;
	return false;
}

/* The last signal of another thread before a sleeper fell asleep for ever. */
static bool tell_lost(const struct story *s, struct buf *b)
{
	const struct story_run *run = &s->run;
	for (size_t i = 0; i < run->waits.n; i++) {
		const struct story_wait *w = &run->waits.at[i];
		uint32_t asleep = w->to ? 0 : neighbour(run, w->from - 1, w->thread, -1);
		if (!asleep || step_info(story_step(run, asleep))->action != ACTION_UNLOCK)
			continue;
		for (uint32_t k = asleep; k-- > 1;) {
			const struct story_step *p = story_step(run, k);
			unsigned sleep = step_info(p)->sleep;
			bool signals = sleep == SLEEP_WAKES_ONE || sleep == SLEEP_WAKES_ALL;
			if (!signals || p->object != w->object || p->thread == w->thread)
				continue;
			if (woke_somebody(run, k))
				break;
			buf_printf(b, "T%u signalled %s", p->thread, story_name_of(s, p->object));
			add_at(s, b, k);
			buf_printf(b, " before T%u fell asleep on it", w->thread);
			add_at(s, b, asleep);
			buf_text(b, ", and nobody is left to wake it");
			return true;
		}
	}
	return false;
}

static bool is_about_order(unsigned kind)
{
	return kind != FINDING_LEAK && kind != FINDING_INFINITE_LOOP && !story_is_stuck(kind);
}

char *story_headline(const struct story *s)
{
	struct buf b = {0};
	bool memory = s->kind == FINDING_USE_AFTER_FREE || s->kind == FINDING_DOUBLE_FREE;
	if (memory && tell_freed(s, &b))
		return buf_detach(&b);
	if (s->kind == FINDING_LOST_WAKEUP && tell_lost(s, &b))
		return buf_detach(&b);
	if (is_about_order(s->kind) && tell_interruption(s, &b)) {
		buf_printf(&b, "; then: %s", s->message);
		return buf_detach(&b);
	}
	buf_text(&b, s->message);
	return buf_detach(&b);
}
