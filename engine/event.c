/* SPDX-License-Identifier: MIT */
/* Events: from the operation that has happened to everyone who is shown it. */
#include "engine/event.h"
#include "engine/detail.h"
#include "engine/engine.h"
#include "engine/hidden.h"
#include "engine/loop.h"
#include "engine/races.h"
#include "engine/record.h"
#include "engine/spin.h"

static unsigned last_thread; /* of the last event of this execution */
static VEC(struct event) withheld;

void event_begin(void)
{
	last_thread = 0;
}

bool event_switches(void)
{
	return last_thread != self->id;
}

static inline void limit_events(const struct event *e)
{
	if (unlikely(++recording.n_events > engine_config.max_events) &&
	    !engine_mutated(ENGINE_LIMIT_IGNORED))
		report_endless(e->pc);
}

static HOT void event_deliver(const struct event *e)
{
#define OBSERVER(name, wanted, action)                                                             \
	if (wanted)                                                                                \
		action;
#include "engine/observer.def"
#undef OBSERVER
}

/* -------------------------------------------------------------- trial rounds */

static void forget(void)
{
	vec_clear(&withheld);
	loop_discard_arrivals();
}

void trial_deliver(void)
{
	for (size_t i = 0; i < withheld.n; i++) {
		event_deliver(&withheld.at[i]);
		loop_deliver_arrival(i);
	}
	forget();
}

void trial_apply(enum spin_result result)
{
	switch (result) {
	case SPIN_CONTINUE:
		return;
	case SPIN_DELIVER:
		trial_deliver();
		return;
	case SPIN_DISCARD:
		if (unlikely(detail_on))
			detail_untold(withheld.n);
		forget();
		return;
	}
}

/* ------------------------------------------------------------------ operations */

HOT void engine_event(unsigned flags)
{
	if (!threads_exist)
		return;
	struct event *e = &views[self->id].next;
	e->flags = (uint8_t)flags;
	self->hidden_run = 0;
	if (last_thread != self->id) {
		e->flags |= EV_SWITCHED;
		last_thread = self->id;
	}
	page->progress++;
	page->classes |= PP_BIT(op_info[e->kind].pp);
	if (unlikely(detail_on))
		detail_event(e);
	trial_apply(spin_own_event(e));
	if (likely(!self->in_trial_round))
		event_deliver(e);
	else
		vec_push(&withheld, *e);
	if (unlikely(machine->watched))
		machine->after_step();
}

void hidden_access(enum op_kind kind, const volatile void *addr, size_t size, unsigned flags)
{
	struct event e = {
	        .addr = (uintptr_t)addr,
	        .size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
	        .thread = self->id,
	        .kind = (uint8_t)kind,
	        .flags = (uint8_t)flags,
	};
	trial_apply(spin_own_event(&e));
	/* It counts as a part of the event before it. */
	spin_wake(&e, recording.n_events ? recording.n_events : 1);
}

void op_also(enum op_kind kind, const volatile void *addr, uint32_t size, uintptr_t pc)
{
	if (!threads_exist)
		return;
	if (hidden_by_place(addr, size) || hidden_by_code(kind, pc)) {
		hidden_access(kind, addr, size, 0);
		return;
	}
	if (unlikely(detail_on))
		detail_settle();
	pending_set(kind, (uintptr_t)addr, size, 0, pc);
	engine_event(0);
}

void op_arg(uint64_t arg)
{
	views[self->id].next.arg = arg;
}

void op_found(uint32_t hash)
{
	views[self->id].next.found = hash;
}

enum op_kind op_kind_now(void)
{
	return (enum op_kind)views[self->id].next.kind;
}

void op_kind_set(enum op_kind kind)
{
	views[self->id].next.kind = (uint8_t)kind;
	thread_ask(self);
}
