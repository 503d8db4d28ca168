/* SPDX-License-Identifier: MIT */
/* Checks, findings and deadlines that all synchronization calls share. */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <string.h>

#define NANOSECONDS 1000000000L

/* What a destroyed object holds. Every type is at least this large. */
struct grave {
	uint32_t magic;
	uint32_t thread;
	uint64_t pc;
};

/* Zero but for a kind that a static initialiser may have. */
static bool is_static_initialiser(const struct object_type *type, const void *obj)
{
	if (type->kind_max < 0)
		return false;
	const int32_t *word = obj;
	for (uint32_t i = 0; i < type->size / sizeof(*word); i++) {
		bool kind_word = i * sizeof(*word) == type->kind_at;
		if (word[i] < 0 || word[i] > (kind_word ? type->kind_max : 0))
			return false;
	}
	return true;
}

static NORETURN void used_after_destroy(const struct object_type *type, const void *obj,
                                        uintptr_t pc)
{
	const struct grave *grave = obj;
	struct finding *f = finding_start(FINDING_SYNC_MISUSE, pc, "{T%u} uses %s {0x%lx} after %s",
	                                  (unsigned)self->id, type->noun,
	                                  (unsigned long)(uintptr_t)obj, type->destroyer);
	finding_note(f, thread_by_id(grave->thread), &grave->pc, 1, "{T%u} destroyed it here",
	             grave->thread);
	misuse_finish(f, obj);
}

static COLD void check_unusual(const struct object_type *type, void *obj, uintptr_t pc)
{
	uint32_t *magic = obj;
	if (*magic == type->dead)
		used_after_destroy(type, obj, pc);
	if (!is_static_initialiser(type, obj))
		misuse(obj, pc, "{T%u} uses %s {0x%lx}, which was never initialised",
		       (unsigned)self->id, type->noun, (unsigned long)(uintptr_t)obj);
	*magic = type->live;
}

void object_check(const struct object_type *type, void *obj, uintptr_t pc)
{
	memory_check(obj, type->size, true, pc);
	if (unlikely(*(const uint32_t *)obj != type->live))
		check_unusual(type, obj, pc);
}

void object_init(const struct object_type *type, void *obj, uintptr_t pc)
{
	memory_check(obj, type->size, true, pc);
	/* By the lists of the threads: what the memory says may be left over from an old object. */
	const struct thread *holder = holder_of(obj);
	if (holder && holder->status != THREAD_EXITED)
		misuse(obj, pc, "{T%u} initialises %s {0x%lx}, which {T%u} holds",
		       (unsigned)self->id, type->noun, (unsigned long)(uintptr_t)obj,
		       (unsigned)holder->id);
	const struct thread *sleeper = sleeper_on(obj, 0);
	if (sleeper)
		misuse(obj, pc, "{T%u} initialises %s {0x%lx}, on which {T%u} sleeps",
		       (unsigned)self->id, type->noun, (unsigned long)(uintptr_t)obj,
		       (unsigned)sleeper->id);
	memset(obj, 0, type->size);
	*(uint32_t *)obj = type->live;
}

void object_kill(const struct object_type *type, void *obj, uintptr_t pc)
{
	struct grave *grave = obj;
	memset(obj, 0, type->size);
	*grave = (struct grave){.magic = type->dead, .thread = self->id, .pc = pc};
}

void note_sleepers(struct finding *f, const volatile void *obj)
{
	uint64_t stack[64];
	const struct thread *t;
	for (unsigned k = 0; (t = sleeper_on(obj, k)); k++) {
		size_t n = machine->stack(t, thread_pending(t)->pc, stack, ARRAY_SIZE(stack));
		finding_note(f, t, stack, n, "{T%u} sleeps on {0x%lx} here", (unsigned)t->id,
		             (unsigned long)(uintptr_t)obj);
	}
}

void misuse_finish(struct finding *f, const volatile void *obj)
{
	f->addr = (uintptr_t)obj;
	finding_note_holders(f, obj);
	note_sleepers(f, obj);
	finding_finish(f);
}

struct deadline deadline_read(clockid_t clock, const struct timespec *at, uintptr_t pc)
{
	access_range(at, sizeof(*at), OP_READ, pc);
	return (struct deadline){.timed = true, .clock = clock, .at = *at};
}

struct deadline deadline_after(const struct timespec *span)
{
	uint64_t ns = native(self)->clock_ns % NANOSECONDS + (uint64_t)span->tv_nsec;
	struct deadline d = {.timed = true, .clock = CLOCK_MONOTONIC};
	d.at.tv_sec = VIRTUAL_MONOTONIC +
	              (time_t)(native(self)->clock_ns / NANOSECONDS + ns / NANOSECONDS);
	d.at.tv_nsec = (long)(ns % NANOSECONDS);
	if (__builtin_add_overflow(d.at.tv_sec, span->tv_sec, &d.at.tv_sec))
		d.at.tv_sec = INT64_MAX;
	return d;
}

bool deadline_valid(const struct deadline *d)
{
	return d->at.tv_nsec >= 0 && d->at.tv_nsec < NANOSECONDS;
}

int deadline_fail(const struct deadline *d)
{
	BUG_ON(!d->timed);
	if (!deadline_valid(d)) {
		op_end(EV_FAILED);
		return EINVAL;
	}
	clock_reach(d->clock, &d->at);
	op_end(EV_FAILED | EV_TIMEOUT);
	return ETIMEDOUT;
}

void clock_reach(clockid_t clock, const struct timespec *at)
{
	const int64_t far = INT64_MAX / NANOSECONDS / 4; /* 73 years: what "for ever" amounts to */
	int64_t start = clock == CLOCK_MONOTONIC ? VIRTUAL_MONOTONIC : VIRTUAL_REALTIME;
	int64_t seconds = at->tv_sec < far + start ? at->tv_sec - start : far;
	if (seconds >= 0)
		clock_join((uint64_t)seconds * NANOSECONDS + (uint64_t)at->tv_nsec);
}

bool clock_can_wait(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}
