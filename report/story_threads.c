/* SPDX-License-Identifier: MIT */
/* Who the threads are, why they were switched, and what they wait for. */
#include "report/story_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const story_end_name[STORY_ENDS] = {
        [STORY_EXITED] = "exited",
        [STORY_RUNNING] = "running",
        [STORY_BLOCKED] = "blocked",
        [STORY_SPINNING] = "spinning",
};

const char *const story_reason_name[SWITCH_REASONS] = {
        [SWITCH_PREEMPTED] = "preempted", [SWITCH_BLOCKED] = "blocked",
        [SWITCH_YIELD] = "yield",         [SWITCH_EXIT] = "exit",
        [SWITCH_SPIN] = "spin",           [SWITCH_TIMEOUT] = "timeout",
        [SWITCH_SLEEP] = "sleep",
};

const char *const story_choice_name[STORY_CHOICE_KINDS] = {
        [STORY_WAITER] = "waiter",
        [STORY_TIMEOUT] = "timeout",
        [STORY_USER] = "user",
};

/* ---- what a thread waits for ---- */

/* Who holds it before a step: the last one who took it and has not given it back; or NO_THREAD. */
static unsigned holder_before(const struct story_run *run, uint32_t object, uint32_t step)
{
	bool gave_back[MAX_THREADS] = {false};
	for (uint32_t i = step; i-- > 1;) {
		const struct story_step *s = story_step(run, i);
		if (s->releases == object)
			gave_back[s->thread] = true;
		if (s->acquires != object)
			continue;
		if (!gave_back[s->thread])
			return s->thread;
		gave_back[s->thread] = false;
	}
	return NO_THREAD;
}

static unsigned holder_at_end(const struct teller *t, uint64_t addr)
{
	for (unsigned i = 0; i < t->detail->threads.n; i++) {
		const struct thread_detail *d = &t->detail->threads.at[i];
		for (size_t k = 0; k < d->held.n; k++)
			if (d->held.at[k].addr == addr)
				return i;
	}
	return NO_THREAD;
}

static void add_lock_wait(struct teller *t, struct buf *b, const struct event *e, uint32_t step,
                          uint32_t object)
{
	unsigned holder = step > t->run->steps.n ? holder_at_end(t, e->addr)
	                                         : holder_before(t->run, object, step);
	buf_printf(b, "waits for %s", story_name_of(t->story, object));
	if (holder == e->thread)
		buf_text(b, ", which it holds itself");
	else if (holder != NO_THREAD)
		buf_printf(b, ", which T%u holds", holder);
}

char *story_wait_text(struct teller *t, const struct event *e, bool asleep, uint32_t step,
                      uint32_t *object)
{
	struct buf b = {0};
	enum op_wait waits = (enum op_wait)op_info[e->kind].waits;
	if (asleep && waits == WAIT_REACQUIRE) { /* it will lock the mutex, but sleeps on arg */
		*object = story_object_at(t, e->arg, OP_COND_WAIT);
		buf_printf(&b, "sleeps until %s is signalled", story_name_of(t->story, *object));
		return buf_detach(&b);
	}
	*object = story_object_of(t, e, NULL, step);
	const char *name = story_name_of(t->story, *object);
	switch (waits) {
	case WAIT_EXIT:
		buf_printf(&b, "waits for T%" PRIu64 " to exit", e->arg);
		break;
	case WAIT_SIGNAL:
		buf_printf(&b, "sleeps until %s is signalled", name);
		break;
	case WAIT_WAKE:
	case WAIT_WAKE_TIMED:
		buf_printf(&b, "sleeps until %s is woken", name);
		break;
	case WAIT_ROUND:
		buf_printf(&b, "waits at %s for the others", name);
		break;
	case WAIT_UNIT:
		buf_printf(&b, "waits until %s is posted", name);
		break;
	case WAIT_FUNCTION:
		buf_printf(&b, "waits for the function of %s", name);
		break;
	case WAIT_NEVER:
	case WAIT_MUTEX:
	case WAIT_READER:
	case WAIT_WRITER:
	case WAIT_STREAM:
	case WAIT_REACQUIRE:
		if (*object == STORY_NONE)
			buf_printf(&b, "waits in %s", op_info[e->kind].text);
		else
			add_lock_wait(t, &b, e, step, *object);
		break;
	}
	return buf_detach(&b);
}

/* ---- threads ---- */

static const char *function_at(struct symbols *s, uint64_t start, bool *library)
{
	const frame_vec *frames = symbols_frames(s, start + 1);
	const struct source_frame *f = vec_last(frames);
	*library = f->library || f->checker;
	return f->function;
}

/* The outermost function that the program's author wrote, on the thread's first stack with one. */
static const char *outermost(const struct teller *t, unsigned thread)
{
	const struct story *s = t->story;
	for (size_t i = 0; i < t->run->steps.n; i++) {
		const struct story_step *step = &t->run->steps.at[i];
		if (step->thread != thread || step->stack == STORY_NONE)
			continue;
		const struct story_stack *stack = &s->stacks.at[step->stack];
		for (size_t k = stack->frames.n; k-- > 0;) {
			const struct story_frame *f = &s->frames.at[stack->frames.at[k]];
			if (f->function && !f->library)
				return f->function;
		}
	}
	return NULL;
}

static char *start_of(const struct teller *t, unsigned id, const struct thread_detail *d)
{
	bool library;
	if (!d->start)
		return id == 0 ? str_copy("main") : NULL;
	const char *name = function_at(t->symbols, d->start, &library);
	const char *own = !name || library ? outermost(t, id) : NULL;
	return str_copy(own ? own : name);
}

static enum story_end end_of(const struct thread_detail *d)
{
	switch ((enum thread_status)d->status) {
	case THREAD_ABSENT:
	case THREAD_EXITED:
		return STORY_EXITED;
	case THREAD_SPINNING:
	case THREAD_PARKED:
		return STORY_SPINNING;
	case THREAD_BLOCKED:
		return STORY_BLOCKED;
	case THREAD_READY:
	case THREAD_TIMEABLE:
		break;
	}
	return d->asleep ? STORY_BLOCKED : STORY_RUNNING;
}

static uint32_t created_by(const struct teller *t, unsigned thread)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (op_info[t->events[i].kind].arg == ARG_CHILD && t->events[i].arg == thread)
			return i + 1;
	return 0;
}

void story_threads(struct teller *t)
{
	for (unsigned i = 0; i < t->detail->threads.n; i++) {
		const struct thread_detail *d = &t->detail->threads.at[i];
		struct story_thread thread = {
		        .id = (uint16_t)i,
		        .name = *d->name ? str_copy(d->name) : NULL,
		        .start = start_of(t, i, d),
		        .created_by = created_by(t, i),
		        .end = (uint8_t)end_of(d),
		};
		uint32_t object;
		if (thread.end == STORY_BLOCKED)
			thread.waits_for = story_wait_text(t, &d->pending, d->asleep,
			                                   (uint32_t)t->run->steps.n + 1, &object);
		vec_push(&t->run->threads, thread);
	}
}

/* ---- switches ---- */

static enum story_reason reason_of(const struct switch_detail *s)
{
	if (s->preempts)
		return SWITCH_PREEMPTED;
	if (s->status == THREAD_EXITED || s->status == THREAD_ABSENT)
		return SWITCH_EXIT;
	if (s->to_status == THREAD_TIMEABLE)
		return SWITCH_TIMEOUT;
	if (s->asleep)
		return SWITCH_SLEEP;
	switch ((enum thread_status)s->status) {
	case THREAD_SPINNING:
	case THREAD_PARKED:
		return SWITCH_SPIN;
	case THREAD_BLOCKED:
	case THREAD_TIMEABLE:
		return SWITCH_BLOCKED;
	case THREAD_READY:
	case THREAD_ABSENT:
	case THREAD_EXITED:
		break;
	}
	if (event_dep(&s->pending) == DEP_EXIT)
		return SWITCH_EXIT;
	/* Where everyone waits in a loop, turns are drawn by lot: not a choice of the schedule. */
	return op_info[s->pending.kind].pp == PP_YIELD ? SWITCH_YIELD : SWITCH_PREEMPTED;
}

static void add_place(struct teller *t, struct buf *b, uint32_t stack)
{
	struct buf place = {0};
	if (story_place_text(t->story, story_detail_stack(t, stack), &place))
		buf_printf(b, " at %s", buf_cstr(&place));
	buf_release(&place);
}

static char *switch_text(struct teller *t, const struct switch_detail *s, enum story_reason reason,
                         uint32_t step)
{
	struct buf b = {0};
	uint32_t object;
	char *more = NULL;
	buf_printf(&b, "T%u ", s->from);
	switch (reason) {
	case SWITCH_PREEMPTED:
		more = story_intent(t, &s->pending, step);
		buf_printf(&b, "is preempted before it %s", more);
		add_place(t, &b, s->stack);
		break;
	case SWITCH_BLOCKED:
	case SWITCH_SLEEP:
		more = story_wait_text(t, &s->pending, s->asleep, step, &object);
		buf_text(&b, more);
		break;
	case SWITCH_EXIT:
		buf_text(&b, s->status == THREAD_EXITED ? "has exited" : "is about to exit");
		break;
	case SWITCH_SPIN:
		buf_text(&b, "goes round in a loop until another thread changes what it looks at");
		break;
	case SWITCH_TIMEOUT:
		buf_printf(&b, "lets T%u go on, whose time has run out", s->to);
		break;
	case SWITCH_YIELD:
	case SWITCH_REASONS:
		buf_text(&b, "yields");
		break;
	}
	mem_free(more);
	return buf_detach(&b);
}

/* Where a thread's next step is, from that one on; 0: nowhere. */
static uint32_t next_step(const struct story_run *run, unsigned thread, uint32_t from)
{
	for (uint32_t i = from; i <= run->steps.n; i++)
		if (story_step(run, i)->thread == thread)
			return i;
	return 0;
}

static void add_wait(struct teller *t, const struct switch_detail *s, enum story_reason reason,
                     uint32_t step)
{
	struct story_wait wait = {.thread = s->from, .object = STORY_NONE, .from = step};
	if (reason == SWITCH_SPIN) {
		wait.text = str_copy("goes round in a loop");
	} else {
		bool waits = reason == SWITCH_BLOCKED || reason == SWITCH_SLEEP ||
		             (reason == SWITCH_TIMEOUT && s->status != THREAD_READY);
		if (!waits)
			return;
		wait.text = story_wait_text(t, &s->pending, s->asleep, step, &wait.object);
	}
	wait.to = next_step(t->run, s->from, step);
	vec_push(&t->run->waits, wait);
}

static uint8_t necessity(const struct teller *t, const struct switch_detail *s, size_t nth)
{
	const struct story_facts *f = t->facts;
	if (!t->finding || !s->preempts || !f->necessary || nth >= f->n_necessary)
		return NECESSARY_UNKNOWN;
	return f->necessary[nth];
}

static void add_timeout(struct teller *t, const struct switch_detail *s, uint32_t step)
{
	if (s->to_status != THREAD_TIMEABLE)
		return;
	vec_push(&t->run->choices,
	         (struct story_choice){step, STORY_TIMEOUT,
	                               str_format("the time of T%u runs out", s->to)});
}

/* A round of a loop that changed nothing leaves no step: several switches become one. */
static bool joins_last(struct teller *t, const struct story_switch *s)
{
	struct story_run *run = t->run;
	if (!run->switches.n || vec_last(&run->switches)->step != s->step)
		return false;
	struct story_switch *last = vec_last(&run->switches);
	last->to = s->to;
	if (last->from == last->to) {
		mem_free(last->text);
		run->switches.n--;
	}
	return true;
}

static void add_switch(struct teller *t, const struct switch_detail *d, size_t nth)
{
	if (d->after < t->skipped || d->after - t->skipped >= t->run->steps.n)
		return;
	uint32_t step = (uint32_t)(d->after - t->skipped) + 1;
	enum story_reason reason = reason_of(d);
	struct story_switch s = {
	        .step = step,
	        .from = d->from,
	        .to = d->to,
	        .reason = (uint8_t)reason,
	        .necessary = necessity(t, d, nth),
	};
	add_timeout(t, d, step);
	add_wait(t, d, reason, step);
	if (joins_last(t, &s))
		return;
	s.text = switch_text(t, d, reason, step);
	vec_push(&t->run->switches, s);
}

static void add_choice(struct teller *t, const struct choice_detail *d)
{
	if (d->after < t->skipped || d->after - t->skipped >= t->run->steps.n)
		return;
	const struct choice *c = &d->choice;
	struct story_choice choice = {.step = (uint32_t)(d->after - t->skipped) + 1};
	choice.kind = c->kind == CHOICE_WAITER ? STORY_WAITER : STORY_USER;
	choice.text = c->kind == CHOICE_WAITER
	                      ? str_format("sleeper %u of %u is woken", c->value + 1u, c->n)
	                      : str_format("value %u of %u is chosen", c->value, c->n);
	vec_push(&t->run->choices, choice);
}

static int by_step(const void *a, const void *b)
{
	uint32_t x = ((const struct story_choice *)a)->step,
	         y = ((const struct story_choice *)b)->step;
	return x < y ? -1 : x > y;
}

/* Threads that could not go on in the end though they had stopped for another reason. */
static void add_last_waits(struct teller *t)
{
	struct story_run *run = t->run;
	for (size_t i = 0; i < run->threads.n; i++) {
		bool open = false;
		for (size_t k = 0; k < run->waits.n; k++)
			open |= run->waits.at[k].thread == i && run->waits.at[k].to == 0;
		if (run->threads.at[i].end != STORY_BLOCKED || open)
			continue;
		struct story_wait wait = {.thread = (uint16_t)i, .from = (uint32_t)run->steps.n};
		const struct thread_detail *d = &t->detail->threads.at[i];
		wait.text = story_wait_text(t, &d->pending, d->asleep, (uint32_t)run->steps.n + 1,
		                            &wait.object);
		vec_push(&run->waits, wait);
	}
}

void story_switches(struct teller *t)
{
	size_t preemptions = 0;
	for (size_t i = 0; i < t->detail->switches.n; i++) {
		const struct switch_detail *d = &t->detail->switches.at[i];
		add_switch(t, d, preemptions);
		preemptions += d->preempts;
	}
	for (size_t i = 0; i < t->detail->choices.n; i++)
		add_choice(t, &t->detail->choices.at[i]);
	if (t->run->choices.n)
		qsort(t->run->choices.at, t->run->choices.n, sizeof(*t->run->choices.at), by_step);
	add_last_waits(t);
}
