/* SPDX-License-Identifier: MIT */
/*
 * Spin locks: normal mutexes that fit into an int. A thread that spins is a thread that
 * waits, so they share the operations of mutexes; the size of the object tells them apart.
 *
 * pthread_spin_init is required: on x86-64 a lock of zeros is one that is locked for ever.
 */
#include "runtime/intercept/sync.h"
#include "runtime/intercept/families.h"

#include <errno.h>
#include <pthread.h>

_Static_assert(sizeof(pthread_spinlock_t) == sizeof(uint32_t), "one word");
_Static_assert(sizeof(pthread_spinlock_t) != sizeof(struct mutex), "told apart by size");
_Static_assert(MAX_THREADS < 0xffff, "a thread id and one fit into the low half");

/* The upper half is one of these; the lower half is the holder's id plus one, or zero. */
#define SPIN_MARK 0xffff0000u
#define SPIN_LIVE 0x53700000u
#define SPIN_DEAD 0x73700000u

typedef volatile uint32_t spin_word;

static bool spin_is_live(uint32_t word)
{
	return (word & SPIN_MARK) == SPIN_LIVE;
}

static bool spin_held_by(uint32_t word, const struct thread *t)
{
	return word == (SPIN_LIVE | (t->id + 1u));
}

enum thread_status spin_can_run(const struct thread *t, const struct event *pending)
{
	uint32_t word = *(const spin_word *)pending->addr;
	bool blocked = spin_is_live(word) && word != SPIN_LIVE && !spin_held_by(word, t);
	return blocked ? THREAD_BLOCKED : THREAD_READY;
}

static void spin_check(spin_word *lock, uintptr_t pc)
{
	memory_check(lock, sizeof(*lock), true, pc);
	if (likely(spin_is_live(*lock)))
		return;
	const char *fault =
	        *lock == SPIN_DEAD ? "after pthread_spin_destroy" : "that was never initialised";
	misuse(lock, pc, "{T%u} uses spin lock {0x%lx} %s", (unsigned)self->id,
	       (unsigned long)(uintptr_t)lock, fault);
}

static void spin_take(spin_word *lock, uintptr_t pc)
{
	*lock = SPIN_LIVE | (self->id + 1u);
	held_add(self, lock, false, pc);
}

INTERPOSE(int, pthread_spin_init, pthread_spinlock_t *spin, int shared)
{
	uintptr_t pc = CALLER_PC;
	spin_word *lock = (spin_word *)spin;
	if (shared == PTHREAD_PROCESS_SHARED)
		unsupported("pthread_spin_init(PTHREAD_PROCESS_SHARED)", pc);
	op_begin(OP_MUTEX_INIT, lock, sizeof(*lock), 0, pc);
	memory_check(lock, sizeof(*lock), true, pc);
	const struct thread *holder = holder_of(lock);
	if (holder && holder->status != THREAD_EXITED)
		misuse(lock, pc, "{T%u} initialises spin lock {0x%lx}, which {T%u} holds",
		       (unsigned)self->id, (unsigned long)(uintptr_t)lock, (unsigned)holder->id);
	*lock = SPIN_LIVE;
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_spin_destroy, pthread_spinlock_t *spin)
{
	uintptr_t pc = CALLER_PC;
	spin_word *lock = (spin_word *)spin;
	op_begin(OP_MUTEX_DESTROY, lock, sizeof(*lock), 0, pc);
	spin_check(lock, pc);
	if (*lock != SPIN_LIVE)
		misuse(lock, pc, "{T%u} destroys spin lock {0x%lx}, which is locked",
		       (unsigned)self->id, (unsigned long)(uintptr_t)lock);
	*lock = SPIN_DEAD;
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_spin_lock, pthread_spinlock_t *spin)
{
	uintptr_t pc = CALLER_PC;
	spin_word *lock = (spin_word *)spin;
	op_begin(OP_MUTEX_LOCK, lock, sizeof(*lock), 0, pc);
	spin_check(lock, pc);
	if (spin_held_by(*lock, self))
		misuse(lock, pc,
		       "{T%u} relocks spin lock {0x%lx}, which it holds: it spins for ever",
		       (unsigned)self->id, (unsigned long)(uintptr_t)lock);
	spin_take(lock, pc);
	op_end(0);
	return 0;
}

INTERPOSE(int, pthread_spin_trylock, pthread_spinlock_t *spin)
{
	uintptr_t pc = CALLER_PC;
	spin_word *lock = (spin_word *)spin;
	bool mine = spin_held_by(*lock, self);
	op_begin(mine ? OP_RELOCK : OP_MUTEX_TRYLOCK, lock, sizeof(*lock), 0, pc);
	spin_check(lock, pc);
	bool taken = *lock != SPIN_LIVE;
	if (!taken)
		spin_take(lock, pc);
	op_end(taken ? EV_FAILED : 0);
	return taken ? EBUSY : 0;
}

INTERPOSE(int, pthread_spin_unlock, pthread_spinlock_t *spin)
{
	uintptr_t pc = CALLER_PC;
	spin_word *lock = (spin_word *)spin;
	op_begin(OP_MUTEX_UNLOCK, lock, sizeof(*lock), 0, pc);
	spin_check(lock, pc);
	if (!spin_held_by(*lock, self))
		misuse(lock, pc, "{T%u} unlocks spin lock {0x%lx}, which %s", (unsigned)self->id,
		       (unsigned long)(uintptr_t)lock,
		       *lock == SPIN_LIVE ? "is not locked" : "another thread holds");
	*lock = SPIN_LIVE;
	held_drop(self, lock);
	op_end(0);
	return 0;
}
