/* SPDX-License-Identifier: MIT */
#include "runtime/spin.h"
#include "runtime/control.h"
#include "runtime/detail.h"
#include "runtime/loop.h"
#include "runtime/mix.h"
#include "runtime/reset/digest.h"
#include "runtime/sched.h"

#include <string.h>

#define STACK_MAX 2048 /* bytes of stack that a loop may use */
#define LOOKS_MAX 32
#define LOOK_MAX  64 /* bytes of one read; larger ones are not compared */

/* What a loop looked at, and what it found there. */
struct look {
	uintptr_t lo, hi;
	uint64_t found;
	bool queue; /* looked at who sleeps there, not at the bytes */
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
	struct call_registers registers;
	uintptr_t sp;
	uint32_t call_ops; /* which operation of one call of ours it is */
	uintptr_t addr;
	uint8_t kind;
	uintptr_t written; /* end of the highest write to the thread's own stack */
	size_t saved;
	uint8_t stack[STACK_MAX]; /* from sp upwards */
	uintptr_t held[HELD_MAX]; /* address and depth in one */
	bool lost;                /* looked at more than fits */
	uint64_t touched;         /* the first event of another thread that changed a look; or 0 */
	bool distrusted;          /* memory changed although nothing was announced: never blocked */
	bool forced;              /* woken although nothing that it looks at has changed */
	uint64_t digest;          /* of memory before the round that is tried; 0: none is */
	uint32_t length;          /* of that round, in events */
	uint32_t n_looks;
	struct look looks[LOOKS_MAX];
};

static EXEC_STATE unsigned n_spinning;
static EXEC_STATE uint64_t watched[16]; /* where threads have looked; see watch() */

static VEC(struct event) tried; /* events of the round that is being tried */
static EXEC_STATE uint64_t digest_at_wake;
static EXEC_STATE uint32_t wakes;

static void forget_tried(void)
{
	vec_clear(&tried);
	loop_untold();
}

void spin_tell(void)
{
	for (size_t i = 0; i < tried.n; i++) {
		sched_event(&tried.at[i]);
		loop_tell(i);
	}
	forget_tried();
}

void spin_forget(struct thread *t)
{
	if (t->unbroken)
		spin_tell();
	t->spinning = 0;
	t->unbroken = 0;
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
		t->spin = mem_alloc(sizeof(*t->spin));
		spin_forget(t);
	}
	return t->spin;
}

/* ------------------------------------------------------------- what repeats */

/* Such a write is part of the state that is compared. */
static bool writes_own_stack(const struct event *e)
{
	return op_info[e->kind].dep == DEP_WRITE &&
	       e->addr >= (uintptr_t)__builtin_frame_address(0) &&
	       e->addr + e->size <= self->stack_top;
}

/*
 * Kinds that leave everything as it was: always, or with the flags given. Locks that
 * are taken and given back again do so in the end; the held locks are compared. To
 * wait on a condition variable is not among them: a sleeper takes signals away from
 * others, a thread that is blocked here does not.
 */
static bool is_quiet(const struct event *e)
{
	if (writes_own_stack(e))
		return true;
	switch (op_info[e->kind].dep) {
	case DEP_READ:
	case DEP_SEM_GETVALUE:
	case DEP_ACQUIRE:
	case DEP_ACQUIRE_SHARED:
	case DEP_RELEASE:
	case DEP_RELEASE_SHARED:
	case DEP_TRY_ACQUIRE:
	case DEP_TRY_ACQUIRE_SHARED:
		return true;
	case DEP_WRITE:
	case DEP_SEM_TRYWAIT:
	case DEP_FUTEX_WAIT:
		return e->flags & EV_FAILED;
	case DEP_COND_SIGNAL:
		return e->arg == NO_THREAD;
	default:
		return e->kind == OP_YIELD || e->kind == OP_FENCE || e->kind == OP_PREEMPT ||
		       e->kind == OP_ATOMIC_BEGIN;
	}
}

/* Does what the event found decide how the loop goes on? */
static bool is_look(const struct event *e)
{
	enum dep_class dep = (enum dep_class)op_info[e->kind].dep;
	if (dep == DEP_COND_SIGNAL) /* that nobody slept there */
		return true;
	return e->size && (dep == DEP_READ || dep == DEP_SEM_GETVALUE || e->flags & EV_FAILED);
}

/*
 * The stack of the frames that took part in the loop: up to the caller of the
 * shallowest one. A frame above cannot have changed but through a pointer, which is a
 * write that ends the loop.
 */
static uintptr_t loop_stack_end(const struct thread *t)
{
	uint32_t top = t->shallowest;
	if (top >= 2 && top - 2 < SHADOW_STACK_MAX)
		return t->frames[top - 2].sp;
	return t->stack_top;
}

static void keep_state(struct thread *t, struct spin *s, uintptr_t pc)
{
	s->pc = pc;
	s->since = 0;
	t->shallowest = t->depth;
	s->registers = t->registers;
	s->sp = t->program_sp;
	s->call_ops = t->call_ops;
	s->addr = thread_pending(t)->addr;
	s->kind = thread_pending(t)->kind;
	/* Callers may turn out to take part: as much as there is room for. */
	size_t all = t->stack_top - s->sp;
	s->saved = all < STACK_MAX ? all : STACK_MAX;
	memcpy(s->stack, (void *)s->sp, s->saved);
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
	if (unlikely(look->queue))
		return sleepers_on((const void *)look->lo);
	return mix_memory(0, look->lo, look->hi - look->lo);
}

/* Would the loop find the same again? It may have locked and unlocked what it looked at. */
static bool same_found(const struct spin *s)
{
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (found_at(&s->looks[i]) != s->looks[i].found)
			return false;
	return true;
}

static bool same_state(const struct thread *t, const struct spin *s)
{
	if (s->sp != t->program_sp || memcmp(&s->registers, &t->registers, sizeof(s->registers)))
		return false;
	/* One call may be several operations: it has not come round between them. */
	const struct event *op = thread_pending(t);
	if (s->call_ops != t->call_ops || s->addr != op->addr || s->kind != op->kind)
		return false;
	/* A loop that looks at the clock ends by itself. */
	if (s->asked != t->asked)
		return false;
	/* A thread that polls under a lock must not be stopped while it holds the lock. */
	if (s->n_held != t->n_held || s->n_held > s->fewest_held)
		return false;
	for (uint32_t i = 0; i < t->n_held; i++)
		if (s->held[i] != t->held[i].addr + t->held[i].count)
			return false;
	uintptr_t end = loop_stack_end(t);
	size_t used = (end > s->written ? end : s->written) - s->sp;
	return used <= s->saved && memcmp(s->stack, (void *)s->sp, used) == 0 && !s->lost &&
	       (s->touched || same_found(s));
}

/*
 * Does the call with this pc, whose operation this is, stand in self->registers? If not, a
 * function that it called has called us since (a function given to pthread_once, or malloc for
 * libc), and nothing is known of the registers: the loop is found at another of its operations.
 * This depends on what the thread itself did, never on the interleaving.
 */
static bool registers_known(uintptr_t pc)
{
	uintptr_t sp = self->program_sp;
	bool on_stack = sp > (uintptr_t)__builtin_frame_address(0) && sp <= self->stack_top;
	return on_stack && ((const uintptr_t *)sp)[-1] == pc;
}

/*
 * Calls that may be several operations, alike but for what they have done so far: to find
 * two of them in the same state does not mean that the program has come round.
 */
static bool may_be_one_of_several(enum op_kind kind)
{
	return self->part_of_call || kind == OP_FUTEX_WAKE || kind == OP_FUTEX_REQUEUE ||
	       kind == OP_IO;
}

static void distrust(struct spin *s)
{
	count(COUNT_UNSEEN_WRITES);
	spin_forget(self);
	s->distrusted = true;
}

static void block(struct spin *s)
{
	if (unlikely(detail_on))
		detail_untold(tried.n);
	forget_tried();
	count(COUNT_SPINS);
	spin_forget(self);
	s->forced = false;
	self->spinning = 1;
	thread_ask(self);
	n_spinning++;
}

/* The same state again: tries a round, or sees what came of it. */
static void came_round(struct spin *s)
{
	if (s->touched) { /* as if it had been blocked, and woken */
		thread_woken_by(self, s->touched);
		spin_forget(self);
		return;
	}
	uint64_t digest = digest_memory();
	if (!digest) {
		count(COUNT_SPINS_UNCHECKED);
		block(s);
	} else if (!s->digest) {
		s->digest = digest;
		s->length = s->since;
		s->since = 0;
		self->unbroken = 1;
	} else if (s->digest == digest) {
		block(s);
	} else {
		distrust(s);
	}
}

void spin_check(enum op_kind kind, uintptr_t pc)
{
	struct spin *s = spin_of(self);
	if (s->distrusted || may_be_one_of_several(kind))
		return;
	s->since++;
	if (self->n_held < s->fewest_held)
		s->fewest_held = self->n_held;
	bool keeps = !s->digest && s->since >= s->power && self->n_held <= s->fewest_held;
	bool at_kept = s->pc && s->pc == pc;
	bool known = (keeps || at_kept) && registers_known(pc);
	if (at_kept && known && same_state(self, s)) {
		came_round(s);
	} else if (keeps && known) {
		s->power *= 2;
		keep_state(self, s, pc);
	} else if (s->digest && s->since > s->length) {
		distrust(s); /* all that is seen was the same, and it went elsewhere */
	}
}

/* ------------------------------------------------------------------ wake-ups */

static bool same_place(const struct look *a, const struct look *b)
{
	return a->lo == b->lo && a->hi == b->hi && a->queue == b->queue;
}

/* Eight bytes each; one bit stands for many of them. */
#define GRANULE(addr) ((addr) >> 3)

static uint64_t *watched_word(uintptr_t granule)
{
	return &watched[granule / 64 % ARRAY_SIZE(watched)];
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

static void remember_look(struct spin *s, const struct event *e)
{
	struct look look = {
	        .lo = e->addr,
	        .hi = e->addr + (e->size ? e->size : 1),
	        .queue = op_info[e->kind].dep == DEP_COND_SIGNAL,
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
	watch(&look);
}

static bool changes(const struct event *e, const struct spin *s)
{
	uintptr_t lo = e->addr, hi = e->addr + (e->size ? e->size : 1);
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (lo < s->looks[i].hi && s->looks[i].lo < hi)
			return true;
	return false;
}

static void touch(struct thread *t, uint64_t number)
{
	if (!t->spinning) {
		t->spin->touched = number;
		return;
	}
	thread_woken_by(t, number);
	spin_forget(t);
	n_spinning--;
}

bool spin_wake_all(void)
{
	uint64_t digest = digest_memory();
	if (!digest || digest == digest_at_wake || wakes == wire_config.loops[LOOP_WAKE_ATTEMPTS])
		return false;
	digest_at_wake = digest;
	wakes++;
	loop_leave_explorer();
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (!t->spinning)
			continue;
		spin_forget(t);
		t->spin->forced = true;
	}
	n_spinning = 0;
	return true;
}

/* A lock that another thread failed to try is free when it is given back. */
static bool may_wake(const struct event *e)
{
	enum dep_class dep = (enum dep_class)op_info[e->kind].dep;
	return dep != DEP_READ && dep != DEP_NONE && !(e->flags & EV_FAILED);
}

/* The thread does something that is no part of a loop that only waits. */
static void went_on(struct spin *s)
{
	if (s->digest) /* in a round that should have been like the one before */
		distrust(s);
	if (s->forced)
		count(COUNT_UNSEEN_READS);
	s->forced = false;
	spin_forget(self);
}

static void own_event(const struct event *e)
{
	struct spin *s = self->spin;
	if (s) {
		if (!is_quiet(e)) {
			went_on(s);
		} else {
			if (is_look(e) && !self->unbroken)
				remember_look(s, e);
			if (writes_own_stack(e) && e->addr + e->size > s->written)
				s->written = e->addr + e->size;
		}
	}
}

bool spin_event(const struct event *e)
{
	own_event(e);
	if (likely(!self->unbroken))
		return false;
	vec_push(&tried, *e);
	return true;
}

void spin_hidden(const struct event *e)
{
	own_event(e);
	spin_told(e, recording.n_events ? recording.n_events : 1);
}

void spin_told(const struct event *e, uint64_t number)
{
	if (!may_wake(e) || !is_watched(e))
		return;
	for (unsigned i = 0, n = thread_count(); i < n; i++) {
		struct thread *t = thread_table[i];
		const struct spin *s = t->spin;
		bool looks = t != self && s && (t->spinning || (s->pc && !s->touched));
		if (looks && changes(e, s))
			touch(t, number);
	}
}

/* ------------------------------------------------------------------ findings */

/* What it waits for, in a report: rather what others can write; 0: it looked at nothing. */
static uintptr_t main_look(const struct thread *t)
{
	const struct spin *s = t->spin;
	for (uint32_t i = 0; i < s->n_looks; i++)
		if (s->looks[i].lo < t->low_sp || s->looks[i].lo >= t->stack_top)
			return s->looks[i].lo;
	return s->n_looks ? s->looks[0].lo : 0;
}

bool anyone_spins(void)
{
	return n_spinning;
}

void report_spinning(void)
{
	struct thread *first = NULL;
	unsigned others = 0;
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->spinning && !first)
			first = t;
		else
			others += t->status != THREAD_EXITED;
	}
	BUG_ON(!first);
	self = first;
	const char *what = others ? "nobody can change what it waits for" : "nobody else is left";
	struct finding *f = finding_start(
	        others ? FINDING_LIVELOCK : FINDING_INFINITE_LOOP, thread_pending(first)->pc,
	        "{T%u} repeats the same steps for ever: %s", (unsigned)first->id, what);
	for (unsigned i = 0; i < thread_count(); i++) {
		struct thread *t = thread_by_id(i);
		if (t->status == THREAD_EXITED)
			continue;
		uint64_t stack[16];
		size_t n = thread_stack(t, thread_pending(t)->pc, stack, ARRAY_SIZE(stack));
		if (!t->spinning)
			finding_note(f, t, stack, n, "{T%u} is blocked in: %s", i,
			             op_info[thread_pending(t)->kind].text);
		else if (main_look(t))
			finding_note(f, t, stack, n, "{T%u} reads {0x%lx} again and again", i,
			             main_look(t));
		else
			finding_note(f, t, stack, n, "{T%u} goes round in a loop here", i);
		if (t->spinning)
			loop_note(f, t);
	}
	finding_finish(f);
}
