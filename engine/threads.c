/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/loop.h"
#include "engine/record.h"
#include "engine/spin.h"

#include <string.h>

bool threads_exist;
struct thread *thread_table[MAX_THREADS];
unsigned n_threads;
struct thread_view views[MAX_THREADS];

/*
 * Whose status the next decision has to ask for. The status of the others is in their views: READY
 * if they are about to do something that never blocks (surely_ready), else EXITED.
 */
static struct thread_set to_ask = {{1}};
static struct thread_set surely_ready;
static struct thread_set runnable; /* as of the last decision */
static bool any_timeable;

/* ----------------------------------------------------------------------- table */

void threads_begin(void)
{
	n_threads = 1;
	surely_ready = (struct thread_set){0};
	to_ask = (struct thread_set){{1}};
	spin_begin();
	loop_begin();
}

void thread_register(struct thread *t)
{
	BUG_ON(n_threads == MAX_THREADS);
	t->id = (uint16_t)n_threads;
	thread_table[n_threads++] = t;
}

/* ----------------------------------------------------------- pending operations */

void thread_ask(const struct thread *t)
{
	threads_drop(&surely_ready, t->id);
	threads_add(&to_ask, t->id);
}

static void ask_by_kind(const struct thread *t, enum op_kind kind)
{
	if (machine->can_run[kind]) {
		thread_ask(t);
		return;
	}
	threads_drop(&to_ask, t->id);
	threads_add(&surely_ready, t->id);
	views[t->id].status = THREAD_READY;
}

HOT void pending_set(enum op_kind kind, uintptr_t addr, uint32_t size, uint64_t arg, uintptr_t pc)
{
	struct thread_view *v = &views[self->id];
	v->cut = 0;
	v->woken_by = 0;
	v->next = (struct event){
	        .addr = addr,
	        .arg = arg,
	        .pc = pc,
	        .size = size,
	        .thread = self->id,
	        .kind = (uint8_t)kind,
	        .depth = self->depth,
	};
	ask_by_kind(self, kind);
}

void thread_publish(struct thread *t, uintptr_t pc)
{
	views[t->id] = (struct thread_view){
	        .next = {.thread = t->id, .kind = OP_THREAD_BEGIN, .pc = pc, .arg = self->id}};
	t->status = THREAD_READY;
	ask_by_kind(t, OP_THREAD_BEGIN);
	if (thread_count() > recording.max_threads)
		recording.max_threads = thread_count();
}

void thread_exited(void)
{
	self->status = THREAD_EXITED;
	threads_drop(&to_ask, self->id);
	threads_drop(&surely_ready, self->id);
	views[self->id].status = THREAD_EXITED;
}

enum thread_status thread_status_now(const struct thread *t)
{
	if (t->status != THREAD_READY)
		return (enum thread_status)t->status;
	if (t->parked)
		return THREAD_PARKED;
	if (t->spinning)
		return THREAD_SPINNING;
	const struct event *pending = &views[t->id].next;
	can_run_fn fn = machine->can_run[pending->kind];
	return fn ? fn(t, pending) : THREAD_READY;
}

bool thread_can_step(const struct thread *t)
{
	if (thread_in(&surely_ready, t->id))
		return true;
	enum thread_status s = thread_status_now(t);
	return s == THREAD_READY || s == THREAD_TIMEABLE;
}

unsigned views_refresh(void)
{
	runnable = surely_ready;
	any_timeable = false;
	for (unsigned k = 0, n = thread_count(); k * 64 < n; k++)
		for (uint64_t rest = to_ask.word[k]; rest; rest &= rest - 1) {
			unsigned i = k * 64 + (unsigned)__builtin_ctzll(rest);
			enum thread_status s = thread_status_now(thread_table[i]);
			views[i].status = (uint8_t)s;
			any_timeable |= s == THREAD_TIMEABLE;
			if (s == THREAD_READY || s == THREAD_TIMEABLE)
				threads_add(&runnable, i);
		}
	return threads_count(&runnable, thread_count());
}

struct sched_view view_now(void)
{
	return (struct sched_view){
	        .threads = views,
	        .n_threads = (uint16_t)thread_count(),
	        .current = self->id,
	        .n_runnable = (uint16_t)threads_count(&runnable, thread_count()),
	        .timeable = any_timeable,
	        .runnable = runnable,
	};
}

void thread_woken_by(const struct thread *t, uint64_t event)
{
	views[t->id].woken_by = event;
}

/* ----------------------------------------------------------------------- sleep */

void thread_sleep(const volatile void *addr, bool timed)
{
	self->asleep = 1;
	self->timed = timed;
	self->sleep_addr = (uintptr_t)addr;
}

void thread_wake(struct thread *t, enum op_kind kind, const volatile void *addr, uint32_t size,
                 uint64_t arg)
{
	struct event *e = &views[t->id].next;
	t->asleep = 0;
	e->kind = (uint8_t)kind;
	e->addr = (uintptr_t)addr;
	e->size = size;
	e->arg = arg;
	thread_ask(t);
}

unsigned sleepers_on(const volatile void *addr)
{
	unsigned n = 0;
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		n += t->asleep && t->sleep_addr == (uintptr_t)addr;
	}
	return n;
}

struct thread *sleeper_on(const volatile void *addr, unsigned k)
{
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->asleep && t->sleep_addr == (uintptr_t)addr && k-- == 0)
			return t;
	}
	return NULL;
}

/* ----------------------------------------------------------------------- locks */

struct held_lock *held_find(struct thread *t, const volatile void *lock)
{
	for (unsigned i = t->n_held; i-- > 0;)
		if (t->held[i].addr == (uintptr_t)lock)
			return &t->held[i];
	return NULL;
}

void held_add(struct thread *t, const volatile void *lock, bool shared, uintptr_t pc)
{
	struct held_lock *h = held_find(t, lock);
	if (h) {
		h->count++;
		return;
	}
	if (t->n_held == HELD_MAX)
		env_error(pc, "a thread holds more than %d locks", HELD_MAX);
	t->held[t->n_held++] =
	        (struct held_lock){.addr = (uintptr_t)lock, .count = 1, .shared = shared, .pc = pc};
}

bool held_drop(struct thread *t, const volatile void *lock)
{
	struct held_lock *h = held_find(t, lock);
	if (!h)
		return false;
	if (--h->count == 0) {
		struct held_lock *end = &t->held[--t->n_held];
		memmove(h, h + 1, (size_t)((char *)end - (char *)h));
	}
	return true;
}

struct thread *holder_of(const volatile void *lock)
{
	for (unsigned i = 0; i < n_threads; i++)
		if (held_find(thread_table[i], lock))
			return thread_table[i];
	return NULL;
}
