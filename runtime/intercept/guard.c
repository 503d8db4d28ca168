/* SPDX-License-Identifier: MIT */
/*
 * Guards of C++ function-local statics (Itanium C++ ABI §3.3.3).
 *
 * Compiled code tests the first byte itself and calls us only while it is zero; that test
 * is an atomic load that the instrumentation shows. So the release is two events of one
 * step: the end of the initialisation, and the atomic store of that byte.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

_Static_assert(sizeof(struct guard) == GUARD_SIZE, "a guard is 64 bits");

struct thread *guard_runner(const struct guard *g)
{
	return g->running && g->thread < thread_count() ? thread_by_id(g->thread) : NULL;
}

INTERPOSE(int, __cxa_guard_acquire, struct guard *g)
{
	uintptr_t pc = CALLER_PC;
	op_begin(g->done ? OP_ONCE_PASS : OP_ONCE_RUN, g, sizeof(*g), 0, pc);
	if (g->done) {
		op_kind_set(OP_ONCE_PASS);
		op_end(0);
		return 0;
	}
	if (g->running)
		misuse(g, pc, "{T%u} enters the initialisation of a static variable within itself",
		       (unsigned)self->id);
	g->running = 1;
	g->thread = self->id;
	op_end(0);
	return 1;
}

INTERPOSE(void, __cxa_guard_release, struct guard *g)
{
	uintptr_t pc = CALLER_PC;
	op_begin(OP_ONCE_DONE, g, sizeof(*g), 0, pc);
	g->running = 0;
	op_end(0);
	self->no_preempt++;
	op_begin(OP_ATOMIC_STORE, &g->done, sizeof(g->done), __ATOMIC_RELEASE, pc);
	g->done = 1;
	op_end(EV_ATOMIC);
	self->no_preempt--;
}

INTERPOSE(void, __cxa_guard_abort, struct guard *g)
{
	op_begin(OP_ONCE_DONE, g, sizeof(*g), 0, CALLER_PC);
	g->running = 0;
	op_end(EV_FAILED);
}
