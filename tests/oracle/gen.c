/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tests/oracle/gen.h"

struct gen {
	struct vm_program *p;
	uint64_t random;
	unsigned t;      /* thread being written */
	int budget;      /* visible operations left in it */
	unsigned themes; /* bit set of enum theme */
	unsigned held;   /* mutexes held at this point: no thread waits for itself */
};

enum theme {
	THEME_MEMORY,
	THEME_SIZES,
	THEME_ATOMIC,
	THEME_MUTEX,
	THEME_TRY,
	THEME_RWLOCK,
	THEME_SEM,
	THEME_COND,
	THEME_BARRIER,
	THEME_FUTEX,
	THEME_HEAP,
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

static void gen_rwlock(struct gen *g)
{
	static const uint8_t ops[] = {I_RDLOCK, I_RDLOCK, I_WRLOCK, I_TRYRDLOCK, I_TRYWRLOCK};
	enum vm_op op = ops[roll(g, 5)];
	bool shared = op == I_RDLOCK || op == I_TRYRDLOCK;
	bool tries = op == I_TRYRDLOCK || op == I_TRYWRLOCK;
	unsigned m = roll(g, 4) ? 0 : 1;
	size_t jump = 0;

	if (g->held >> (8 + m) & 1)
		return;
	put(g, op, 2, m, 0, 0);
	if (tries)
		jump = put(g, I_JNE, 2, 0, 1, 0);
	g->held |= 1u << (8 + m);
	if (g->budget > 1)
		block(g);
	g->held &= ~(1u << (8 + m));
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
	switch (roll(g, 4)) {
	case 0:
		put(g, I_STORE, 0, 16, 4, (int)roll(g, 2));
		break;
	case 1:
		put(g, I_FUTEX_WAKE, 0, 16, 0, 1 + (int)roll(g, 2));
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
	case THEME_RWLOCK:
		gen_rwlock(g);
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
	case THEME_CHOICE:
		put(g, I_CHOOSE, 3, 0, 0, 2 + (int)roll(g, 2));
		break;
	case THEME_ASSERT:
		put(g, I_READ, 1, 0, 8, 0);
		put(g, I_ASSERT, 1, 0, 0, (int)roll(g, 2));
		break;
	default:
		put(g, I_MUTEX_INIT, 0, roll(g, 2), 0, 0);
		break;
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
	if ((themes & (1u << THEME_INIT)) && !(themes & 0xff))
		themes |= 1u << THEME_MUTEX;
	if (!roll(g, 2))
		themes |= 1u << THEME_MEMORY;
	return themes;
}

void gen_program(struct vm_program *p, uint64_t seed)
{
	struct gen g = {.p = p, .random = seed * 0x2545f4914f6cdd1du + 1};
	unsigned workers, main_works, joins;

	memset(p, 0, sizeof(*p));
	p->name = "generated";
	p->bytes = 48;
	workers = 1 + roll(&g, 3);
	main_works = workers == 1 || !roll(&g, 3);
	joins = roll(&g, 3);
	p->n_threads = workers + 1;
	for (unsigned i = 0; i < VM_OBJECTS; i++) {
		p->sem_value[i] = (uint8_t)roll(&g, 3);
		p->barrier_count[i] = (uint8_t)(2 + roll(&g, 2));
	}
	g.themes = pick_themes(&g);
	for (unsigned t = 1; t <= workers; t++)
		put(&g, I_CREATE, 0, t, 0, 0);
	if (main_works) {
		g.budget = workers == 3 ? 1 : 2 + (int)roll(&g, 2);
		while (g.budget > 0)
			block(&g);
	}
	for (unsigned t = 1; t <= workers && joins; t++)
		put(&g, I_JOIN, 0, t, 0, 0);
	put(&g, I_END, 0, 0, 0, 0);
	for (g.t = 1; g.t <= workers; g.t++) {
		int most = workers == 1 ? 5 : workers == 2 ? 3 : 2;

		g.budget = 1 + (int)roll(&g, (unsigned)most);
		g.held = 0;
		while (g.budget > 0)
			block(&g);
		put(&g, I_END, 0, 0, 0, 0);
	}
}

static const char *const insn_name[] = {
        "end",           "set",       "add",          "move",       "jne",
        "assert",        "read",      "read_at",      "write",      "write_reg",
        "load",          "store",     "rmw",          "cas",        "cas_at",
        "alloc",         "free",      "mutex_init",   "lock",       "trylock",
        "timedlock",     "unlock",    "rdlock",       "wrlock",     "tryrdlock",
        "trywrlock",     "rdunlock",  "wrunlock",     "sem_wait",   "sem_trywait",
        "sem_timedwait", "sem_post",  "sem_getvalue", "wait",       "timedwait",
        "signal",        "broadcast", "barrier",      "futex_wait", "futex_timedwait",
        "futex_wake",    "create",    "join",         "choose",     "yield",
};

void gen_print(const struct vm_program *p)
{
	for (unsigned t = 0; t < p->n_threads; t++) {
		fprintf(stderr, "  thread %u:", t);
		for (size_t k = 0; k < p->code[t].n; k++) {
			const struct insn *i = &p->code[t].at[k];

			fprintf(stderr, " %zu:%s(r%u x%u y%u %d)", k, insn_name[i->op], i->a, i->x,
			        i->y, i->imm);
		}
		fprintf(stderr, "\n");
	}
}
