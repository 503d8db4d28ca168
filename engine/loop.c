/* SPDX-License-Identifier: MIT */
#include "engine/loop.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/mix.h"

#include <string.h>

#define PLACES  256 /* powers of two */
#define OWN     64
#define WAYS    4 /* places, or words, of the same hash that are told apart */
#define RECENT  256
#define CALLERS 4 /* of a place that are looked at */
#define PERIOD  4 /* a loop may take so many things in turn */

/* What a thread has done so far; the difference of two is what it did in between. */
struct loop_effects {
	uint64_t looks;   /* sum of the hashes of what it found at foreign memory */
	uint64_t effects; /* sum of the hashes of where it wrote, locked, failed */
	uint32_t n_looks;
	uint32_t n_failed; /* also yields and waits whose time ran out */
	uint32_t n_effects;
};

struct place {
	uint64_t key; /* 0: free */
	uint64_t seq; /* of the last arrival */
	struct loop_effects then;
	uint32_t n_past;
	uint32_t rounds; /* of waiting, in a row */
};

/* The last rounds at a place, in a circle. */
struct past {
	struct loop_effects at[PERIOD];
};

struct operation {
	uint64_t key;
	uintptr_t pc;
};

/* Counts on over executions: what is from before `start` is forgotten. */
struct loop {
	struct loop_effects effects_so_far;
	uint64_t start;
	uint64_t seq;                       /* operations so far */
	uint64_t seq_at_held[HELD_MAX + 1]; /* when it last held so many locks */
	uint64_t own[OWN];                  /* what it has written; see own_add() */
	struct place places[PLACES];
	struct past pasts[PLACES];
	struct operation recent[RECENT]; /* the last ones, in a circle */
};

/* An operation that a thread comes to. */
struct arrival {
	uint64_t key;
	uintptr_t pc;
	uint32_t n_held;
};
static VEC(struct arrival) withheld; /* in a trial round */

static unsigned n_parked; /* in the current execution */

void loop_begin(void)
{
	n_parked = 0;
	vec_clear(&withheld);
}

void loop_start(struct thread *t)
{
	t->parked = 0;
	if (!t->loop)
		return;
	t->loop->start = t->loop->seq;
	memset(t->loop->own, 0, sizeof(t->loop->own));
}

/* ----------------------------------------------------------------- what is done */

static bool on_own_stack(const struct event *e)
{
	return e->addr >= self->low_sp && e->addr < self->stack_top;
}

/*
 * Words of eight bytes: the number of each, and a bit for each of its bytes that was written. A
 * flag that the thread waits for may lie beside a counter of its own.
 * Test: tests/cli/test_loops.sh.
 */
#define WORDS_MAX 8 /* of one access that are looked at */

static uint64_t bits_of_bytes(uint64_t from, uint64_t to)
{
	return (0xffu >> (8 - (to - from))) << from;
}

/* The piece of an access that lies in one word, as it is in the table; moves on to the next. */
static uint64_t next_piece(uint64_t *at, uint64_t end)
{
	uint64_t word = *at >> 3, from = *at & 7, to = end - (*at - from);
	*at = (word + 1) << 3;
	return word << 8 | bits_of_bytes(from, to < 8 ? to : 8);
}

static uint64_t end_of(const struct event *e)
{
	uint64_t size = e->size ? e->size : 1;
	return e->addr + (size < 8 * WORDS_MAX ? size : 8 * WORDS_MAX);
}

/* Where words of the same hash are, the newest first. */
static uint64_t *own_set(struct loop *l, uint64_t word)
{
	return &l->own[(word * 0x9e3779b97f4a7c15ull >> 32) % (OWN / WAYS) * WAYS];
}

/* NULL: nothing of that word is known. */
static uint64_t *own_word(struct loop *l, uint64_t word)
{
	uint64_t *set = own_set(l, word);
	for (unsigned i = 0; i < WAYS; i++)
		if (set[i] >> 8 == word)
			return &set[i];
	return NULL;
}

static void own_add(struct loop *l, const struct event *e)
{
	for (uint64_t at = e->addr, end = end_of(e); at < end;) {
		uint64_t piece = next_piece(&at, end), *known = own_word(l, piece >> 8);
		if (!known) {
			known = own_set(l, piece >> 8);
			for (unsigned i = WAYS - 1; i; i--)
				known[i] = known[i - 1];
			*known = 0;
		}
		*known |= piece;
	}
}

static bool own_has(struct loop *l, const struct event *e)
{
	for (uint64_t at = e->addr, end = end_of(e); at < end;) {
		uint64_t piece = next_piece(&at, end);
		const uint64_t *known = own_word(l, piece >> 8);
		if (known && *known & piece & 0xff)
			return true;
	}
	return false;
}

/* A wake-up tells its caller how many it woke, unlike a signal. A requeue is told by its wake-ups.
 */
static bool woke_nobody(const struct event *e)
{
	const struct op_info *op = &op_info[e->kind];
	return op->flags & OPF_TELLS && (op->arg != ARG_WOKEN || e->arg == NO_THREAD);
}

static bool is_read(const struct event *e)
{
	return dep_info[event_dep(e)].flags & DEPF_OBSERVES || e->flags & EV_FAILED;
}

static void look(struct loop *l, const struct event *e)
{
	/* What it writes itself has another value in each round: a counter. */
	if (own_has(l, e)) {
		l->effects_so_far.effects += mix(e->addr, e->kind);
		return;
	}
	l->effects_so_far.looks +=
	        hash_memory(mix(e->addr, e->kind | e->size << 8), e->addr, e->size);
	l->effects_so_far.n_looks++;
}

void loop_event(const struct event *e)
{
	struct loop *l = self->loop;
	enum dep_class dep = (enum dep_class)op_info[e->kind].dep;
	if (!l || on_own_stack(e))
		return;
	if (e->flags & (EV_FAILED | EV_TIMEOUT) || e->kind == OP_YIELD || woke_nobody(e))
		l->effects_so_far.n_failed++;
	if (e->kind == OP_YIELD || (dep == DEP_NONE && !e->addr))
		return;
	if (is_read(e) || woke_nobody(e)) {
		look(l, e);
		return;
	}
	l->effects_so_far.effects += mix(e->addr, e->kind);
	l->effects_so_far.n_effects++;
	if (dep == DEP_WRITE)
		own_add(l, e);
}

/* ----------------------------------------------------------------------- rounds */

static uint64_t place_key(enum op_kind kind, uintptr_t pc)
{
	uint64_t key = mix(pc, (uint64_t)kind << 32 | self->depth);
	uint32_t depth = self->depth < SHADOW_STACK_MAX ? self->depth : SHADOW_STACK_MAX;
	for (uint32_t i = 0; i < CALLERS && i < depth; i++)
		key = mix(key, self->frames[depth - 1 - i].pc);
	return key | 1;
}

static struct loop_effects effects_since(const struct loop_effects *now,
                                         const struct loop_effects *then)
{
	return (struct loop_effects){
	        .looks = now->looks - then->looks,
	        .effects = now->effects - then->effects,
	        .n_looks = now->n_looks - then->n_looks,
	        .n_failed = now->n_failed - then->n_failed,
	        .n_effects = now->n_effects - then->n_effects,
	};
}

/* How often it may fail, or yield, is its own affair: a delay may grow. */
static bool same_round(const struct loop_effects *a, const struct loop_effects *b)
{
	return a->looks == b->looks && a->effects == b->effects && a->n_looks == b->n_looks &&
	       a->n_effects == b->n_effects;
}

static bool is_repeated(const struct past *past, uint32_t n, const struct loop_effects *round)
{
	for (uint32_t i = 0; i < PERIOD && i < n; i++)
		if (same_round(&past->at[i], round))
			return true;
	return false;
}

static uint32_t limit_of(const struct loop_effects *round)
{
	static const enum loop_limit limits[2][2] = {
	        {LOOP_LOOP_ROUNDS, LOOP_BUSY_ROUNDS},
	        {LOOP_YIELD_ROUNDS, LOOP_RETRY_ROUNDS},
	};
	return wire_config.loops[limits[round->n_failed != 0][round->n_effects != 0]];
}

/* Others may need a lock that it has given up in the meantime: it is to stop without it. */
static bool holds_fewest(const struct loop *l, uint32_t n_held, uint64_t since_seq)
{
	return !n_held || l->seq_at_held[n_held - 1] <= since_seq;
}

/* The next operation begins a round at p; is it one too many? */
static bool too_many(struct loop *l, struct place *p, uint32_t n_held)
{
	struct loop_effects round = effects_since(&l->effects_so_far, &p->then);
	struct past *past = &l->pasts[p - l->places];
	bool waits = round.n_looks && is_repeated(past, p->n_past, &round);
	if (engine_mutated(ENGINE_LOOP_HASTY))
		waits = true;
	p->rounds = waits ? p->rounds + 1 : 0;
	past->at[p->n_past++ % PERIOD] = round;
	if (!waits || engine_mutated(ENGINE_LOOP_NEVER))
		return false;
	uint32_t limit = limit_of(&round);
	return limit && p->rounds >= limit && holds_fewest(l, n_held, p->seq);
}

/* Counted from the start: each execution takes the same memory, which is in the cache. */
static struct operation *recent(struct loop *l, uint64_t seq)
{
	return &l->recent[(seq - l->start) % RECENT];
}

static void park(void)
{
	n_parked += !self->parked;
	self->parked = 1;
	thread_ask(self);
}

/* Where the place is, or the one that is to be forgotten for it. */
static struct place *find_place(struct loop *l, uint64_t key)
{
	struct place *set = &l->places[(key >> 8 & (PLACES - 1)) / WAYS * WAYS], *oldest = set;
	for (struct place *p = set; p < set + WAYS; p++) {
		if (p->key == key)
			return p;
		if (p->seq < oldest->seq)
			oldest = p;
	}
	return oldest;
}

static void arrive(const struct arrival *a)
{
	struct loop *l = self->loop;
	struct place *p = find_place(l, a->key);
	l->seq++;
	l->seq_at_held[a->n_held] = l->seq;
	*recent(l, l->seq) = (struct operation){a->key, a->pc};
	if (p->key != a->key || p->seq <= l->start) {
		p->key = a->key;
		p->n_past = p->rounds = 0;
	} else if (too_many(l, p, a->n_held) && !explorer_detached && !self->asleep) {
		park();
	}
	p->then = l->effects_so_far;
	p->seq = l->seq;
}

bool loop_check(enum op_kind kind, uintptr_t pc)
{
	if (!self->loop)
		self->loop = mem_alloc(sizeof(*self->loop));
	struct arrival a = {place_key(kind, pc), pc, self->n_held};
	if (unlikely(self->in_trial_round))
		vec_push(&withheld, a);
	else
		arrive(&a);
	return self->parked;
}

void loop_deliver_arrival(size_t i)
{
	if (i < withheld.n)
		arrive(&withheld.at[i]);
}

void loop_discard_arrivals(void)
{
	vec_clear(&withheld);
}

/* ---------------------------------------------------------------------- the end */

bool loop_release(void)
{
	if (!n_parked)
		return false;
	count(COUNT_LOOPS_CUT);
	for (unsigned i = 0; i < thread_count(); i++)
		thread_by_id(i)->parked = 0;
	n_parked = 0;
	return true;
}

/* ---------------------------------------------------------------------- reports */

static bool happens_twice(struct loop *l, uint64_t from, uint64_t seq)
{
	for (uint64_t i = from; i <= l->seq; i++)
		if (i != seq && recent(l, i)->key == recent(l, seq)->key)
			return true;
	return false;
}

size_t loop_add_pc(uint64_t *out, size_t n, size_t max, uint64_t pc)
{
	size_t at = 0;
	while (at < n && out[at] < pc)
		at++;
	if (n == max || (at < n && out[at] == pc))
		return n;
	memmove(out + at + 1, out + at, (n - at) * sizeof(*out));
	out[at] = pc;
	return n + 1;
}

size_t loop_pcs(const struct thread *t, uint64_t *out, size_t max)
{
	struct loop *l = t->loop;
	size_t n = 0;
	if (!l)
		return 0;
	uint64_t from = l->seq - l->start < RECENT ? l->start + 1 : l->seq - RECENT + 1;
	for (uint64_t seq = from; seq <= l->seq; seq++)
		if (happens_twice(l, from, seq))
			n = loop_add_pc(out, n, max, recent(l, seq)->pc);
	return n;
}

void loop_note(struct finding *f, const struct thread *t)
{
	uint64_t pcs[LOOP_PCS];
	finding_note_loop(f, t, pcs, loop_pcs(t, pcs, LOOP_PCS));
}
