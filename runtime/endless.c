/* SPDX-License-Identifier: MIT */
/* An execution with too many events: which threads keep going, and where. */
#include "runtime/intercept/families.h"
#include "runtime/loop.h"
#include "runtime/sched.h"
#include "runtime/strategy.h"

static bool goes_on(const struct thread *t)
{
	can_run_fn fn = can_run[thread_pending(t)->kind];
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
	if (running > 1 && !strategy_is_fair() && !loop_released())
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
		size_t n = thread_stack(t, next->pc, stack, ARRAY_SIZE(stack));
		finding_note(f, t, stack, n, "{T%u} is at: %s", i, op_info[next->kind].text);
		if (goes_on(t))
			loop_note(f, t);
	}
	finding_finish(f);
}
