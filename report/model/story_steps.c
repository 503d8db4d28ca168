/* SPDX-License-Identifier: MIT */
/* What each thread did, step by step, in words. */
#include "report/model/story_internal.h"

#include <inttypes.h>
#include <string.h>

const struct op_words op_words[OP_COUNT] = {
#define OP(name, text, verb, failed, ...) [OP_##name] = {verb, failed},
#include "event/op.def"
#undef OP
};

const char *story_name_of(const struct story *s, uint32_t object)
{
	return object == STORY_NONE ? "" : s->objects.at[object].name;
}

static void add_thread(struct buf *b, const char *before, uint64_t thread)
{
	if (thread < MAX_THREADS)
		buf_printf(b, "%sT%" PRIu64, before, thread);
	else
		buf_printf(b, "%snobody", before);
}

/* What arg means: see event/op.def. */
static void add_argument(struct teller *t, struct buf *b, const struct event *e)
{
	const struct story *s = t->story;
	const struct op_info *op = &op_info[e->kind];
	switch ((enum op_arg)op->arg) {
	case ARG_THREAD:
	case ARG_CHILD:
		if (e->arg < MAX_THREADS)
			add_thread(b, " ", e->arg);
		break;
	case ARG_WOKEN:
		add_thread(b, op->object == ON_FUTEX ? ": " : ", which wakes ", e->arg);
		break;
	case ARG_CHOICE:
		buf_printf(b, " %" PRIu64, e->arg);
		break;
	case ARG_MUTEX:
		buf_printf(b, " and unlocks %s",
		           story_name_of(s, story_object_at(t, e->arg, OP_MUTEX_LOCK)));
		break;
	case ARG_QUEUE:
		buf_printf(b, " to %s",
		           story_name_of(s, story_object_at(t, e->arg, OP_FUTEX_WAIT)));
		break;
	case ARG_SIZE:
		buf_printf(b, " (%u byte%s)", e->size, e->size == 1 ? "" : "s");
		break;
	case ARG_UNITS:
		if (!(e->flags & EV_FAILED))
			buf_printf(b, ", which was %" PRIu64, e->arg);
		break;
	case ARG_NONE:
	case ARG_ORDER:
	case ARG_COND: /* the step before has told it */
	case ARG_INITIAL:
		break;
	}
	if (e->flags & EV_LAST)
		buf_text(b, " as the last one and opens it");
}

static void add_values(struct buf *b, const struct story_step *step)
{
	bool range = !step->before && !step->after && step->size > DETAIL_BYTES &&
	             step_info(step)->flags & OPF_PLAIN;
	if (range)
		buf_printf(b, " (%u bytes)", step->size);
	else if (step->before && step->after)
		buf_printf(b, ": %s -> %s", step->before, step->after);
	else if (step->after)
		buf_printf(b, ": %s", step->after);
	else if (step->before && !step_writes(step))
		buf_printf(b, ": %s", step->before);
}

char *story_intent(struct teller *t, const struct event *e, uint32_t step)
{
	struct buf b = {0};
	uint32_t object = story_object_of(t, e, NULL, step);
	buf_text(&b, op_words[e->kind].verb);
	if (object != STORY_NONE)
		buf_printf(&b, " %s", story_name_of(t->story, object));
	else if (op_info[e->kind].waits == WAIT_EXIT)
		add_thread(&b, " ", e->arg);
	return buf_detach(&b);
}

static char *step_text(struct teller *t, const struct story_step *step, const struct event *e)
{
	struct buf b = {0};
	bool failed = e->flags & EV_FAILED && op_words[e->kind].failed;
	buf_text(&b, failed ? op_words[e->kind].failed : op_words[e->kind].verb);
	if (step->object != STORY_NONE)
		buf_printf(&b, " %s", story_name_of(t->story, step->object));
	add_argument(t, &b, e);
	add_values(&b, step);
	return buf_detach(&b);
}

/* ---- locks ---- */

static void note_locks(struct teller *t, struct story_step *step, const struct event *e)
{
	step->acquires = step->releases = STORY_NONE;
	switch ((enum op_action)op_info[e->kind].action) {
	case ACTION_ACQUIRE:
	case ACTION_ACQUIRE_SHARED:
		if (!(e->flags & EV_FAILED))
			step->acquires = step->object;
		return;
	case ACTION_RELEASE:
	case ACTION_RELEASE_SHARED:
		step->releases = step->object;
		return;
	case ACTION_UNLOCK:
		if (e->arg)
			step->releases = story_object_at(t, e->arg, OP_MUTEX_LOCK);
		return;
	case ACTION_NONE:
	case ACTION_CREATE:
	case ACTION_BEGIN:
	case ACTION_EXIT:
	case ACTION_JOIN:
	case ACTION_PASS: /* nothing is held afterwards */
	case ACTION_TAKE:
	case ACTION_POST:
	case ACTION_LOAD:
	case ACTION_STORE:
	case ACTION_RMW:
	case ACTION_FENCE:
	case ACTION_ALLOC:
	case ACTION_FREE:
	case ACTION_RESET:
		return;
	}
}

/* ---- all of them ---- */

/* What lies on a stack may have been left there by a call that is over: it is no value. */
static bool is_leftover(const struct teller *t, const struct story_step *step)
{
	return step->object != STORY_NONE && step->kind == OP_WRITE &&
	       t->story->objects.at[step->object].kind == OBJECT_OTHER;
}

static void add_step(struct teller *t, const struct event *e, const struct event_detail *d)
{
	struct story_step step = {
	        .thread = e->thread,
	        .kind = e->kind,
	        .flags = e->flags,
	        .addr = e->addr,
	        .size = e->size,
	        .stack = STORY_NONE,
	        .object = story_object_of(t, e, d, (uint32_t)t->run->steps.n + 1),
	};
	if (d) {
		if (!is_leftover(t, &step))
			step.before = story_value(t, e, d, d->before, d->n_before);
		step.after = story_value(t, e, d, d->after, d->n_after);
		step.stack = story_detail_stack(t, d->stack);
	}
	note_locks(t, &step, e);
	step.text = step_text(t, &step, e);
	vec_push(&t->run->steps, step);
}

/* What went wrong with it, where the operation alone does not say so. */
static char *failing_text(struct teller *t, const struct story_step *step, const struct event *e)
{
	char *text = step_text(t, step, e);
	char *told = NULL;
	switch ((enum finding_kind)t->finding->kind) {
	case FINDING_USE_AFTER_FREE:
		told = str_format("%s, which is freed", text);
		break;
	case FINDING_USE_AFTER_RETURN:
	case FINDING_BUFFER_OVERFLOW:
	case FINDING_INVALID_FREE:
	case FINDING_DOUBLE_FREE:
	case FINDING_SYNC_MISUSE:
		told = str_copy(t->story->message);
		break;
	case FINDING_ASSERTION:
	case FINDING_ABORT:
	case FINDING_SEGFAULT:
	case FINDING_STACK_OVERFLOW:
	case FINDING_DEADLOCK:
	case FINDING_LOST_WAKEUP:
	case FINDING_LIVELOCK:
	case FINDING_INFINITE_LOOP:
	case FINDING_EXCEPTION:
	case FINDING_EXIT_STATUS:
	case FINDING_LEAK:
	case FINDING_DATA_RACE:
	case FINDING_COUNT:
		return text;
	}
	mem_free(text);
	return told;
}

/* The operation that the finding ended, or the place where it was noticed. */
static void add_failing(struct teller *t)
{
	const struct finding *f = t->finding;
	if (!f || f->thread >= t->detail->threads.n || story_is_stuck(f->kind))
		return;
	const struct thread_detail *d = &t->detail->threads.at[f->thread];
	if (d->began) {
		struct event e = d->pending;
		e.flags = 0;
		add_step(t, &e, &d->bytes);
		struct story_step *step = vec_last(&t->run->steps);
		step->acquires = step->releases = STORY_NONE;
		/* It did not happen. */
		mem_free(step->after);
		mem_free(step->before);
		step->after = step->before = NULL;
		mem_free(step->text);
		step->text = failing_text(t, step, &e);
	} else {
		struct story_step step = {
		        .thread = f->thread,
		        .kind = OP_COUNT,
		        .object = STORY_NONE,
		        .acquires = STORY_NONE,
		        .releases = STORY_NONE,
		        .stack = t->story->stack,
		        .text = str_copy(t->story->message),
		};
		vec_push(&t->run->steps, step);
	}
	struct story_step *last = vec_last(&t->run->steps);
	last->failing = true;
	if (last->stack == STORY_NONE)
		last->stack = t->story->stack;
}

void story_steps(struct teller *t)
{
	for (size_t i = 0; i < t->n; i++)
		add_step(t, &t->events[i], detail_of(t->detail, t->skipped + i));
	add_failing(t);
}
