/* SPDX-License-Identifier: MIT */
/*
 * pthread_once, C11 call_once, C++ std::call_once.
 *
 * The function may throw: the exception passes through once_call() on its way to the
 * caller, and the cleanup makes the object new again. So this file is compiled with
 * -fexceptions. A program in C has no exceptions, and must not need libgcc_s because of
 * this file: what the compiler calls for the cleanup is weak. It follows that in C a
 * function that calls pthread_exit leaves the object as it is.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <pthread.h>

#ifdef __EXCEPTIONS
enum { with_exceptions = 1 };
#else
enum { with_exceptions = 0 };
#endif
_Static_assert(with_exceptions, "compile with -fexceptions: an exception must reset the object");
__asm__(".weak __gcc_personality_v0\n\t.weak _Unwind_Resume");

_Static_assert(sizeof(pthread_once_t) == sizeof(int), "one word");
_Static_assert(PTHREAD_ONCE_INIT == 0, "a fresh object is zero");

/* Zero: nobody has run it. Otherwise one of these; the runner's id is in the low half. */
#define ONCE_OVER    2
#define ONCE_RUNNING 0x4f6e0000
#define ONCE_MARK    0x7fff0000

static int running_by(const struct thread *t)
{
	return ONCE_RUNNING | t->id;
}

struct thread *once_runner(const struct event *pending)
{
	if (pending->size == GUARD_SIZE)
		return guard_runner((const struct guard *)pending->addr);
	int state = *(const int *)pending->addr;
	if ((state & ONCE_MARK) != ONCE_RUNNING)
		return NULL;
	unsigned id = (unsigned)state & 0xffff;
	return id < thread_count() ? thread_by_id(id) : NULL;
}

enum thread_status once_can_run(const struct thread *t, const struct event *pending)
{
	const struct thread *runner = once_runner(pending);
	return runner && runner != t ? THREAD_BLOCKED : THREAD_READY;
}

struct once_run {
	int *state;
	uintptr_t pc;
	bool returned;
};

/* Throws nothing itself: otherwise compilers have it call abort. */
static __attribute__((nothrow)) void once_finish(struct once_run *run)
{
	op_begin(OP_ONCE_DONE, run->state, sizeof(*run->state), 0, run->pc);
	memory_check(run->state, sizeof(*run->state), true, run->pc);
	*run->state = run->returned ? ONCE_OVER : 0;
	op_end(run->returned ? 0 : EV_FAILED);
}

/* False: it has been run. */
static bool once_start(int *state, uintptr_t pc)
{
	op_begin(*state == ONCE_OVER ? OP_ONCE_PASS : OP_ONCE_RUN, state, sizeof(*state), 0, pc);
	memory_check(state, sizeof(*state), true, pc);
	if (*state == ONCE_OVER) {
		op_kind_set(OP_ONCE_PASS);
		op_end(0);
		return false;
	}
	if (*state == running_by(self))
		misuse(state, pc,
		       "{T%u} calls once on {0x%lx} in its own function: it waits for itself",
		       (unsigned)self->id, (unsigned long)(uintptr_t)state);
	if (*state)
		misuse(state, pc, "{T%u} calls once on {0x%lx}, which was never initialised",
		       (unsigned)self->id, (unsigned long)(uintptr_t)state);
	*state = running_by(self);
	op_end(0);
	return true;
}

void once_call(int *state, void (*fn)(void), uintptr_t pc)
{
	if (!once_start(state, pc))
		return;
	__attribute__((cleanup(once_finish))) struct once_run run = {.state = state, .pc = pc};
	fn();
	run.returned = true;
}

INTERPOSE(int, pthread_once, pthread_once_t *once, void (*fn)(void))
{
	once_call(once, fn, CALLER_PC);
	return 0;
}
