/* SPDX-License-Identifier: MIT */
/* What each thread did, step by step, in words. */
#include "report/model/story_internal.h"

#include <inttypes.h>
#include <string.h>

/* What a thread does. A second verb, where there is one, is for what did not succeed. */
static const struct {
	const char *verb, *failed;
} words[OP_COUNT] = {
        [OP_THREAD_BEGIN] = {"starts", NULL},
        [OP_THREAD_CREATE] = {"creates", "fails to create a thread"},
        [OP_THREAD_JOIN] = {"joins", NULL},
        [OP_THREAD_AWAIT] = {"waits for the end of", NULL},
        [OP_THREAD_DETACH] = {"detaches", NULL},
        [OP_THREAD_EXIT] = {"exits", NULL},
        [OP_PROCESS_EXIT] = {"ends the program", NULL},
        [OP_YIELD] = {"yields", NULL},
        [OP_PREEMPT] = {"offers to be preempted", NULL},
        [OP_ATOMIC_BEGIN] = {"begins an atomic section", NULL},
        [OP_CHOOSE] = {"chooses", NULL},
        [OP_READ] = {"reads", NULL},
        [OP_WRITE] = {"writes", NULL},
        [OP_ATOMIC_LOAD] = {"loads", NULL},
        [OP_ATOMIC_STORE] = {"stores", NULL},
        [OP_ATOMIC_RMW] = {"updates", "leaves as it is"},
        [OP_ATOMIC_CAS] = {"exchanges", "does not exchange"},
        [OP_FENCE] = {"fence", NULL},
        [OP_ALLOC] = {"allocates", NULL},
        [OP_FREE] = {"frees", NULL},
        [OP_RELOCK] = {"goes on holding", "is refused"},
        [OP_MUTEX_INIT] = {"initialises", NULL},
        [OP_MUTEX_DESTROY] = {"destroys", NULL},
        [OP_MUTEX_LOCK] = {"locks", NULL},
        [OP_MUTEX_TRYLOCK] = {"locks", "cannot lock"},
        [OP_MUTEX_TIMEDLOCK] = {"locks", "gives up waiting for"},
        [OP_MUTEX_UNLOCK] = {"unlocks", NULL},
        [OP_RWLOCK_INIT] = {"initialises", NULL},
        [OP_RWLOCK_DESTROY] = {"destroys", NULL},
        [OP_RWLOCK_RDLOCK] = {"read-locks", NULL},
        [OP_RWLOCK_WRLOCK] = {"write-locks", NULL},
        [OP_RWLOCK_TRYRDLOCK] = {"read-locks", "cannot read-lock"},
        [OP_RWLOCK_TRYWRLOCK] = {"write-locks", "cannot write-lock"},
        [OP_RWLOCK_TIMEDRDLOCK] = {"read-locks", "gives up waiting for"},
        [OP_RWLOCK_TIMEDWRLOCK] = {"write-locks", "gives up waiting for"},
        [OP_RWLOCK_RDUNLOCK] = {"read-unlocks", NULL},
        [OP_RWLOCK_WRUNLOCK] = {"write-unlocks", NULL},
        [OP_COND_INIT] = {"initialises", NULL},
        [OP_COND_DESTROY] = {"destroys", NULL},
        [OP_COND_WAIT] = {"falls asleep on", NULL},
        [OP_COND_TIMEOUT] = {"gives up waiting for", NULL},
        [OP_COND_REACQUIRE] = {"wakes up and locks", NULL},
        [OP_COND_SIGNAL] = {"signals", NULL},
        [OP_COND_BROADCAST] = {"broadcasts", NULL},
        [OP_SEM_INIT] = {"initialises", NULL},
        [OP_SEM_DESTROY] = {"destroys", NULL},
        [OP_SEM_WAIT] = {"takes from", NULL},
        [OP_SEM_TRYWAIT] = {"takes from", "cannot take from"},
        [OP_SEM_TIMEDWAIT] = {"takes from", "gives up waiting for"},
        [OP_SEM_POST] = {"posts", NULL},
        [OP_SEM_GETVALUE] = {"asks for the value of", NULL},
        [OP_BARRIER_INIT] = {"initialises", NULL},
        [OP_BARRIER_DESTROY] = {"destroys", NULL},
        [OP_BARRIER_ARRIVE] = {"arrives at", NULL},
        [OP_BARRIER_LEAVE] = {"leaves", NULL},
        [OP_ONCE_RUN] = {"begins the function of", NULL},
        [OP_ONCE_DONE] = {"ends the function of", "is thrown out of the function of"},
        [OP_ONCE_PASS] = {"passes", NULL},
        [OP_FUTEX_WAIT] = {"falls asleep on", "does not fall asleep on"},
        [OP_FUTEX_TIMEOUT] = {"gives up waiting for", NULL},
        [OP_FUTEX_RETURN] = {"wakes up from", NULL},
        [OP_FUTEX_WAKE] = {"wakes", NULL},
        [OP_FUTEX_REQUEUE] = {"moves sleepers from", NULL},
        [OP_IO] = {"does input or output on", NULL},
        [OP_FILE_LOCK] = {"locks", NULL},
        [OP_FILE_TRYLOCK] = {"locks", "cannot lock"},
        [OP_FILE_UNLOCK] = {"unlocks", NULL},
        [OP_RETURN] = {"has left", NULL},
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

/* What arg means, by kind: see event/op.def. */
static void add_argument(struct teller *t, struct buf *b, const struct event *e)
{
	const struct story *s = t->story;
	switch (e->kind) {
	case OP_THREAD_CREATE:
	case OP_THREAD_JOIN:
	case OP_THREAD_AWAIT:
	case OP_THREAD_DETACH:
		if (e->arg < MAX_THREADS)
			add_thread(b, " ", e->arg);
		break;
	case OP_COND_SIGNAL:
		add_thread(b, ", which wakes ", e->arg);
		break;
	case OP_FUTEX_WAKE:
		add_thread(b, ": ", e->arg);
		break;
	case OP_CHOOSE:
		buf_printf(b, " %" PRIu64, e->arg);
		break;
	case OP_COND_WAIT:
		buf_printf(b, " and unlocks %s",
		           story_name_of(s, story_object_at(t, e->arg, OP_MUTEX_LOCK)));
		break;
	case OP_FUTEX_REQUEUE:
		buf_printf(b, " to %s",
		           story_name_of(s, story_object_at(t, e->arg, OP_FUTEX_WAIT)));
		break;
	case OP_ALLOC:
		buf_printf(b, " (%u byte%s)", e->size, e->size == 1 ? "" : "s");
		break;
	case OP_SEM_WAIT:
	case OP_SEM_TRYWAIT:
	case OP_SEM_TIMEDWAIT:
	case OP_SEM_POST:
	case OP_SEM_GETVALUE:
		if (!(e->flags & EV_FAILED))
			buf_printf(b, ", which was %" PRIu64, e->arg);
		break;
	default:
		break;
	}
	if (e->flags & EV_LAST)
		buf_text(b, " as the last one and opens it");
}

static void add_values(struct buf *b, const struct story_step *step)
{
	bool range = !step->before && !step->after && step->size > DETAIL_BYTES &&
	             (step->kind == OP_READ || step->kind == OP_WRITE);
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
	buf_text(&b, words[e->kind].verb);
	if (object != STORY_NONE)
		buf_printf(&b, " %s", story_name_of(t->story, object));
	else if (e->kind == OP_THREAD_JOIN || e->kind == OP_THREAD_AWAIT)
		add_thread(&b, " ", e->arg);
	return buf_detach(&b);
}

static char *step_text(struct teller *t, const struct story_step *step, const struct event *e)
{
	struct buf b = {0};
	bool failed = e->flags & EV_FAILED && words[e->kind].failed;
	buf_text(&b, failed ? words[e->kind].failed : words[e->kind].verb);
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
	switch (event_dep(e)) {
	case DEP_TRY_ACQUIRE:
	case DEP_TRY_ACQUIRE_SHARED:
		if (e->flags & EV_FAILED)
			return;
		/* fall through */
	case DEP_ACQUIRE:
	case DEP_ACQUIRE_SHARED:
		if (e->kind != OP_ONCE_PASS)
			step->acquires = step->object;
		return;
	case DEP_RELEASE:
	case DEP_RELEASE_SHARED:
		step->releases = step->object;
		return;
	case DEP_COND_WAIT:
		if (e->arg)
			step->releases = story_object_at(t, e->arg, OP_MUTEX_LOCK);
		return;
	default:
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
	char *told;
	switch (t->finding->kind) {
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
	default:
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
