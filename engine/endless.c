/* SPDX-License-Identifier: MIT */
/* Executions without an end: loops that wait for ever, and executions with too many events. */
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/loop.h"
#include "engine/record.h"
#include "engine/spin.h"
#include "engine/strategy.h"

static bool goes_on(const struct thread *t)
{
	can_run_fn fn = machine->can_run[thread_pending(t)->kind];
	return t == self || t->spinning || !fn || fn(t, thread_pending(t)) != THREAD_BLOCKED;
}

void report_endless(uintptr_t pc)
{
	count(COUNT_EVENT_LIMIT);
	/* Whoever can still run takes part; one thread alone is a plain endless loop. */
	unsigned running = 0;
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t->status != THREAD_READY)
			continue;
		running += goes_on(t);
	}
	/* A schedule that starves others proves nothing: they might have ended it. */
	if (running > 1 && !strategy_is_fair() && !explorer_detached)
		execution_end(END_LIMIT);
	struct finding *f =
	        finding_start(running > 1 ? FINDING_LIVELOCK : FINDING_INFINITE_LOOP, pc,
	                      "%lu events without an end: %u thread%s still running (--max-events "
	                      "sets the limit)",
	                      recording.n_events, running, running == 1 ? " is" : "s are");
	loop_note(f, self);
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t->status != THREAD_READY || t == self)
			continue;
		const struct event *next = thread_pending(t);
		uint64_t stack[16];
		size_t n = machine->stack(t, next->pc, stack, ARRAY_SIZE(stack));
		finding_note(f, t, stack, n, "{T%u} is at: %s", i, op_info[next->kind].text);
		if (goes_on(t))
			loop_note(f, t);
	}
	finding_finish(f);
}

void report_spinning(void)
{
	struct thread *first = NULL;
	unsigned others = 0;
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->spinning && !first)
			first = t;
		else
			others += t->status != THREAD_EXITED;
	}
	BUG_ON(!first);
	self = first;
	const char *what = others ? "nobody can change what it waits for" : "nobody else is left";
	struct finding *f = finding_start(
	        others ? FINDING_LIVELOCK : FINDING_INFINITE_LOOP, thread_pending(first)->pc,
	        "{T%u} repeats the same steps for ever: %s", (unsigned)first->id, what);
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->status == THREAD_EXITED)
			continue;
		uint64_t stack[16];
		size_t n = machine->stack(t, thread_pending(t)->pc, stack, ARRAY_SIZE(stack));
		uintptr_t look = t->spinning ? spin_main_look(t) : 0;
		if (!t->spinning)
			finding_note(f, t, stack, n, "{T%u} is blocked in: %s", i,
			             op_info[thread_pending(t)->kind].text);
		else if (look)
			finding_note(f, t, stack, n, "{T%u} reads {0x%lx} again and again", i,
			             look);
		else
			finding_note(f, t, stack, n, "{T%u} goes round in a loop here", i);
		if (t->spinning)
			loop_note(f, t);
	}
	finding_finish(f);
}
