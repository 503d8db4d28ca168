/* SPDX-License-Identifier: MIT */
#include "engine/races.h"
#include "engine/engine.h"
#include "engine/send.h"

#define STACK_MAX 64

struct race_analysis *races;

void races_start(void)
{
	if (races)
		race_free(races);
	races = NULL;
	if (!standalone && wire_config.races != RACES_NONE)
		races = race_new(&(struct race_options){.mode = (enum race_mode)wire_config.races});
}

void races_execution_begins(void)
{
	if (races)
		race_begin_execution(races);
}

void races_execution_ends(void)
{
	if (races)
		race_end_execution(races);
}

/* The stack is known where the later access is the one that has just been made. */
static COLD void send_news(const struct event *e)
{
	const struct candidate *c;
	while ((c = race_next_news(races))) {
		struct race_record r;
		race_describe(races, c, &r);
		if (c->second.thread == e->thread && c->second.pc == e->pc &&
		    c->second.kind == e->kind) {
			uint64_t pcs[STACK_MAX];
			size_t n = machine->stack(self, e->pc, pcs, STACK_MAX);
			for (size_t i = 0; i < n; i++)
				vec_push(&r.stack, pcs[i]);
		}
		send_race(&r);
		race_release(&r);
	}
}

/* A thread that gets the stack and the thread-local variables of one that is gone. */
static void recycle_memory(const struct thread *t)
{
	if (t->memory_reused)
		race_recycle(races, t->memory_lo, t->memory_hi);
}

HOT void races_event(const struct event *e)
{
	if (unlikely(e->kind == OP_THREAD_CREATE))
		recycle_memory(thread_by_id((unsigned)e->arg));
	race_event(races, e);
	if (unlikely(race_has_news(races)))
		send_news(e);
}

void races_count(uint64_t *counters)
{
	if (!races)
		return;
	struct race_stats s = race_stats(races);
	counters[COUNT_RACES_FORGOTTEN] += s.forgotten + s.ids_reused;
	counters[COUNT_SEMAPHORE_PAIRS] += s.hidden;
}
