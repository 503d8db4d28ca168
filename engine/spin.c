/* SPDX-License-Identifier: MIT */
#include "engine/spin.h"
#include "base/mem.h"
#include "engine/engine.h"
#include "engine/mix.h"

#include <string.h>

#define LOOKS_MAX 32
#define LOOK_MAX  64 /* bytes of one read; larger ones are not compared */

enum look_at {
	LOOK_BYTES,
	LOOK_QUEUE, /* at who sleeps there */
	LOOK_EXIT,  /* at whether a thread has exited: exits have address 0 */
	LOOK_LOCK,  /* took the lock, and gives it back: others can see that if they try it */
};

/* What a loop looked at, and what it found there. */
struct look {
	uintptr_t lo, hi;
	uint64_t found;
	uint8_t at; /* enum look_at */
};

/*
 * What a thread has done since it last changed anything. Cycles are found as Brent
 * does: the state is kept at events number 1, 3, 7, … and compared with each later
 * one at the same place, so a loop of n events is found within 3n of them.
 */
struct spin {
	uintptr_t pc;   /* of the event whose state is kept; 0: none is */
	uint32_t since; /* events since then, or since the last change */
	uint32_t power; /* keep the state again after so many; 1: none is kept */
	uint32_t asked; /* times the thread had asked the clock or for random bytes */
	uint32_t n_held;
	uint32_t fewest_held; /* since then, or since the last change */
	uintptr_t addr;
	uint8_t kind;
	uintptr_t written;        /* end of the highest write to the thread's own stack */
	uintptr_t held[HELD_MAX]; /* address and depth in one */
	bool lost;                /* looked at more than fits */
	uint64_t touched;         /* the first event of another thread that changed a look; or 0 */
	bool distrusted;          /* memory changed although nothing was announced: never blocked */
	bool forced;              /* woken although nothing that it looks at has changed */
	uint64_t digest;          /* of memory before the trial round; 0: there is none */
	uint32_t length;          /* of that round, in events */
	uint32_t n_looks;
	struct look looks[LOOKS_MAX];
	uint64_t state[]; /* the machine's: struct machine, keep_state */
};

/* Of the current execution. */
static struct {
	unsigned n_spinning;
	uint64_t watched[16]; /* where threads have looked; see watch() */
	uint64_t digest_at_wake;
	uint32_t wakes;
	bool own_writes; /* some thread has written to its own stack in a round */
} now;

void spin_begin(void)
{
	memset(&now, 0, sizeof(now));
}

void spin_forget(struct thread *t)
{
	t->spinning = 0;
	t->in_trial_round = 0;
	if (!t->spin)
		return;
	t->spin->pc = 0;
	t->spin->since = 0;
	t->spin->power = 1;
	t->spin->fewest_held = HELD_MAX;
	t->spin->digest = 0;
}

void spin_start(struct thread *t)
{
	spin_forget(t);
	if (t->spin)
		t->spin->distrusted = t->spin->forced = false;
}

static struct spin *spin_of(struct thread *t)
{
	if (!t->spin) {
		t->spin = mem_alloc(sizeof(*t->spin) + machine->state_bytes);
		spin_forget(t);
	}
	return t->spin;
}

/* ------------------------------------------------------------- what repeats */

/* Such a write is part of the state that is compared. */
static bool writes_own_stack(const struct event *e)
{
	return op_info[e->kind].dep == DEP_WRITE && e->addr >= self->program_sp &&
	       e->addr + e->size <= self->stack_top;
}

/* Does it leave everything as it was? event/op.def has the argument. */
static bool is_quiet(const struct event *e)
{
	if (writes_own_stack(e))
		return true;
	switch ((enum op_idle)op_info[e->kind].idle) {
	case IDLE_NEVER:
		return false;
	case IDLE_FAILED:
		return e->flags & EV_FAILED;
	case IDLE_NOBODY:
		return e->arg == NO_THREAD;
	case IDLE_ALWAYS:
		return true;
	}
	return false;
}

/* A wake-up looks who sleeps there: nobody, or it would not be quiet. */
static bool looks_at_queue(const struct event *e)
{
	return op_info[e->kind].sleep == SLEEP_WAKES_ONE;
}

/* A join that failed, because the thread has not exited. */
static bool looks_at_exit(const struct event *e)
{
	return op_info[e->kind].action == ACTION_JOIN && e->flags & EV_FAILED;
}

/* Does what the event found decide how the loop goes on? */
static bool is_look(const struct event *e)
{
	if (looks_at_queue(e) || looks_at_exit(e))
		return true;
	return e->size && (dep_info[event_dep(e)].flags & DEPF_OBSERVES || e->flags & EV_FAILED);
}

static bool takes_lock(const struct event *e)
{
	return dep_info[event_dep(e)].flags & DEPF_TAKES && !(e->flags & EV_FAILED);
}

static void keep_state(struct thread *t, struct spin *s, uintptr_t pc)
{
	if (!machine->keep_state(s->state))
		return;
	s->pc = pc;
	s->since = 0;
	s->power *= 2;
	s->addr = thread_pending(t)->addr;
	s->kind = thread_pending(t)->kind;
	s->asked = t->asked;
	s->n_held = t->n_held;
	for (uint32_t i = 0; i < t->n_held; i++)
		s->held[i] = t->held[i].addr + t->held[i].count;
	s->written = 0;
	s->n_looks = 0;
	s->touched = 0;
	s->lost = false;
}

/* The state of a lock is in its bytes, too. */
static uint64_t found_at(const struct look *look)
{
	if (unlikely(look->at == LOOK_QUEUE))
		return sleepers_on((const void *)look->lo);
	if (look->at != LOOK_BYTES)
		return 0;
	return hash_memory(0, look->lo, look->hi - look->lo);
}

/* Would the loop find the same again? It may have locked and unlocked what it looked at. */
static bool same_found(const struct spin *s)
{
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (found_at(&s->looks[i]) != s->looks[i].found)
			return false;
	return true;
}

static bool same_locks(const struct thread *t, const struct spin *s)
{
	/* A thread that polls under a lock must not be stopped while it holds the lock. */
	if (s->n_held != t->n_held || s->n_held > s->fewest_held)
		return false;
	for (uint32_t i = 0; i < t->n_held; i++)
		if (s->held[i] != t->held[i].addr + t->held[i].count)
			return false;
	return true;
}

static bool same_state(const struct thread *t, const struct spin *s)
{
	const struct event *op = thread_pending(t);
	if (engine_mutated(ENGINE_SPIN_HASTY))
		return true;
	if (s->addr != op->addr || s->kind != op->kind)
		return false;
	/* A loop that looks at the clock ends by itself. */
	if (s->asked != t->asked || !same_locks(t, s))
		return false;
	return machine->same_state(s->state, s->written) && !s->lost &&
	       (s->touched || same_found(s));
}

/*
 * Calls that may be several operations, alike but for what they have done so far: to find
 * two of them in the same state does not mean that the program has come round.
 */
static bool may_be_one_of_several(enum op_kind kind)
{
	return self->part_of_call || op_info[kind].flags & OPF_PARTS;
}

static enum spin_result distrust(struct spin *s)
{
	count(COUNT_UNSEEN_WRITES);
	spin_forget(self);
	s->distrusted = true;
	return SPIN_DELIVER;
}

static enum spin_result block(struct spin *s)
{
	count(COUNT_SPINS);
	spin_forget(self);
	s->forced = false;
	self->spinning = 1;
	thread_ask(self);
	now.n_spinning++;
	return SPIN_DISCARD;
}

/* The same state again: starts a trial round, or judges it. */
static enum spin_result state_repeats(struct spin *s)
{
	if (s->touched) { /* as if it had been blocked, and woken */
		thread_woken_by(self, s->touched);
		spin_forget(self);
		return SPIN_DELIVER;
	}
	if (engine_mutated(ENGINE_SPIN_NEVER))
		return SPIN_CONTINUE;
	if (engine_mutated(ENGINE_SPIN_HASTY))
		return block(s);
	uint64_t digest = machine->digest();
	if (!digest) {
		count(COUNT_SPINS_UNCHECKED);
		return block(s);
	}
	if (!s->digest) {
		s->digest = digest;
		s->length = s->since;
		s->since = 0;
		self->in_trial_round = 1;
		return SPIN_CONTINUE;
	}
	return s->digest == digest ? block(s) : distrust(s);
}

enum spin_result spin_check(enum op_kind kind, uintptr_t pc)
{
	struct spin *s = spin_of(self);
	if (s->distrusted || may_be_one_of_several(kind))
		return SPIN_CONTINUE;
	s->since++;
	if (self->n_held < s->fewest_held)
		s->fewest_held = self->n_held;
	bool keeps = !s->digest && s->since >= s->power && self->n_held <= s->fewest_held;
	if (s->pc && s->pc == pc && same_state(self, s))
		return state_repeats(s);
	if (keeps) {
		keep_state(self, s, pc);
	} else if (s->digest && s->since > s->length) {
		return distrust(s); /* all that is seen was the same, and it went elsewhere */
	}
	return SPIN_CONTINUE;
}

/* ------------------------------------------------------------------ wake-ups */

static bool same_place(const struct look *a, const struct look *b)
{
	return a->lo == b->lo && a->hi == b->hi && a->at == b->at;
}

/* Eight bytes each; one bit stands for many of them. */
#define GRANULE(addr) ((addr) >> 3)

static uint64_t *watched_word(uintptr_t granule)
{
	return &now.watched[granule / 64 % ARRAY_SIZE(now.watched)];
}

static void watch(const struct look *look)
{
	for (uintptr_t g = GRANULE(look->lo); g <= GRANULE(look->hi - 1); g++)
		*watched_word(g) |= 1ull << (g & 63);
}

/* May some thread have looked there in this execution? */
static bool is_watched(const struct event *e)
{
	uintptr_t last = GRANULE(e->addr + (e->size ? e->size - 1 : 0));
	if (e->size > LOOK_MAX)
		return true;
	for (uintptr_t g = GRANULE(e->addr); g <= last; g++)
		if (*watched_word(g) >> (g & 63) & 1)
			return true;
	return false;
}

static enum look_at look_of(const struct event *e)
{
	if (looks_at_queue(e))
		return LOOK_QUEUE;
	if (looks_at_exit(e))
		return LOOK_EXIT;
	return is_look(e) ? LOOK_BYTES : LOOK_LOCK;
}

static void remember_look(struct spin *s, const struct event *e)
{
	struct look look = {
	        .lo = e->addr,
	        .hi = e->addr + (e->size ? e->size : 1),
	        .at = (uint8_t)look_of(e),
	};
	if (e->size > LOOK_MAX) {
		s->lost = true;
		return;
	}
	look.found = found_at(&look);
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (same_place(&s->looks[i], &look)) {
			/* It found two things in one round: it may find either again. */
			s->lost |= s->looks[i].found != look.found;
			return;
		}
	if (s->n_looks == LOOKS_MAX) {
		s->lost = true;
		return;
	}
	s->looks[s->n_looks++] = look;
	if (look.at != LOOK_LOCK) /* tries, which are rare, ask every thread */
		watch(&look);
}

static bool overlaps(const struct event *e, const struct look *look)
{
	return e->addr < look->hi && look->lo < e->addr + (e->size ? e->size : 1);
}

/* Does e, of another thread, change what the loop looks at? */
static bool changes(const struct event *e, const struct spin *s)
{
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (s->looks[i].at != LOOK_LOCK && overlaps(e, &s->looks[i]))
			return true;
	return false;
}

/* Is it an access of self to another thread's stack, while some thread writes to its own in a
 * round? */
static bool peeks_at_stack(const struct event *e)
{
	if (likely(!now.own_writes) || e->addr - self->low_sp < self->stack_top - self->low_sp)
		return false;
	const struct thread *main_thread = thread_table[0];
	return e->addr - *machine->thread_memory_lo < *machine->thread_memory_bytes ||
	       e->addr - main_thread->low_sp < main_thread->stack_top - main_thread->low_sp;
}

/*
 * Can e, of another thread, see what t does within a round? It tries a lock that the round takes,
 * or accesses bytes of t's stack that the round writes.
 */
static bool sees_round(const struct event *e, const struct thread *t, const struct spin *s)
{
	if (engine_mutated(ENGINE_SPIN_UNSEEN))
		return false;
	if (dep_info[event_dep(e)].flags & DEPF_TRIES)
		for (uint32_t i = 0; i < s->n_looks; i++)
			if (s->looks[i].at == LOOK_LOCK && overlaps(e, &s->looks[i]))
				return true;
	return e->addr < s->written && e->addr + e->size > t->low_sp;
}

static void touch(struct thread *t, uint64_t number)
{
	if (!t->spinning) {
		t->spin->touched = number;
		return;
	}
	thread_woken_by(t, number);
	spin_forget(t);
	now.n_spinning--;
}

bool spin_wake_all(void)
{
	uint64_t digest = machine->digest();
	if (!digest || digest == now.digest_at_wake ||
	    now.wakes == wire_config.loops[LOOP_WAKE_ATTEMPTS])
		return false;
	now.digest_at_wake = digest;
	now.wakes++;
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (!t->spinning)
			continue;
		spin_forget(t);
		t->spin->forced = true;
	}
	now.n_spinning = 0;
	return true;
}

/* A lock that another thread failed to try is free when it is given back. */
static bool may_wake(const struct event *e)
{
	return dep_info[event_dep(e)].flags & DEPF_CHANGES && !(e->flags & EV_FAILED);
}

/* self does something that is no part of a loop that only waits. */
static enum spin_result went_on(struct spin *s)
{
	enum spin_result result = self->in_trial_round ? SPIN_DELIVER : SPIN_CONTINUE;
	if (s->digest) /* in a round that should have been like the one before */
		distrust(s);
	if (s->forced)
		count(COUNT_UNSEEN_READS);
	s->forced = false;
	spin_forget(self);
	return result;
}

enum spin_result spin_own_event(const struct event *e)
{
	struct spin *s = self->spin;
	if (!s)
		return SPIN_CONTINUE;
	if (!is_quiet(e))
		return went_on(s);
	if ((is_look(e) || takes_lock(e)) && !self->in_trial_round)
		remember_look(s, e);
	if (writes_own_stack(e) && e->addr + e->size > s->written) {
		s->written = e->addr + e->size;
		now.own_writes = true;
	}
	return SPIN_CONTINUE;
}

void spin_wake(const struct event *e, uint64_t number)
{
	bool change = may_wake(e), tries = dep_info[event_dep(e)].flags & DEPF_TRIES;
	bool peeks = peeks_at_stack(e);
	if (likely(!peeks && !tries && (!change || !is_watched(e))) ||
	    engine_mutated(ENGINE_SPIN_NO_WAKE))
		return;
	for (unsigned i = 0, n = thread_count(); i < n; i++) {
		struct thread *t = thread_table[i];
		const struct spin *s = t->spin;
		bool looks = t != self && s && (t->spinning || (s->pc && !s->touched));
		if (looks &&
		    ((change && changes(e, s)) || ((peeks || tries) && sees_round(e, t, s))))
			touch(t, number);
	}
}

bool anyone_spins(void)
{
	return now.n_spinning;
}

uintptr_t spin_main_look(const struct thread *t)
{
	const struct spin *s = t->spin;
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (s->looks[i].lo < t->low_sp || s->looks[i].lo >= t->stack_top)
			return s->looks[i].lo;
	return s->n_looks ? s->looks[0].lo : 0;
}
