/* SPDX-License-Identifier: MIT */
#include "engine/hidden.h"
#include "engine/engine.h"

bool hidden_watched;

static NORETURN void restart_with_stacks_visible(void)
{
	host_send(WIRE_STACKS, NULL, 0);
	host_wait_quit();
}

void hidden_start(struct thread *t)
{
	bool hides = wire_config.pp_set & PP_HIDE_STACKS;
	/* A schedule that is replayed was recorded before anyone accessed another's stack. */
	hidden_watched = hides && wire_config.schedule == SCHEDULE_EXPLORE &&
	                 !engine_mutated(ENGINE_HIDDEN_UNWATCHED);
	t->hidden_lo = t->memory_lo;
	t->hidden_bytes = hides ? t->memory_hi - t->memory_lo : 0;
	if (hidden_watched && t->memory_reused)
		restart_with_stacks_visible();
}

void hidden_check(const struct event *e)
{
	if (likely(e->addr - *machine->thread_memory_lo >= *machine->thread_memory_bytes) ||
	    e->addr - self->hidden_lo < self->hidden_bytes)
		return;
	restart_with_stacks_visible();
}
