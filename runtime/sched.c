/* SPDX-License-Identifier: MIT */
/*
 * Operations, events, and the one place where threads are switched.
 */
#include "runtime/sched.h"
#include "runtime/arch/x86_64/arch.h"
#include "runtime/code_map.h"
#include "runtime/dead_stack.h"
#include "runtime/debug.h"
#include "runtime/detail.h"
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/slot.h"
#include "runtime/intercept/families.h"
#include "runtime/loop.h"
#include "runtime/races.h"
#include "runtime/spin.h"
#include "runtime/stacks.h"

#include <string.h>

static struct sched_config config;
static struct thread_view views[MAX_THREADS];
static bool any_timeable;

/*
 * Whose status the next decision has to ask for. The others' stands in their views: READY if
 * they are to do something that never blocks (surely_ready), else EXITED.
 */
static struct thread_set to_ask = {{1}};
static struct thread_set surely_ready;
static struct thread_set runnable; /* as of the last decision */
struct recording recording;

static EXEC_STATE uint16_t last_event_thread;

/* What the scheduler saw last, where parked threads have been let go on (loop.h). */
static struct thread_view views_at_release[MAX_THREADS];
static struct sched_view at_release;

void sched_init(const struct sched_config *c)
{
	config = *c;
}

void sched_reset(void)
{
	vec_clear(&recording.events);
	vec_clear(&recording.choices);
	vec_clear(&recording.preempted);
	recording.n_events = 0;
	surely_ready = (struct thread_set){0};
	to_ask = (struct thread_set){{1}};
	if (detail_on)
		detail_reset();
}

static struct sched_view view_now(void)
{
	return (struct sched_view){
	        .threads = views,
	        .n_threads = (uint16_t)thread_count(),
	        .current = self->id,
	        .n_runnable = (uint16_t)threads_count(&runnable, thread_count()),
	        .timeable = any_timeable,
	        .runnable = runnable,
	};
}

enum thread_status thread_status_now(const struct thread *t)
{
	if (t->status != THREAD_READY)
		return (enum thread_status)t->status;
	if (t->parked)
		return THREAD_PARKED;
	if (t->spinning)
		return THREAD_SPINNING;
	const struct event *pending = &views[t->id].next;
	can_run_fn fn = can_run[pending->kind];
	return fn ? fn(t, pending) : THREAD_READY;
}

void thread_ask(const struct thread *t)
{
	threads_drop(&surely_ready, t->id);
	threads_add(&to_ask, t->id);
}

static void set_pending(const struct thread *t, enum op_kind kind)
{
	if (can_run[kind]) {
		thread_ask(t);
		return;
	}
	threads_drop(&to_ask, t->id);
	threads_add(&surely_ready, t->id);
	views[t->id].status = THREAD_READY;
}

/* Brings every thread's status in the view up to date; how many could run. */
static unsigned refresh_views(void)
{
	runnable = surely_ready;
	any_timeable = false;
	for (unsigned k = 0, n = thread_count(); k * 64 < n; k++)
		for (uint64_t rest = to_ask.word[k]; rest; rest &= rest - 1) {
			unsigned i = k * 64 + (unsigned)__builtin_ctzll(rest);
			enum thread_status s = thread_status_now(thread_table[i]);
			views[i].status = (uint8_t)s;
			any_timeable |= s == THREAD_TIMEABLE;
			if (s == THREAD_READY || s == THREAD_TIMEABLE)
				threads_add(&runnable, i);
		}
	return threads_count(&runnable, thread_count());
}

void sched_count_cut(bool in_operation)
{
	bool cut = in_operation;
	if (!threads_exist)
		return;
	refresh_views();
	for (unsigned i = 0, n = thread_count(); i < n; i++) {
		unsigned s = views[i].status;
		cut |= i != self->id &&
		       (s == THREAD_READY || s == THREAD_TIMEABLE || s == THREAD_SPINNING);
	}
	if (cut)
		count(COUNT_CUT_SHORT);
}

void sched_end(enum end_reason why)
{
	spin_tell();
	if (loop_released()) {
		config.scheduler->ops->end(config.scheduler, END_CUT, &at_release);
		return;
	}
	if (threads_exist)
		refresh_views();
	struct sched_view view = view_now();
	config.scheduler->ops->end(config.scheduler, why, &view);
}

void sched_detail(void)
{
	if (threads_exist)
		refresh_views();
	detail_end(views, recording.n_events);
}

static void record_choice(enum choice_kind kind, unsigned value, unsigned n)
{
	if (n < 2)
		return;
	vec_push(&recording.choices, (struct choice){.kind = (uint8_t)kind,
	                                             .value = (uint16_t)value,
	                                             .n = (uint16_t)n,
	                                             .thread = self->id});
	recording.n_choices++;
}

/* The last choice was among several. */
static void record_preemption(bool preempts)
{
	vec_last(&recording.choices)->preempts = preempts;
	if (preempts)
		vec_push(&recording.preempted, views[self->id].next.pc);
}

/* The same question as the explorer's bound asks (struct explore_options). */
static bool preempts(unsigned id)
{
	const struct thread_view *v = &views[self->id];
	return id != self->id && v->status == THREAD_READY && op_info[v->next.kind].pp != PP_YIELD;
}

static COLD void record_switch(const struct thread *next)
{
	const struct thread_view *from = &views[self->id], *to = &views[next->id];
	bool preempts_it = !loop_released() && preempts(next->id);
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
	carrier_switch(old, next);
}

/* The scheduler's part of the execution is over. */
static void release(void)
{
	if (loop_released())
		return;
	at_release = view_now();
	memcpy(views_at_release, views, at_release.n_threads * sizeof(*views));
	at_release.threads = views_at_release;
}

/* Nobody can run: how many can after all, without the scheduler. */
static unsigned nobody_runs(void)
{
	release();
	if (loop_release())
		return refresh_views();
	if (!anyone_spins())
		report_stuck();
	if (!spin_wake_all())
		report_spinning();
	return refresh_views();
}

/* By lot; the scheduler has no say in it any more. */
static struct thread *draw(unsigned n)
{
	unsigned k = loop_draw(n);
	for (unsigned i = 0;; i++)
		if (thread_in(&runnable, i) && k-- == 0)
			return thread_by_id(i);
}

static bool can_go(const struct thread *t)
{
	if (thread_in(&surely_ready, t->id))
		return true;
	enum thread_status s = thread_status_now(t);
	return s == THREAD_READY || s == THREAD_TIMEABLE;
}

/* Who goes on where that is known without looking at everyone; or NULL. */
static struct thread *decided_before(void)
{
	const struct scheduler_ops *ops = config.scheduler->ops;
	struct replay_step f;
	if (!ops->peek_replay || loop_released() || !ops->peek_replay(config.scheduler, &f) ||
	    f.thread >= thread_count() || !can_go(thread_table[f.thread]))
		return NULL;
	ops->take_replay(config.scheduler);
	record_choice(CHOICE_THREAD, f.thread, f.runnable);
	if (f.runnable > 1)
		record_preemption(f.preempts);
	return thread_table[f.thread];
}

/* Asks who goes on. The caller's own operation is pending (or it has exited). */
static struct thread *decide(void)
{
	struct thread *known = decided_before();
	if (likely(known))
		return known;
	unsigned n = refresh_views();
	if (!n)
		n = nobody_runs();
	if (loop_released())
		return draw(n);
	struct sched_view view = view_now();
	unsigned id = config.scheduler->ops->thread(config.scheduler, &view);
	if (id == PICK_ABANDON)
		execution_end(END_ABANDONED);
	BUG_ON(id >= view.n_threads);
	BUG_ON(views[id].status != THREAD_READY && views[id].status != THREAD_TIMEABLE);
	record_choice(CHOICE_THREAD, id, n);
	if (n > 1)
		record_preemption(preempts(id));
	return thread_by_id(id);
}

static void announce(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                     uintptr_t pc)
{
	if (unlikely(detail_on))
		detail_settle();
	views[self->id].cut = 0;
	views[self->id].woken_by = 0;
	views[self->id].next = (struct event){
	        .addr = (uintptr_t)addr,
	        .arg = arg,
	        .pc = pc,
	        .size = size,
	        .thread = self->id,
	        .kind = (uint8_t)kind,
	        .depth = self->depth,
	};
	set_pending(self, kind);
}

/* The rules about code have a say in all but voluntary switches (thesis §3.4.1). */
static bool code_says(enum op_kind kind, uintptr_t pc, bool by_class)
{
	if (op_info[kind].pp == PP_YIELD || op_info[kind].pp == PP_NEVER)
		return by_class;
	if (!by_class && !(code_has_points && code_is_point(pc)))
		return false;
	return !code_has_stack || code_keeps(pc);
}

/* A scheduler is asked before the first event of all, whatever it is: steps begin there. */
static bool is_preemption_point(enum op_kind kind, uintptr_t pc)
{
	if (unlikely(recording.n_events == 0))
		return true;
	if (self->no_preempt || self->unbroken)
		return false;
	if (unlikely(loop_released())) /* everyone gets turns */
		return true;
	bool by_class = config.pp_set >> op_info[kind].pp & 1;
	if (likely(!code_has_points && !code_has_stack))
		return by_class;
	return code_says(kind, pc, by_class);
}

/* A round that is tried may be forgotten: it has no steps yet (spin.h). */
void sched_arrived(void)
{
	if (unlikely(debug_watching) && !self->unbroken)
		debug_step(last_event_thread != self->id);
}

/* op_begin itself (arch/) saves registers for spin.c and jumps here. */
HOT void op_begin_body(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                       uintptr_t pc)
{
	if (unlikely(self->touched_lo < self->program_sp))
		stack_left(pc);
	if (unlikely(stack_of_another(addr)))
		stack_wanted((uintptr_t)addr, size);
	announce(kind, addr, size, arg, pc);
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
	if (sp < self->low_sp)
		self->low_sp = sp;
	if (!threads_exist) {
		if (thread_status_now(self) == THREAD_BLOCKED)
			report_stuck();
		return;
	}
	if (!loop_check(kind, pc))
		spin_check(kind, pc);
	if (!is_preemption_point(kind, pc)) {
		if (thread_status_now(self) == THREAD_READY) {
			if (unlikely(detail_on))
				detail_begin();
			sched_arrived();
			return;
		}
		views[self->id].cut = !self->asleep && !self->parked;
		if (self->unbroken)
			spin_forget(self);
	}
	switch_to(decide());
	if (unlikely(detail_on))
		detail_begin();
	sched_arrived();
}

HOT void sched_event(const struct event *e)
{
	if (config.keep_trace)
		vec_push(&recording.events, *e);
	if (unlikely(detail_on))
		detail_told();
	if (stacks_watched)
		stack_event(e);
	if (races)
		races_event(e);
	loop_event(e);
	spin_told(e, recording.n_events + 1);
	if (likely(!loop_released()))
		config.scheduler->ops->event(config.scheduler, e);
	if (unlikely(++recording.n_events > config.max_events))
		report_endless(e->pc);
}

HOT void op_end(unsigned flags)
{
	if (!threads_exist)
		return;
	struct event *e = &views[self->id].next;
	e->flags = (uint8_t)flags;
	self->hidden_run = 0;
	if (last_event_thread != self->id) {
		e->flags |= EV_SWITCHED;
		last_event_thread = self->id;
	}
	page->progress++;
	page->classes |= PP_BIT(op_info[e->kind].pp);
	if (unlikely(detail_on))
		detail_event(e);
	if (!spin_event(e))
		sched_event(e);
	if (unlikely(debug_watching))
		debug_done();
}

void op_also(enum op_kind kind, const volatile void *addr, uint32_t size, uintptr_t pc)
{
	if (!threads_exist)
		return;
	if (stack_hides(addr, size)) {
		code_hidden(kind, addr, size, 0);
		return;
	}
	if (unlikely(code_hides) && (kind == OP_READ || kind == OP_WRITE) &&
	    code_hides_access(pc)) {
		code_hidden(kind, addr, size, 0);
		return;
	}
	announce(kind, addr, size, 0, pc);
	op_end(0);
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

unsigned op_choose(enum choice_kind kind, unsigned n)
{
	if (n < 2 || !threads_exist)
		return 0;
	if (loop_released())
		return loop_draw(n);
	unsigned value = config.scheduler->ops->value(config.scheduler, kind, self->id, n);
	BUG_ON(value >= n);
	record_choice(kind, value, n);
	if (unlikely(detail_on))
		detail_choice(
		        &(struct choice_detail){recording.n_events, *vec_last(&recording.choices)});
	return value;
}

const struct event *thread_pending(const struct thread *t)
{
	return &views[t->id].next;
}

void thread_woken_by(const struct thread *t, uint64_t event)
{
	views[t->id].woken_by = event;
}

void thread_publish(struct thread *t, uintptr_t pc)
{
	views[t->id] = (struct thread_view){
	        .next = {.thread = t->id, .kind = OP_THREAD_BEGIN, .pc = pc, .arg = self->id}};
	t->status = THREAD_READY;
	set_pending(t, OP_THREAD_BEGIN);
	if (thread_count() > recording.max_threads)
		recording.max_threads = thread_count();
}

void thread_exited(void)
{
	self->status = THREAD_EXITED;
	threads_drop(&to_ask, self->id);
	threads_drop(&surely_ready, self->id);
	views[self->id].status = THREAD_EXITED;
}

void sched_leave(void)
{
	switch_to(decide());
	BUG("an exited thread was scheduled");
}

/* ------------------------------------------------------------------- sleep */

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
	e->kind = (uint8_t)kind;
	e->addr = (uintptr_t)addr;
	e->size = size;
	e->arg = arg;
	thread_ask(t);
}

unsigned sleepers_on(const volatile void *addr)
{
	unsigned n = 0;
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		n += t->asleep && t->sleep_addr == (uintptr_t)addr;
	}
	return n;
}

struct thread *sleeper_on(const volatile void *addr, unsigned k)
{
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->asleep && t->sleep_addr == (uintptr_t)addr && k-- == 0)
			return t;
	}
	return NULL;
}
