/* SPDX-License-Identifier: MIT */
#include "runtime/stacks.h"
#include "runtime/control.h"
#include "runtime/fiber/slot.h"

bool stacks_watched;

static NORETURN void stacks_shown(void)
{
	control_send(WIRE_STACKS, NULL, 0);
	control_wait_quit();
}

void stack_begin(struct thread *t)
{
	bool hides = wire_config.pp_set & PP_HIDE_STACKS;
	/* A schedule that is replayed was recorded before anyone came to another's stack. */
	stacks_watched = hides && wire_config.schedule == SCHEDULE_EXPLORE;
	t->own_lo = t->slot->stack_lo;
	t->own_bytes = hides ? t->slot->stack_hi - t->slot->stack_lo : 0;
	if (stacks_watched && t->slot->used_before)
		stacks_shown();
}

void stack_event(const struct event *e)
{
	if (likely(!slots_own(e->addr)) || e->addr - self->own_lo < self->own_bytes)
		return;
	stacks_shown();
}
