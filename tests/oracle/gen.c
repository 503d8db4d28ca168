/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tests/oracle/gen.h"
#include "tests/oracle/machine.h"

struct gen {
	struct vm_program *p;
	uint64_t random;
	unsigned t;      /* thread being written */
	int budget;      /* visible operations left in it */
	unsigned themes; /* bit set of enum theme */
	unsigned held;   /* mutexes and the like at this point: no thread waits for itself */
};

#define RECURSIVE_MUTEX 2
#define HELD_RWLOCK(m)  (1u << (8 + (m)))
#define HELD_ONCE       (1u << 16)

enum theme {
	THEME_MEMORY,
	THEME_SIZES,
	THEME_ATOMIC,
	THEME_MUTEX,
	THEME_TRY,
	THEME_RECURSIVE,
	THEME_RWLOCK,
	THEME_ONCE,
	THEME_SEM,
	THEME_COND,
	THEME_BARRIER,
	THEME_FUTEX,
	THEME_HEAP,
	THEME_SPIN,
	THEME_CHOICE,
	THEME_ASSERT,
	THEME_INIT,
	THEME_COUNT
};

static unsigned roll(struct gen *g, unsigned n)
{
	uint64_t z = g->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (unsigned)((z ^ (z >> 31)) % n);
}

static size_t put(struct gen *g, enum vm_op op, unsigned a, unsigned x, unsigned y, int imm)
{
	vec_push(&g->p->code[g->t],
	         (struct insn){(uint8_t)op, (uint8_t)a, (uint16_t)x, (uint16_t)y, (int16_t)imm});
	g->budget -= op >= I_READ;
	return g->p->code[g->t].n - 1;
}

static void block(struct gen *g);

/* if (a == value) { block } */
static void conditional(struct gen *g, unsigned a, unsigned value)
{
	size_t jump = put(g, I_JNE, a, 0, value, 0);

	block(g);
	g->p->code[g->t].at[jump].imm = (int16_t)g->p->code[g->t].n;
}

static void gen_memory(struct gen *g, bool sizes)
{
	static const uint8_t size[] = {1, 2, 4, 8, 4, 8};
	unsigned s = sizes ? size[roll(g, 6)] : 8;
	unsigned x = sizes ? roll(g, 9) : 8 * roll(g, 2);
	unsigned a = roll(g, 2);

	switch (roll(g, 4)) {
	case 0:
		put(g, I_WRITE, a, x, s, 1 + (int)roll(g, 3));
		break;
	case 1:
		put(g, I_WRITE_REG, a, x, s, (int)roll(g, 2));
		break;
	default:
		put(g, I_READ, a, x, s, 0);
		if (!sizes && g->budget > 0 && !roll(g, 2))
			conditional(g, a, roll(g, 2));
		break;
	}
}

static void gen_atomic(struct gen *g)
{
	unsigned x = 8 * roll(g, 2), a = roll(g, 2);

	switch (roll(g, 4)) {
	case 0:
		put(g, I_STORE, a, x, 8, (int)roll(g, 3));
		break;
	case 1:
		put(g, I_RMW, a, x, 8, 1);
		break;
	case 2:
		put(g, I_CAS, a, x, 8, 1 + (int)roll(g, 2));
		if (g->budget > 0 && roll(g, 2))
			conditional(g, a, 1);
		break;
	default:
		put(g, I_LOAD, a, x, 8, 0);
		break;
	}
}

static void gen_mutex(struct gen *g, bool tries)
{
	unsigned m = roll(g, 2), a = 2;
	size_t jump = 0;
	enum vm_op op = I_LOCK;

	if (g->held >> m & 1)
		return;
	if (tries && roll(g, 3))
		op = roll(g, 3) ? I_TRYLOCK : I_TIMEDLOCK;
	put(g, op, a, m, 0, 0);
	if (op != I_LOCK)
		jump = put(g, I_JNE, a, 0, 1, 0);
	g->held |= 1u << m;
	if (g->budget > 1)
		block(g);
	g->held &= ~(1u << m);
	if (roll(g, 12)) /* or it is held for ever */
		put(g, I_UNLOCK, 0, m, 0, 0);
	if (op != I_LOCK)
		g->p->code[g->t].at[jump].imm = (int16_t)g->p->code[g->t].n;
}

/* Two levels, both taken by lock or trylock; a wait in between gives back both. */
static void gen_recursive(struct gen *g)
{
	unsigned levels = 1 + roll(g, 2);
	size_t jump = 0;
	bool tries = !roll(g, 3);

	put(g, tries ? I_TRYLOCK : I_LOCK, 2, RECURSIVE_MUTEX, 0, 0);
	if (tries)
		jump = put(g, I_JNE, 2, 0, 1, 0);
	if (levels == 2)
		put(g, roll(g, 2) ? I_TRYLOCK : I_LOCK, 2, RECURSIVE_MUTEX, 0, 0);
	if (!roll(g, 4))
		put(g, roll(g, 3) ? I_TIMEDWAIT : I_WAIT, 3, 0, RECURSIVE_MUTEX, 0);
	else if (g->budget > 1)
		block(g);
	while (levels--)
		if (roll(g, 12))
			put(g, I_UNLOCK, 0, RECURSIVE_MUTEX, 0, 0);
	if (tries)
		g->p->code[g->t].at[jump].imm = (int16_t)g->p->code[g->t].n;
}

/* once(flag) { block }, which throws now and then. */
static void gen_once(struct gen *g)
{
	size_t pass;

	if (g->held & HELD_ONCE)
		return;
	pass = put(g, I_ONCE, 0, 0, 0, 0);
	g->held |= HELD_ONCE;
	if (g->budget > 1)
		block(g);
	g->held &= ~HELD_ONCE;
	put(g, I_ONCE_DONE, 0, 0, 0, !roll(g, 6));
	g->p->code[g->t].at[pass].imm = (int16_t)g->p->code[g->t].n;
}

static void gen_spin(struct gen *g)
{
	if (roll(g, 2))
		put(g, I_SPIN, 0, 8, 8, (int)roll(g, 2));
	else
		put(g, roll(g, 3) ? I_STORE : I_WRITE, 0, 8, 8, (int)roll(g, 2));
}

static void gen_rwlock(struct gen *g)
{
	static const uint8_t ops[] = {I_RDLOCK,    I_RDLOCK,    I_WRLOCK,      I_WRLOCK,
	                              I_TRYRDLOCK, I_TRYWRLOCK, I_TIMEDRDLOCK, I_TIMEDWRLOCK};
	enum vm_op op = ops[roll(g, 8)];
	bool shared = op == I_RDLOCK || op == I_TRYRDLOCK || op == I_TIMEDRDLOCK;
	bool tries = op != I_RDLOCK && op != I_WRLOCK;
	unsigned m = roll(g, 4) ? 0 : 1;
	size_t jump = 0;

	if (g->held & HELD_RWLOCK(m))
		return;
	put(g, op, 2, m, 0, 0);
	if (tries)
		jump = put(g, I_JNE, 2, 0, 1, 0);
	g->held |= HELD_RWLOCK(m);
	if (g->budget > 1)
		block(g);
	g->held &= ~HELD_RWLOCK(m);
	if (roll(g, 8))
		put(g, shared ? I_RDUNLOCK : I_WRUNLOCK, 0, m, 0, 0);
	if (tries)
		g->p->code[g->t].at[jump].imm = (int16_t)g->p->code[g->t].n;
}

static void gen_sem(struct gen *g)
{
	static const uint8_t ops[] = {I_SEM_WAIT,    I_SEM_WAIT,      I_SEM_POST,    I_SEM_POST,
	                              I_SEM_TRYWAIT, I_SEM_TIMEDWAIT, I_SEM_GETVALUE};

	put(g, ops[roll(g, 7)], 3, roll(g, 4) ? 0 : 1, 0, 0);
}

static void gen_cond(struct gen *g)
{
	unsigned c = roll(g, 4) ? 0 : 1;

	switch (roll(g, 5)) {
	case 0:
		put(g, I_SIGNAL, 0, c, 0, 0);
		break;
	case 1:
		put(g, I_BROADCAST, 0, c, 0, 0);
		break;
	default:
		if (g->held & 1)
			return;
		put(g, I_LOCK, 0, 0, 0, 0);
		g->held |= 1;
		if (roll(g, 3) == 0)
			put(g, I_SIGNAL, 0, c, 0, 0);
		else
			put(g, roll(g, 3) ? I_WAIT : I_TIMEDWAIT, 3, c, 0, 0);
		g->held &= ~1u;
		put(g, I_UNLOCK, 0, 0, 0, 0);
		break;
	}
}

static void gen_futex(struct gen *g)
{
	switch (roll(g, 6)) {
	case 0:
		put(g, I_STORE, 0, 16, 4, (int)roll(g, 2));
		break;
	case 1:
		put(g, I_FUTEX_WAKE, 0, 16 + 4 * !roll(g, 3), 0, 1 + (int)roll(g, 2));
		break;
	case 2:
		put(g, I_FUTEX_REQUEUE, 0, 16, 20, (int)roll(g, 3));
		break;
	default:
		put(g, roll(g, 3) ? I_FUTEX_WAIT : I_FUTEX_TIMEDWAIT, 3, 16, 0, 0);
		break;
	}
}

static void gen_heap(struct gen *g)
{
	switch (roll(g, 4)) {
	case 0:
		put(g, I_FREE, 0, 24, 16, 0);
		break;
	case 1:
		put(g, I_ALLOC, 0, 0, 0, 0);
		break;
	case 2:
		put(g, I_READ, 0, 24 + 4 * roll(g, 4), 4, 0);
		break;
	default:
		put(g, I_WRITE, 0, 24 + 4 * roll(g, 4), 4, 5);
		break;
	}
}

static void gen_one(struct gen *g, enum theme theme)
{
	switch (theme) {
	case THEME_MEMORY:
	case THEME_SIZES:
		gen_memory(g, theme == THEME_SIZES);
		break;
	case THEME_ATOMIC:
		gen_atomic(g);
		break;
	case THEME_MUTEX:
	case THEME_TRY:
		gen_mutex(g, theme == THEME_TRY);
		break;
	case THEME_RECURSIVE:
		gen_recursive(g);
		break;
	case THEME_RWLOCK:
		gen_rwlock(g);
		break;
	case THEME_ONCE:
		gen_once(g);
		break;
	case THEME_SEM:
		gen_sem(g);
		break;
	case THEME_COND:
		gen_cond(g);
		break;
	case THEME_BARRIER:
		put(g, I_BARRIER, 3, 0, 0, 0);
		break;
	case THEME_FUTEX:
		gen_futex(g);
		break;
	case THEME_HEAP:
		gen_heap(g);
		break;
	case THEME_SPIN:
		gen_spin(g);
		break;
	case THEME_CHOICE:
		put(g, I_CHOOSE, 3, 0, 0, 2 + (int)roll(g, 2));
		break;
	case THEME_ASSERT:
		put(g, I_READ, 1, 0, 8, 0);
		put(g, I_ASSERT, 1, 0, 0, (int)roll(g, 2));
		break;
	case THEME_INIT:
		put(g, I_MUTEX_INIT, 0, roll(g, 2), 0, 0);
		break;
	case THEME_COUNT:
		BUG("no theme");
	}
}

static void block(struct gen *g)
{
	unsigned n = 1 + roll(g, 3);

	while (n-- && g->budget > 0) {
		unsigned theme;

		do
			theme = roll(g, THEME_COUNT);
		while (!(g->themes >> theme & 1));
		gen_one(g, (enum theme)theme);
		if (!roll(g, 12))
			put(g, I_YIELD, 0, 0, 0, 0);
	}
}

static unsigned pick_themes(struct gen *g)
{
	unsigned themes = 1u << roll(g, THEME_COUNT - 2);

	while (roll(g, 2))
		themes |= 1u << roll(g, THEME_COUNT);
	if ((themes & (1u << THEME_INIT)) && !(themes & (1u << THEME_TRY)))
		themes |= 1u << THEME_MUTEX;
	if (!roll(g, 2))
		themes |= 1u << THEME_MEMORY;
	return themes;
}

void gen_program(struct vm_program *p, uint64_t seed)
{
	struct gen g = {.p = p, .random = seed * 0x2545f4914f6cdd1du + 1};
	unsigned workers, main_works, joins, exits;

	memset(p, 0, sizeof(*p));
	p->name = "generated";
	p->bytes = 48;
	workers = 1 + roll(&g, 3);
	main_works = workers == 1 || !roll(&g, 3);
	joins = roll(&g, 3);
	exits = !roll(&g, 5); /* whoever still runs */
	p->recursive = 1u << RECURSIVE_MUTEX;
	p->n_threads = workers + 1;
	for (unsigned i = 0; i < VM_OBJECTS; i++) {
		p->sem_value[i] = (uint8_t)roll(&g, 3);
		p->barrier_count[i] = (uint8_t)(2 + roll(&g, 2));
	}
	g.themes = pick_themes(&g);
	for (unsigned t = 1; t <= workers; t++)
		put(&g, I_CREATE, 0, t, 0, 0);
	if (main_works) {
		g.budget = workers == 3 ? 1 : 2 + (int)roll(&g, 3);
		while (g.budget > 0)
			block(&g);
	}
	for (unsigned t = 1; t <= workers && joins; t++)
		put(&g, I_JOIN, 0, t, 0, 0);
	put(&g, exits ? I_EXIT : I_END, 0, 0, 0, 0);
	for (g.t = 1; g.t <= workers; g.t++) {
		int most = workers == 1 ? 7 : workers == 2 ? 4 : 3;

		g.budget = 1 + (int)roll(&g, (unsigned)most);
		g.held = 0;
		while (g.budget > 0)
			block(&g);
		put(&g, I_END, 0, 0, 0, 0);
	}
}

void gen_print(const struct vm_program *p)
{
	for (unsigned t = 0; t < p->n_threads; t++) {
		fprintf(stderr, "  thread %u:", t);
		for (size_t k = 0; k < p->code[t].n; k++) {
			const struct insn *i = &p->code[t].at[k];

			fprintf(stderr, " %zu:%s(r%u x%u y%u %d)", k, insn_info[i->op].text, i->a,
			        i->x, i->y, i->imm);
		}
		fprintf(stderr, "\n");
	}
}
