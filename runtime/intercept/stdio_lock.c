/* SPDX-License-Identifier: MIT */
/*
 * flockfile and its relatives: recursive locks of our own, keyed by the stream.
 *
 * libc's lock of a stream is taken and given back inside one real call, and no switch
 * happens there; so it is never found taken, and a thread can never block in libc on
 * a stream of another one. The lock that a program takes with flockfile, on the other
 * hand, is only ours: libc never sees it.
 *
 * Printing does not announce an operation unless it has to wait: the order of output
 * is not state, and a lock operation for every printf would multiply executions for
 * nothing. That a printf of one thread could be tried inside a flockfile section of
 * another is then not known to a reduction; COUNT_STREAM_LOCKS says so in the verdict.
 */
#include "runtime/intercept/families.h"
#include "runtime/intercept/libc.h"

#define STREAMS_MAX 64

struct stream_lock {
	void *stream; /* NULL: free entry */
	uint32_t count;
	uint16_t owner;
};

static EXEC_STATE struct stream_lock locks[STREAMS_MAX];
static EXEC_STATE unsigned n_locks; /* entries in use: locks are rare, most lookups end here */

static struct stream_lock *lock_of(uintptr_t stream)
{
	for (unsigned i = 0; n_locks && i < STREAMS_MAX; i++)
		if ((uintptr_t)locks[i].stream == stream)
			return &locks[i];
	return NULL;
}

enum thread_status file_lock_can_run(const struct thread *t, const struct event *pending)
{
	const struct stream_lock *lock = lock_of(pending->addr);
	return !lock || lock->owner == t->id ? THREAD_READY : THREAD_BLOCKED;
}

static void take(void *stream, uintptr_t pc)
{
	for (unsigned i = 0; i < STREAMS_MAX; i++) {
		if (locks[i].stream)
			continue;
		locks[i] = (struct stream_lock){.stream = stream, .count = 1, .owner = self->id};
		n_locks++;
		held_add(self, stream, false, pc);
		return;
	}
	env_error(pc, "more than %d streams are locked at once", STREAMS_MAX);
}

static void stream_lock(void *stream, uintptr_t pc)
{
	struct stream_lock *lock = lock_of((uintptr_t)stream);
	if (lock && lock->owner == self->id) {
		lock->count++; /* nobody else can tell */
		return;
	}
	op_begin(OP_FILE_LOCK, stream, 1, 0, pc);
	take(stream, pc);
	op_end(0);
}

static void stream_unlock(void *stream, uintptr_t pc)
{
	struct stream_lock *lock = lock_of((uintptr_t)stream);
	if (!lock || lock->owner != self->id)
		finding_raise(FINDING_SYNC_MISUSE, pc,
		              "funlockfile of a stream that the thread has not locked");
	if (lock->count > 1) {
		lock->count--;
		return;
	}
	op_begin(OP_FILE_UNLOCK, stream, 1, 0, pc);
	*lock = (struct stream_lock){.stream = NULL};
	n_locks--;
	held_drop(self, stream);
	op_end(0);
}

INTERPOSE(void, flockfile, void *stream)
{
	if (!live())
		return;
	if (threads_exist)
		count_once(COUNT_STREAM_LOCKS);
	stream_lock(stream, CALLER_PC);
}

INTERPOSE(void, funlockfile, void *stream)
{
	if (live())
		stream_unlock(stream, CALLER_PC);
}

INTERPOSE(int, ftrylockfile, void *stream)
{
	uintptr_t pc = CALLER_PC;
	if (!live())
		return 0;
	if (threads_exist)
		count_once(COUNT_STREAM_LOCKS);
	struct stream_lock *lock = lock_of((uintptr_t)stream);
	if (lock && lock->owner == self->id) {
		lock->count++;
		return 0;
	}
	op_begin(OP_FILE_TRYLOCK, stream, 1, 0, pc);
	bool held = lock_of((uintptr_t)stream) != NULL;
	if (!held)
		take(stream, pc);
	op_end(held ? EV_FAILED : 0);
	return held ? -1 : 0;
}

struct stream_use stream_enter(void *stream, uintptr_t pc)
{
	struct stream_use use = {.stream = stream, .pc = pc};
	real_needed();
	if (live() && unlikely(n_locks)) {
		const struct stream_lock *lock = lock_of((uintptr_t)stream);
		use.locked = lock && lock->owner != self->id;
		if (use.locked)
			stream_lock(stream, pc);
	}
	libc_enter();
	return use;
}

void stream_leave(const struct stream_use *use)
{
	libc_leave();
	if (use->locked)
		stream_unlock(use->stream, use->pc);
}
