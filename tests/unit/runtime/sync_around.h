/* SPDX-License-Identifier: MIT */
/*
 * A runtime of coroutines for the tests of synchronization calls: each program thread is
 * one, and goes on exactly when the test says so. The test itself is thread 0 and never
 * blocks.
 *
 *   unsigned t = start(fn);     runs fn up to its first operation
 *   can(t)                      READY, TIMEABLE, BLOCKED, or EXITED once fn has returned
 *   step(t)                     does the operation and goes on to the next one
 *   finish(t)                   steps until it exits
 *   EXPECT_MISUSE(text, call)   the call raises sync-misuse with that text in its message
 *   expect_found(text)          so did the last step
 */
#ifndef TESTS_UNIT_RUNTIME_SYNC_AROUND_H
#define TESTS_UNIT_RUNTIME_SYNC_AROUND_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>

#include "runtime/intercept/families.h"
#include "runtime/intercept/sync.h"

#define AROUND_THREADS 6
#define AROUND_STACK   (256 * 1024)
#define AROUND_EVENTS  64

static struct {
	struct native_thread threads[AROUND_THREADS];
	ucontext_t contexts[AROUND_THREADS];
	void (*body[AROUND_THREADS])(void);
	ucontext_t test;
	struct event events[AROUND_EVENTS]; /* the last ones */
	unsigned n_events;
	unsigned choice, choices, choice_of; /* what op_choose answers; how often, of how many */
	bool found, in_coroutine;
	struct finding finding;
	char message[1024], refused[256];
	unsigned n_notes, n_warnings;
	jmp_buf jump;
} around;
static char around_stacks[AROUND_THREADS][AROUND_STACK];

struct thread *self = &around.threads[0].base;
bool threads_exist = true;
struct thread *thread_table[MAX_THREADS];
unsigned n_threads;
struct thread_view views[MAX_THREADS];
struct real_functions real;

/* ------------------------------------------------------------------ threads */

long thread_virtual_tid(void)
{
	return 1000 + self->id;
}

void clock_join(uint64_t ns)
{
	clock_pass(self, ns);
}

static enum thread_status can(unsigned id)
{
	const struct thread *t = &around.threads[id].base;
	can_run_fn fn = can_run[views[id].next.kind];
	return t->status == THREAD_READY && fn ? fn(t, &views[id].next)
	                                       : (enum thread_status)t->status;
}

enum thread_status join_can_run(const struct thread *t, const struct event *pending)
{
	(void)t;
	return thread_by_id((unsigned)pending->arg)->status == THREAD_EXITED ? THREAD_READY
	                                                                     : THREAD_BLOCKED;
}

static void coroutine_main(void)
{
	unsigned id = self->id;
	around.body[id]();
	thread_by_id(id)->status = THREAD_EXITED;
	swapcontext(&around.contexts[id], &around.test);
}

static void resume(unsigned id)
{
	self = thread_by_id(id);
	around.in_coroutine = true;
	swapcontext(&around.test, &around.contexts[id]);
	around.in_coroutine = false;
	self = &around.threads[0].base;
}

static unsigned start(void (*fn)(void))
{
	unsigned id = n_threads++;
	assert_true(id < AROUND_THREADS);
	around.threads[id] =
	        (struct native_thread){.base = {.id = (uint16_t)id, .status = THREAD_READY}};
	thread_table[id] = &around.threads[id].base;
	around.body[id] = fn;
	getcontext(&around.contexts[id]);
	around.contexts[id].uc_stack.ss_sp = around_stacks[id];
	around.contexts[id].uc_stack.ss_size = AROUND_STACK;
	makecontext(&around.contexts[id], coroutine_main, 0);
	resume(id);
	return id;
}

static inline void step(unsigned id)
{
	assert_true(can(id) == THREAD_READY || can(id) == THREAD_TIMEABLE);
	resume(id);
}

static inline void finish(unsigned id)
{
	while (can(id) != THREAD_EXITED)
		step(id);
}

static int around_reset(void **state)
{
	(void)state;
	memset(&around, 0, sizeof(around));
	memset(views, 0, sizeof(views));
	n_threads = 1;
	thread_table[0] = &around.threads[0].base;
	thread_table[0]->status = THREAD_READY;
	self = &around.threads[0].base;
	return 0;
}

/* --------------------------------------------------------------- operations */

void op_begin(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
              uintptr_t pc)
{
	views[self->id].next = (struct event){.addr = (uintptr_t)addr,
	                                      .arg = arg,
	                                      .pc = pc,
	                                      .size = size,
	                                      .thread = self->id,
	                                      .kind = (uint8_t)kind};
	if (around.in_coroutine && !self->no_preempt)
		swapcontext(&around.contexts[self->id], &around.test);
	else if (can(self->id) == THREAD_BLOCKED)
		report_stuck();
}

void engine_event(unsigned flags)
{
	views[self->id].next.flags = (uint8_t)flags;
	around.events[around.n_events++ % AROUND_EVENTS] = views[self->id].next;
}

/* The last event but k. */
static inline const struct event *event_back(unsigned k)
{
	assert_true(around.n_events > k);
	return &around.events[(around.n_events - 1 - k) % AROUND_EVENTS];
}

static inline void expect_event(enum op_kind kind, unsigned flags)
{
	assert_string_equal(op_info[event_back(0)->kind].text, op_info[kind].text);
	assert_int_equal(event_back(0)->flags, flags);
}

void op_arg(uint64_t arg)
{
	views[self->id].next.arg = arg;
}

enum op_kind op_kind_now(void)
{
	return (enum op_kind)views[self->id].next.kind;
}

void op_kind_set(enum op_kind kind)
{
	views[self->id].next.kind = (uint8_t)kind;
}

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	op_begin(kind, addr, size, arg, pc);
	op_end(0);
}

unsigned op_choose(enum choice_kind kind, unsigned n)
{
	assert_int_equal(kind, CHOICE_WAITER);
	around.choices += n > 1;
	around.choice_of = n;
	return around.choice < n ? around.choice : 0;
}

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
	*e = (struct event){.addr = (uintptr_t)addr,
	                    .arg = arg,
	                    .pc = e->pc,
	                    .size = size,
	                    .thread = t->id,
	                    .kind = (uint8_t)kind};
}

struct thread *sleeper_on(const volatile void *addr, unsigned k)
{
	for (unsigned i = 0; i < n_threads; i++) {
		struct thread *t = thread_by_id(i);
		if (t->asleep && t->sleep_addr == (uintptr_t)addr && k-- == 0)
			return t;
	}
	return NULL;
}

unsigned sleepers_on(const volatile void *addr)
{
	unsigned n = 0;
	while (sleeper_on(addr, n))
		n++;
	return n;
}

/* ------------------------------------------------------------------- locks */

struct held_lock *held_find(struct thread *t, const volatile void *lock)
{
	for (unsigned i = 0; i < t->n_held; i++)
		if (t->held[i].addr == (uintptr_t)lock)
			return &t->held[i];
	return NULL;
}

void held_add(struct thread *t, const volatile void *lock, bool shared, uintptr_t pc)
{
	struct held_lock *h = held_find(t, lock);
	if (h)
		h->count++;
	else
		t->held[t->n_held++] = (struct held_lock){
		        .addr = (uintptr_t)lock, .count = 1, .shared = shared, .pc = pc};
}

bool held_drop(struct thread *t, const volatile void *lock)
{
	struct held_lock *h = held_find(t, lock);
	if (h && --h->count == 0)
		*h = t->held[--t->n_held];
	return h != NULL;
}

struct thread *holder_of(const volatile void *lock)
{
	for (unsigned i = 0; i < n_threads; i++)
		if (held_find(thread_by_id(i), lock))
			return thread_by_id(i);
	return NULL;
}

/* ---------------------------------------------------------------- findings */

static void around_message(const char *fmt, va_list args)
{
	vsnprintf(around.message, sizeof(around.message), fmt, args);
}

struct finding *finding_start(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	(void)pc;
	va_start(args, fmt);
	around_message(fmt, args);
	va_end(args);
	around.finding.kind = (uint8_t)kind;
	return &around.finding;
}

void finding_note(struct finding *f, const struct thread *t, const uint64_t *stack, size_t n,
                  const char *fmt, ...)
{
	(void)f, (void)t, (void)stack, (void)n, (void)fmt;
	around.n_notes++;
}

void finding_note_holders(struct finding *f, const volatile void *lock)
{
	(void)f;
	for (unsigned i = 0; i < n_threads; i++)
		around.n_notes += held_find(thread_by_id(i), lock) != NULL;
}

void finding_finish(struct finding *f)
{
	(void)f;
	around.found = true;
	vec_release(&around.finding.stack);
	if (!around.in_coroutine)
		longjmp(around.jump, 1);
	self->status = THREAD_EXITED;
	setcontext(&around.test);
	__builtin_trap();
}

void finding_warn(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
{
	va_list args;
	(void)kind, (void)pc;
	va_start(args, fmt);
	around_message(fmt, args);
	va_end(args);
	around.n_warnings++;
}

void unsupported(const char *call, uintptr_t pc)
{
	(void)pc;
	snprintf(around.refused, sizeof(around.refused), "%s", call);
	longjmp(around.jump, 1);
}

size_t thread_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max)
{
	(void)t;
	if (max)
		out[0] = pc;
	return max != 0;
}

void memory_check(const volatile void *addr, size_t size, bool write, uintptr_t pc)
{
	(void)addr, (void)size, (void)write, (void)pc;
}

void access_range(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc)
{
	(void)addr, (void)size, (void)kind, (void)pc;
}

static inline void expect_found_kind(enum finding_kind kind, const char *text)
{
	assert_true(around.found);
	assert_int_equal(around.finding.kind, kind);
	if (!strstr(around.message, text))
		fail_msg("\"%s\" is not in \"%s\"", text, around.message);
	around.found = false;
}

static inline void expect_found(const char *text)
{
	expect_found_kind(FINDING_SYNC_MISUSE, text);
}

#define EXPECT_MISUSE(text, call)                                                                  \
	do {                                                                                       \
		if (!setjmp(around.jump)) {                                                        \
			call;                                                                      \
			fail_msg("no finding: %s", #call);                                         \
		}                                                                                  \
		expect_found(text);                                                                \
	} while (0)

#define EXPECT_REFUSED(text, call)                                                                 \
	do {                                                                                       \
		if (!setjmp(around.jump)) {                                                        \
			call;                                                                      \
			fail_msg("not refused: %s", #call);                                        \
		}                                                                                  \
		assert_non_null(strstr(around.refused, text));                                     \
	} while (0)

#define EXPECT(result, call) assert_int_equal((call), (result))

/* ----------------------------------------------------- the code under test */

/* No exception passes here; the file insists for the sake of the runtime. */
#ifndef __EXCEPTIONS
#define __EXCEPTIONS 1
#endif
/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "runtime/intercept/sync.c"
#include "runtime/intercept/mutex.c"
#include "runtime/intercept/spin.c"
#include "runtime/intercept/rwlock.c"
#include "runtime/intercept/cond.c"
#include "runtime/intercept/sem.c"
#include "runtime/intercept/barrier.c"
#include "runtime/intercept/once.c"
#include "runtime/intercept/guard.c"
#include "runtime/intercept/futex.c"
#include "runtime/intercept/c11.c"
#include "runtime/intercept/describe.c"
#include "engine/stuck.c"
/* NOLINTEND(bugprone-suspicious-include) */

/* The part of runtime/blocking.c that is tested here. */
const can_run_fn can_run[OP_COUNT] = {
        [OP_THREAD_JOIN] = join_can_run,
        [OP_MUTEX_LOCK] = mutex_can_run,
        [OP_MUTEX_TIMEDLOCK] = mutex_can_run,
        [OP_RWLOCK_RDLOCK] = rwlock_can_run,
        [OP_RWLOCK_WRLOCK] = rwlock_can_run,
        [OP_RWLOCK_TIMEDRDLOCK] = rwlock_can_run,
        [OP_RWLOCK_TIMEDWRLOCK] = rwlock_can_run,
        [OP_COND_TIMEOUT] = cond_timeout_can_run,
        [OP_COND_REACQUIRE] = reacquire_can_run,
        [OP_SEM_WAIT] = sem_can_run,
        [OP_SEM_TIMEDWAIT] = sem_can_run,
        [OP_BARRIER_LEAVE] = barrier_can_run,
        [OP_ONCE_RUN] = once_can_run,
        [OP_FUTEX_TIMEOUT] = futex_timeout_can_run,
        [OP_FUTEX_RETURN] = futex_return_can_run,
};

static const struct machine around_machine = {
        .stack = thread_stack,
        .describe_wait = wait_describe,
        .waits_for = once_waits_for,
};
const struct machine *machine = &around_machine;

#endif
