/* SPDX-License-Identifier: MIT */
/*
 * What depends on what: from the step that wrote memory to the one that read it, from an unlock to
 * the next lock, from a signal to who was woken. Only between threads; within one, order is plain.
 *
 * An arrow between accesses is a race if no synchronization orders the two (race/order.h, the
 * order that this execution had) and they are not both atomic: the C11 meaning.
 */
#include "race/order.h"
#include "report/story_internal.h"

#include <stdlib.h>

#define CELL      8u   /* bytes that are told apart from others */
#define CELLS_MAX 512u /* of one access; what lies beyond is not compared */
#define NO_STEP   0u
#define READERS   8u /* the last so many that have read since the last write */

const char *const story_arrow_name[ARROW_KINDS] = {
        [ARROW_CONFLICT] = "conflict", [ARROW_RACE] = "race",     [ARROW_WAKE] = "wake",
        [ARROW_LOCK] = "lock",         [ARROW_CREATE] = "create", [ARROW_JOIN] = "join",
        [ARROW_FREE] = "free",
};

/* Who touched 8 bytes last. */
struct cell {
	uint64_t at;
	uint32_t writer; /* steps */
	uint32_t freed;
	uint32_t readers[READERS];
};

/* Who used a synchronization object last. */
struct last_use {
	uint32_t object;
	uint32_t release; /* or post, or the arrival that opened it */
};

struct drawer {
	struct teller *t;
	struct order order;
	VEC(uint32_t) time; /* of each step in its thread */
	struct index index;
	VEC(struct cell) cells;
	VEC(struct last_use) uses;
	uint32_t woken_by[MAX_THREADS]; /* the step that lets a thread go on next */
	uint32_t asleep_on[MAX_THREADS];
	uint32_t exit[MAX_THREADS];
	uint32_t create[MAX_THREADS];
};

static void draw(struct drawer *d, uint32_t from, uint32_t to, enum story_arrow_kind kind)
{
	const struct story_run *run = d->t->run;
	if (!from || story_step(run, from)->thread == story_step(run, to)->thread)
		return;
	for (size_t i = run->arrows.n; i-- > 0 && run->arrows.at[i].to == to;)
		if (run->arrows.at[i].from == from && run->arrows.at[i].kind == kind)
			return;
	vec_push(&d->t->run->arrows, (struct story_arrow){from, to, (uint8_t)kind});
}

/* ---- memory ---- */

static struct cell *cell_at(struct drawer *d, uint64_t at)
{
	struct index_walk w = index_walk(&d->index, index_mix(at));
	for (uint32_t i; (i = index_next(&d->index, &w)) != INDEX_NONE;)
		if (d->cells.at[i].at == at)
			return &d->cells.at[i];
	index_add(&d->index, index_mix(at), (uint32_t)d->cells.n);
	vec_push(&d->cells, (struct cell){.at = at});
	return vec_last(&d->cells);
}

static bool overlap(const struct story_step *a, const struct story_step *b)
{
	return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static bool is_atomic(const struct story_step *s)
{
	return step_info(s)->flags & OPF_VALUE && !(step_info(s)->flags & OPF_PLAIN);
}

/* from happened before to's thread came to its present step. */
static bool ordered(const struct drawer *d, uint32_t from, const struct story_step *to)
{
	unsigned thread = story_step(d->t->run, from)->thread;
	return vclock_get(&order_thread(&d->order, to->thread)->pure, thread) >=
	       d->time.at[from - 1];
}

static void draw_access(struct drawer *d, uint32_t from, uint32_t to)
{
	if (!from)
		return;
	const struct story_step *a = story_step(d->t->run, from), *b = story_step(d->t->run, to);
	if (a->thread == b->thread || !overlap(a, b))
		return;
	if (step_frees(a)) {
		draw(d, from, to, ARROW_FREE);
		return;
	}
	/* Of a story without its beginning, semaphores for one are not known well enough. */
	bool race = !d->t->skipped && !(is_atomic(a) && is_atomic(b)) && !ordered(d, from, b);
	draw(d, from, to, race ? ARROW_RACE : ARROW_CONFLICT);
}

static void note_reader(struct cell *c, uint32_t step, const struct story_run *run)
{
	size_t at = 0;
	for (size_t i = 0; i < READERS; i++) {
		if (!c->readers[i] ||
		    story_step(run, c->readers[i])->thread == story_step(run, step)->thread) {
			at = i;
			break;
		}
		if (c->readers[i] < c->readers[at])
			at = i;
	}
	c->readers[at] = step;
}

static void access_cell(struct drawer *d, uint64_t at, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	struct cell *c = cell_at(d, at);
	draw_access(d, c->freed ? c->freed : c->writer, number);
	if (!step_writes(s)) {
		note_reader(c, number, d->t->run);
		return;
	}
	for (size_t i = 0; i < READERS; i++) {
		draw_access(d, c->readers[i], number);
		c->readers[i] = NO_STEP;
	}
	c->writer = number;
	if (step_frees(s))
		c->freed = number;
	else if (step_info(s)->action == ACTION_ALLOC)
		c->freed = NO_STEP;
}

static void access_memory(struct drawer *d, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	if (!s->addr || !s->size || !step_is_access(s))
		return;
	uint64_t first = s->addr / CELL, last = (s->addr + s->size - 1) / CELL;
	for (uint64_t at = first; at <= last && at - first < CELLS_MAX; at++)
		access_cell(d, at, number);
}

/* ---- synchronization ---- */

static struct last_use *use_of(struct drawer *d, uint32_t object)
{
	for (size_t i = 0; i < d->uses.n; i++)
		if (d->uses.at[i].object == object)
			return &d->uses.at[i];
	vec_push(&d->uses, (struct last_use){.object = object});
	return vec_last(&d->uses);
}

static void use_lock(struct drawer *d, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	if (s->acquires != STORY_NONE)
		draw(d, use_of(d, s->acquires)->release, number, ARROW_LOCK);
	if (s->releases != STORY_NONE)
		use_of(d, s->releases)->release = number;
}

static void wake_all(struct drawer *d, uint32_t object, uint32_t number)
{
	for (unsigned i = 0; i < MAX_THREADS; i++) {
		if (d->asleep_on[i] != object + 1)
			continue;
		d->woken_by[i] = number;
		d->asleep_on[i] = 0;
	}
}

static void wake_one(struct drawer *d, uint64_t thread, uint32_t number)
{
	if (thread >= MAX_THREADS)
		return;
	d->woken_by[thread] = number;
	d->asleep_on[thread] = 0;
}

static void follow_sleepers(struct drawer *d, const struct event *e, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	switch ((enum op_sleep)op_info[e->kind].sleep) {
	case SLEEP_NONE:
	case SLEEP_MOVES: /* who wakes a sleeper names it, wherever it sleeps */
		break;
	case SLEEP_FALLS:
	case SLEEP_ARRIVES:
		if (e->flags & EV_LAST)
			wake_all(d, s->object, number);
		else if (step_sleeps(s))
			d->asleep_on[s->thread] = s->object + 1;
		break;
	case SLEEP_GIVES_UP:
		d->asleep_on[s->thread] = 0;
		break;
	case SLEEP_WAKES_ONE:
		wake_one(d, e->arg, number);
		break;
	case SLEEP_WAKES_ALL:
		wake_all(d, s->object, number);
		break;
	}
}

/* What the step does to a semaphore, a once or a thread; use_lock() draws locks. */
static void use_object(struct drawer *d, const struct event *e, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	bool failed = e->flags & EV_FAILED, known = e->arg < MAX_THREADS;
	switch ((enum op_action)op_info[e->kind].action) {
	case ACTION_POST:
		use_of(d, s->object)->release = number;
		break;
	case ACTION_TAKE:
		if (!failed)
			draw(d, use_of(d, s->object)->release, number, ARROW_WAKE);
		break;
	case ACTION_PASS:
		draw(d, use_of(d, s->object)->release, number, ARROW_LOCK);
		break;
	case ACTION_CREATE:
		if (known && !failed)
			d->create[e->arg] = number;
		break;
	case ACTION_BEGIN:
		draw(d, d->create[e->thread], number, ARROW_CREATE);
		break;
	case ACTION_EXIT:
		d->exit[e->thread] = number;
		break;
	case ACTION_JOIN:
		if (known && !failed)
			draw(d, d->exit[e->arg], number, ARROW_JOIN);
		break;
	case ACTION_NONE:
	case ACTION_ACQUIRE:
	case ACTION_RELEASE:
	case ACTION_ACQUIRE_SHARED:
	case ACTION_RELEASE_SHARED:
	case ACTION_UNLOCK:
	case ACTION_LOAD:
	case ACTION_STORE:
	case ACTION_RMW:
	case ACTION_FENCE:
	case ACTION_ALLOC:
	case ACTION_FREE:
	case ACTION_RESET:
		break;
	}
}

/* ---- all of them ---- */

static void draw_step(struct drawer *d, const struct event *e, uint32_t number)
{
	order_tick(&d->order, e->thread);
	vec_push(&d->time, order_thread(&d->order, e->thread)->time);
	draw(d, d->woken_by[e->thread], number, ARROW_WAKE);
	d->woken_by[e->thread] = NO_STEP;
	access_memory(d, number);
	use_lock(d, number);
	follow_sleepers(d, e, number);
	use_object(d, e, number);
	order_event(&d->order, e);
}

/* The operation that the finding ended; nothing follows it. */
static void draw_failing(struct drawer *d, uint32_t number)
{
	const struct story_step *s = story_step(d->t->run, number);
	order_tick(&d->order, s->thread);
	vec_push(&d->time, order_thread(&d->order, s->thread)->time);
	access_memory(d, number);
}

void story_arrows(struct teller *t)
{
	struct drawer *d = mem_alloc(sizeof(*d));
	d->t = t;
	order_init(&d->order, RACE_MUTATION_NONE);
	order_begin(&d->order);
	index_init(&d->index);
	for (uint32_t i = 0; i < t->n; i++)
		draw_step(d, &t->events[i], i + 1);
	if (t->run->steps.n > t->n)
		draw_failing(d, (uint32_t)t->run->steps.n);
	order_release(&d->order);
	index_release(&d->index);
	vec_release(&d->time);
	vec_release(&d->cells);
	vec_release(&d->uses);
	mem_free(d);
}
