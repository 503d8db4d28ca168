/* SPDX-License-Identifier: MIT */
/*
 * Which steps the failure depends on, followed backwards from where it showed: from a read to the
 * write that it read from, from a write to what its thread had read before, from what happens under
 * a lock to where the lock was taken and given back, from a thread to who created it. What a
 * program does with values between two accesses is not known; "what its thread had read before" is
 * the nearest few reads of memory that several threads use. So a slice is a help for reading and
 * proves nothing: it may hold a step too many, or miss one.
 */
#include "report/model/story_internal.h"

#define READS_BEFORE 6  /* a value depends on */
#define LOOP_STEPS   12 /* of each thread that goes round for ever */

struct slicer {
	struct story *story;
	struct story_run *run;
	VEC(uint32_t) work;     /* steps whose reasons are to be found */
	VEC(uint8_t) shared;    /* for each object: several threads use it, and it changes */
	VEC(uint32_t) previous; /* for each step: the thread's step before it */
	VEC(uint32_t) arrows;   /* for each step: its first arrow */
};

bool story_is_stuck(unsigned kind)
{
	return kind == FINDING_DEADLOCK || kind == FINDING_LOST_WAKEUP || kind == FINDING_LIVELOCK;
}

static void keep(struct slicer *s, uint32_t step)
{
	if (!step || story_step(s->run, step)->slice)
		return;
	story_step(s->run, step)->slice = true;
	vec_push(&s->work, step);
}

/* ---- what is there to know beforehand ---- */

struct usage {
	uint16_t first; /* thread, plus 1 */
	bool several, written;
};

static void find_shared(struct slicer *s)
{
	VEC(struct usage) usage = {0};
	for (size_t i = 0; i < s->story->objects.n; i++)
		vec_push(&usage, (struct usage){0});
	for (size_t i = 0; i < s->run->steps.n; i++) {
		const struct story_step *step = &s->run->steps.at[i];
		if (step->object == STORY_NONE)
			continue;
		BUG_ON(step->object >= usage.n);
		struct usage *u = &usage.at[step->object];
		if (!u->first)
			u->first = step->thread + 1;
		u->several |= u->first != step->thread + 1;
		u->written |= step_writes(step) || !step_is_access(step);
	}
	for (size_t i = 0; i < usage.n; i++)
		vec_push(&s->shared, usage.at[i].several && usage.at[i].written);
	vec_release(&usage);
}

static void find_previous(struct slicer *s)
{
	uint32_t last[MAX_THREADS] = {0};
	size_t arrow = 0;
	for (uint32_t i = 1; i <= s->run->steps.n; i++) {
		unsigned thread = story_step(s->run, i)->thread;
		vec_push(&s->previous, last[thread]);
		last[thread] = i;
		while (arrow < s->run->arrows.n && s->run->arrows.at[arrow].to < i)
			arrow++;
		vec_push(&s->arrows, (uint32_t)arrow);
	}
}

static uint32_t previous(const struct slicer *s, uint32_t step)
{
	return s->previous.at[step - 1];
}

static bool is_shared(const struct slicer *s, const struct story_step *step)
{
	if (step->object == STORY_NONE)
		return false;
	BUG_ON(step->object >= s->shared.n);
	return s->shared.at[step->object];
}

/* ---- where the failure shows ---- */

/* A step of the thread that others could see: not on its own stack. */
static bool is_seen(const struct slicer *s, uint32_t step, unsigned thread)
{
	const struct story_step *p = story_step(s->run, step);
	return p->thread == thread && (!step_is_access(p) || p->object == STORY_NONE ||
	                               s->story->objects.at[p->object].kind != OBJECT_OTHER);
}

static uint32_t last_step_of(const struct story_run *run, unsigned thread)
{
	for (uint32_t i = (uint32_t)run->steps.n; i > 0; i--)
		if (story_step(run, i)->thread == thread)
			return i;
	return 0;
}

/* The locks that it still holds. */
static void keep_held(struct slicer *s, unsigned thread)
{
	uint32_t i = last_step_of(s->run, thread);
	VEC(uint32_t) released = {0};
	for (; i; i = previous(s, i)) {
		const struct story_step *step = story_step(s->run, i);
		if (step->releases != STORY_NONE)
			vec_push(&released, step->releases);
		if (step->acquires == STORY_NONE)
			continue;
		bool gone = false;
		for (size_t k = 0; k < released.n && !gone; k++)
			if (released.at[k] == step->acquires) {
				released.at[k] = STORY_NONE;
				gone = true;
			}
		if (!gone)
			keep(s, i);
	}
	vec_release(&released);
}

static void keep_sleep(struct slicer *s, unsigned thread)
{
	uint32_t i = last_step_of(s->run, thread);
	while (i && !step_sleeps(story_step(s->run, i)))
		i = previous(s, i);
	keep(s, i);
}

static void keep_last(struct slicer *s, unsigned thread, unsigned n)
{
	for (uint32_t i = last_step_of(s->run, thread); i && n; i = previous(s, i)) {
		if (!is_seen(s, i, thread))
			continue;
		keep(s, i);
		n--;
	}
}

static bool is_waker(const struct story_step *s)
{
	const struct op_info *op = step_info(s);
	return op->sleep == SLEEP_WAKES_ONE || op->sleep == SLEEP_WAKES_ALL ||
	       op->sleep == SLEEP_ARRIVES || op->action == ACTION_POST;
}

/* Everything that could have woken who sleeps there. */
static void keep_wakers(struct slicer *s, uint32_t object)
{
	for (uint32_t i = 1; i <= s->run->steps.n; i++) {
		const struct story_step *step = story_step(s->run, i);
		if (step->object == object && is_waker(step))
			keep(s, i);
	}
}

static void keep_stuck(struct slicer *s)
{
	for (size_t i = 0; i < s->run->threads.n; i++) {
		const struct story_thread *thread = &s->run->threads.at[i];
		if (thread->end == STORY_EXITED)
			continue;
		bool loops = s->story->kind == FINDING_LIVELOCK || thread->end == STORY_SPINNING;
		keep_held(s, thread->id);
		if (loops)
			keep_last(s, thread->id, LOOP_STEPS);
	}
	for (size_t i = 0; i < s->run->waits.n; i++) {
		const struct story_wait *w = &s->run->waits.at[i];
		if (w->to || w->object == STORY_NONE)
			continue;
		unsigned kind = s->story->objects.at[w->object].kind;
		if (kind == OBJECT_COND || kind == OBJECT_FUTEX || kind == OBJECT_BARRIER)
			keep_sleep(s, w->thread);
		keep_wakers(s, w->object);
	}
}

/* The operation without which there would be no such finding; or OP_COUNT. */
static enum op_kind ends_life(unsigned kind)
{
	switch ((enum finding_kind)kind) {
	case FINDING_USE_AFTER_FREE:
	case FINDING_DOUBLE_FREE:
		return OP_FREE;
	case FINDING_USE_AFTER_RETURN:
		return OP_RETURN;
	case FINDING_ASSERTION:
	case FINDING_ABORT:
	case FINDING_SEGFAULT:
	case FINDING_STACK_OVERFLOW:
	case FINDING_BUFFER_OVERFLOW:
	case FINDING_INVALID_FREE:
	case FINDING_DEADLOCK:
	case FINDING_LOST_WAKEUP:
	case FINDING_LIVELOCK:
	case FINDING_INFINITE_LOOP:
	case FINDING_SYNC_MISUSE:
	case FINDING_EXCEPTION:
	case FINDING_EXIT_STATUS:
	case FINDING_LEAK:
	case FINDING_DATA_RACE:
	case FINDING_COUNT:
		return OP_COUNT;
	}
	return OP_COUNT;
}

/* A finding without an operation of its own is about what its thread did last. */
static void keep_failing(struct slicer *s)
{
	uint32_t last = (uint32_t)s->run->steps.n;
	keep(s, last);
	if (story_step(s->run, last)->kind == OP_COUNT) {
		uint32_t before = previous(s, last);
		while (before && !is_seen(s, before, s->story->thread))
			before = previous(s, before);
		keep(s, before);
	}
	enum op_kind gone = ends_life(s->story->kind);
	for (uint32_t i = 1; i < last && gone != OP_COUNT; i++) {
		const struct story_step *step = story_step(s->run, i);
		if (step->kind == gone && s->story->addr - step->addr < step->size)
			keep(s, i);
	}
}

/* ---- why ---- */

/* How a library keeps its own things, of which the program's author knows nothing. */
static bool is_inside_library(const struct slicer *s, const struct story_step *step)
{
	if (step->stack == STORY_NONE ||
	    !str_starts(s->story->objects.at[step->object].name, STORY_BLOCK_NAME))
		return false;
	uint32_t innermost = s->story->stacks.at[step->stack].frames.at[0];
	return s->story->frames.at[innermost].library;
}

/* What a thread knew when it came there: what it had read since it last wrote. */
static void keep_reads(struct slicer *s, uint32_t step)
{
	unsigned n = 0;
	for (uint32_t i = previous(s, step); i && n < READS_BEFORE; i = previous(s, i)) {
		const struct story_step *p = story_step(s->run, i);
		if (!step_is_access(p) || !is_shared(s, p) || is_inside_library(s, p))
			continue;
		if (step_writes(p) && !step_reads(p) && n)
			break;
		keep(s, i);
		n++;
	}
}

/* The lock under which a step happens: where it was taken, and where it was given back. */
static void keep_section(struct slicer *s, uint32_t step)
{
	unsigned thread = story_step(s->run, step)->thread;
	VEC(uint32_t) released = {0};
	for (uint32_t i = previous(s, step); i; i = previous(s, i)) {
		const struct story_step *p = story_step(s->run, i);
		if (p->releases != STORY_NONE)
			vec_push(&released, p->releases);
		if (p->acquires == STORY_NONE)
			continue;
		BUG_ON(p->acquires >= s->shared.n);
		if (!s->shared.at[p->acquires])
			continue;
		bool gone = false;
		for (size_t k = 0; k < released.n; k++)
			gone |= released.at[k] == p->acquires;
		if (gone)
			continue;
		keep(s, i);
		for (uint32_t k = step; k <= s->run->steps.n; k++) {
			const struct story_step *q = story_step(s->run, k);
			if (q->thread == thread && q->releases == p->acquires) {
				keep(s, k);
				break;
			}
		}
		break;
	}
	vec_release(&released);
}

static void keep_causes(struct slicer *s, uint32_t step)
{
	const struct story_step *p = story_step(s->run, step);
	for (size_t i = s->arrows.at[step - 1];
	     i < s->run->arrows.n && s->run->arrows.at[i].to == step; i++) {
		const struct story_arrow *a = &s->run->arrows.at[i];
		bool is_write = step_writes(story_step(s->run, a->from));
		bool memory = a->kind == ARROW_CONFLICT || a->kind == ARROW_RACE;
		/* That a value was read before it was overwritten matters where they race. */
		if (!memory || is_write || a->kind == ARROW_RACE)
			if (a->kind != ARROW_LOCK && a->kind != ARROW_JOIN)
				keep(s, a->from);
	}
	bool waits = step_info(p)->action == ACTION_UNLOCK;
	if (step_writes(p) || p->failing || waits)
		keep_reads(s, step);
	if (step_is_access(p) || waits || p->kind == OP_COND_SIGNAL)
		keep_section(s, step);
}

/* Where its thread comes from. */
static void keep_create(struct slicer *s)
{
	for (size_t i = 0; i < s->run->threads.n; i++) {
		const struct story_thread *thread = &s->run->threads.at[i];
		uint32_t own = last_step_of(s->run, thread->id);
		bool kept = false;
		for (; own && !kept; own = previous(s, own))
			kept = story_step(s->run, own)->slice;
		if (kept && thread->created_by)
			story_step(s->run, thread->created_by)->slice = true;
	}
}

/* Between which steps a thread was preempted can only be seen where both are shown. */
static void keep_preemptions(struct slicer *s)
{
	for (size_t i = 0; i < s->run->switches.n; i++) {
		const struct story_switch *w = &s->run->switches.at[i];
		if (w->reason != SWITCH_PREEMPTED)
			continue;
		uint32_t before = w->step - 1, after = w->step;
		while (before && !is_seen(s, before, w->from))
			before--;
		while (after <= s->run->steps.n && !is_seen(s, after, w->from))
			after++;
		if (after > s->run->steps.n)
			continue;
		bool told = false;
		for (uint32_t k = w->step; k < after; k++)
			told |= story_step(s->run, k)->slice;
		if (!told || !before)
			continue;
		story_step(s->run, before)->slice = true;
		story_step(s->run, after)->slice = true;
	}
}

void story_slice(struct story *story, struct story_run *run, bool with_finding)
{
	struct slicer s = {.story = story, .run = run};
	if (!run->steps.n)
		return;
	find_shared(&s);
	find_previous(&s);
	if (with_finding && story_is_stuck(story->kind))
		keep_stuck(&s);
	else if (with_finding && story->kind == FINDING_INFINITE_LOOP)
		keep_last(&s, story->thread, LOOP_STEPS);
	if (with_finding && vec_last(&run->steps)->failing)
		keep_failing(&s);
	while (s.work.n)
		keep_causes(&s, vec_pop(&s.work));
	keep_preemptions(&s);
	keep_create(&s);
	vec_release(&s.work);
	vec_release(&s.shared);
	vec_release(&s.previous);
	vec_release(&s.arrows);
}
