/* SPDX-License-Identifier: MIT */
/*
 * Barriers. A wait is two steps: arrive, which never blocks, and leave, which sleeps
 * until the last one of the round has arrived.
 *
 * Who sleeps on the barrier is who has arrived in this round; the last arrival wakes all
 * of them. A woken thread never looks at the barrier again: the next round may have begun,
 * and the first one to leave may have destroyed it.
 *
 * The serial thread is the last arrival. POSIX lets it be any; the order of arrivals is
 * explored, so each thread is the serial one in some schedule.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>

#define BARRIER_MAX 0x7fffffffu /* glibc refuses this many */

/* pthread_barrier_t */
struct barrier {
	uint32_t magic;
	uint32_t count; /* threads a round */
	uint64_t clock; /* latest virtual time of those that have arrived */
	uint64_t rest[2];
};
_Static_assert(sizeof(struct barrier) == sizeof(pthread_barrier_t),
               "lies in the program's barrier");

static const struct object_type barrier_type = {
        .noun = "barrier",
        .destroyer = "pthread_barrier_destroy",
        .live = 0x42617272u,
        .dead = 0x62617272u,
        .size = sizeof(struct barrier),
        .kind_max = -1,
};

unsigned barrier_size(uintptr_t barrier)
{
	return ((const struct barrier *)barrier)->count;
}

enum thread_status barrier_can_run(const struct thread *t, const struct event *pending)
{
	(void)pending;
	return t->asleep ? THREAD_BLOCKED : THREAD_READY;
}

INTERPOSE(int, pthread_barrier_init, pthread_barrier_t *barrier, const pthread_barrierattr_t *attr,
          unsigned count)
{
	uintptr_t pc = CALLER_PC;
	struct barrier *b = (struct barrier *)barrier;
	int shared = 0;
	if (count == 0 || count >= BARRIER_MAX)
		return EINVAL;
	if (attr)
		pthread_barrierattr_getpshared(attr, &shared);
	if (shared == PTHREAD_PROCESS_SHARED)
		unsupported("pthread_barrierattr_setpshared(PTHREAD_PROCESS_SHARED)", pc);
	op_begin(OP_BARRIER_INIT, b, sizeof(*b), count, pc);
	object_init(&barrier_type, b, pc);
	b->count = count;
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_barrier_destroy, pthread_barrier_t *barrier)
{
	uintptr_t pc = CALLER_PC;
	struct barrier *b = (struct barrier *)barrier;
	op_begin(OP_BARRIER_DESTROY, b, sizeof(*b), 0, pc);
	object_check(&barrier_type, b, pc);
	const struct thread *inside = sleeper_on(b, 0);
	if (inside)
		misuse(b, pc, "{T%u} destroys barrier {0x%lx}, at which {T%u} waits",
		       (unsigned)self->id, (unsigned long)(uintptr_t)b, (unsigned)inside->id);
	object_kill(&barrier_type, b, pc);
	op_end(0);
	return 0;
}

/* The last arrival: the barrier is as new for the next round. */
static void barrier_open(struct barrier *b)
{
	struct thread *t;
	clock_join(b->clock);
	while ((t = sleeper_on(b, 0))) {
		thread_wake(t, OP_BARRIER_LEAVE, b, 0, 0);
		clock_pass(t, native(self)->clock_ns);
	}
	b->clock = 0;
}

INTERPOSE(int, pthread_barrier_wait, pthread_barrier_t *barrier)
{
	uintptr_t pc = CALLER_PC;
	struct barrier *b = (struct barrier *)barrier;
	op_begin(OP_BARRIER_ARRIVE, b, sizeof(*b), 0, pc);
	object_check(&barrier_type, b, pc);
	bool last = sleepers_on(b) + 1 == b->count;
	if (last) {
		barrier_open(b);
	} else {
		if (b->clock < native(self)->clock_ns)
			b->clock = native(self)->clock_ns;
		thread_sleep(b, false);
	}
	op_end(last ? EV_LAST : 0);
	/* No byte of the barrier is looked at from here on: size 0. */
	op_simple(OP_BARRIER_LEAVE, b, 0, 0, pc);
	return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
