/* SPDX-License-Identifier: MIT */
/* Arrivals at operations, and the one place where threads are switched. */
#include "engine/detail.h"
#include "engine/engine.h"
#include "engine/event.h"
#include "engine/loop.h"
#include "engine/mix.h"
#include "engine/points.h"
#include "engine/record.h"
#include "engine/run.h"
#include "engine/spin.h"

#include <string.h>

bool explorer_detached;
static uint64_t random_state;

/* What the scheduler saw last, before it was detached. */
static struct thread_view views_at_detach[MAX_THREADS];
static struct sched_view at_detach;

void decide_begin(void)
{
	explorer_detached = false;
	random_state = 0;
}

/* ------------------------------------------------------------------- detached */

unsigned detached_choice(unsigned n)
{
	random_state = mix(random_state, 1) + 1;
	return (unsigned)((random_state >> 32) * n >> 32);
}

void detach_explorer(void)
{
	if (explorer_detached)
		return;
	at_detach = view_now();
	memcpy(views_at_detach, views, at_detach.n_threads * sizeof(*views));
	at_detach.threads = views_at_detach;
	explorer_detached = true;
}

/* No thread can run: how many can once loops that wait are let go on. */
static unsigned nobody_runs(void)
{
	if (loop_release()) {
		detach_explorer();
		return views_refresh();
	}
	if (!anyone_spins())
		report_stuck();
	if (!spin_wake_all())
		report_spinning();
	detach_explorer();
	return views_refresh();
}

static struct thread *detached_thread(const struct sched_view *view)
{
	unsigned k = detached_choice(view->n_runnable);
	for (unsigned i = 0;; i++)
		if (thread_in(&view->runnable, i) && k-- == 0)
			return thread_by_id(i);
}

/* ------------------------------------------------------------------ decisions */

/* The same question as the explorer's bound asks (struct explore_options). */
static bool preempts(unsigned id)
{
	const struct thread_view *v = &views[self->id];
	return id != self->id && v->status == THREAD_READY && op_info[v->next.kind].pp != PP_YIELD;
}

/* Who goes on where that is known without looking at everyone; or NULL. */
static struct thread *replayed_step(void)
{
	struct scheduler *s = engine_config.scheduler;
	struct replay_step f;
	if (!s->ops->peek_replay || explorer_detached || !s->ops->peek_replay(s, &f) ||
	    f.thread >= thread_count() || !thread_can_step(thread_table[f.thread]))
		return NULL;
	s->ops->take_replay(s);
	record_choice(CHOICE_THREAD, f.thread, f.runnable);
	if (f.runnable > 1)
		record_preemption(f.preempts);
	return thread_table[f.thread];
}

/* Asks who goes on. The operation of self is pending (or it has exited). */
static struct thread *decide(void)
{
	struct thread *known = replayed_step();
	if (likely(known))
		return known;
	unsigned n = views_refresh();
	if (!n)
		n = nobody_runs();
	struct sched_view view = view_now();
	if (explorer_detached)
		return detached_thread(&view);
	struct scheduler *s = engine_config.scheduler;
	unsigned id = s->ops->thread(s, &view);
	if (id == PICK_ABANDON)
		execution_end(END_ABANDONED);
	BUG_ON(id >= view.n_threads);
	BUG_ON(views[id].status != THREAD_READY && views[id].status != THREAD_TIMEABLE);
	record_choice(CHOICE_THREAD, id, n);
	if (n > 1)
		record_preemption(preempts(id));
	return thread_by_id(id);
}

unsigned op_choose(enum choice_kind kind, unsigned n)
{
	if (n < 2 || !threads_exist)
		return 0;
	if (explorer_detached)
		return detached_choice(n);
	struct scheduler *s = engine_config.scheduler;
	unsigned value = s->ops->value(s, kind, self->id, n);
	BUG_ON(value >= n);
	record_choice(kind, value, n);
	if (unlikely(detail_on))
		detail_choice(
		        &(struct choice_detail){recording.n_events, *vec_last(&recording.choices)});
	return value;
}

/* ------------------------------------------------------------------- switches */

static COLD void record_switch(const struct thread *next)
{
	const struct thread_view *from = &views[self->id], *to = &views[next->id];
	bool preempts_it = !explorer_detached && preempts(next->id);
	detail_switch(&(struct switch_detail){
	        .pending = from->next,
	        .after = recording.n_events,
	        .from = self->id,
	        .to = next->id,
	        .status = from->status,
	        .to_status = to->status,
	        .asleep = self->asleep,
	        .preempts = preempts_it,
	});
}

static void switch_to(struct thread *next)
{
	struct thread *old = self;
	if (next == old)
		return;
	if (unlikely(detail_on))
		record_switch(next);
	self = next;
	machine->resume(old, next);
}

/* A trial round may be forgotten: it has no steps yet (spin.h). */
void engine_step_begins(void)
{
	if (unlikely(machine->watched) && !self->in_trial_round)
		machine->before_step(event_switches());
}

void engine_loop_ends(void)
{
	if (self->in_trial_round)
		trial_deliver();
	spin_forget(self);
}

static inline void op_begins(void)
{
	if (unlikely(detail_on))
		detail_begin();
	engine_step_begins();
}

HOT void engine_arrive(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                       uintptr_t pc)
{
	if (unlikely(detail_on))
		detail_settle();
	pending_set(kind, (uintptr_t)addr, size, arg, pc);
	if (unlikely(!threads_exist)) {
		if (thread_status_now(self) == THREAD_BLOCKED)
			report_stuck();
		return;
	}
	if (!loop_check(kind, pc))
		trial_apply(spin_check(kind, pc));
	if (!is_preemption_point(kind, pc)) {
		if (thread_status_now(self) == THREAD_READY) {
			op_begins();
			return;
		}
		views[self->id].cut = !self->asleep && !self->parked;
		if (self->in_trial_round)
			engine_loop_ends();
	}
	switch_to(decide());
	op_begins();
}

void engine_leave_thread(void)
{
	switch_to(decide());
}

/* ------------------------------------------------------------------- the end */

void execution_count_cut(bool in_operation)
{
	bool cut = in_operation;
	if (!threads_exist)
		return;
	views_refresh();
	for (unsigned i = 0, n = thread_count(); i < n; i++) {
		unsigned s = views[i].status;
		cut |= i != self->id &&
		       (s == THREAD_READY || s == THREAD_TIMEABLE || s == THREAD_SPINNING);
	}
	if (cut)
		count(COUNT_CUT_SHORT);
}

void decide_end(enum end_reason why)
{
	struct scheduler *s = engine_config.scheduler;
	trial_deliver();
	if (explorer_detached) {
		s->ops->end(s, END_CUT, &at_detach);
		return;
	}
	if (threads_exist)
		views_refresh();
	struct sched_view view = view_now();
	s->ops->end(s, why, &view);
}
