/* SPDX-License-Identifier: MIT */
/*
 * Race analysis against its definition (tests/oracle/races.h), on executions of generated
 * programs: in both modes the same pairs of places with the same flags. Deliberate mistakes in the
 * analysis are noticed.
 *
 * usage: reference [FIRST [END]]: other seeds than those of the test suite.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "explore/explorer.h"
#include "race/race.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/races.h"
#include "tests/oracle/share.h"

#define EXECUTIONS 3 /* of each program */
#define MOST_SEEDS 4000

static uint64_t first_seed = 0, end_seed = 3000;
static uint64_t compared, pairs_seen[RACES_MODES];

/* --- programs with more locks around their accesses than those of gen.h --------------------- */

static unsigned draw(uint64_t *random, unsigned n)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*random >> 33) % n;
}

struct writer {
	struct vm_program *p;
	unsigned thread;
	uint64_t random;
};

static void put(struct writer *w, enum vm_op op, unsigned x, unsigned y, int imm)
{
	vec_push(&w->p->code[w->thread],
	         (struct insn){(uint8_t)op, 0, (uint16_t)x, (uint16_t)y, (int16_t)imm});
}

static void put_access(struct writer *w)
{
	static const uint8_t ops[] = {I_READ, I_READ,  I_WRITE, I_WRITE,
	                              I_LOAD, I_STORE, I_RMW,   I_CAS};
	static const uint8_t sizes[] = {1, 2, 4, 8};
	unsigned op = ops[draw(&w->random, ARRAY_SIZE(ops))];
	bool atomic = op != I_READ && op != I_WRITE;
	unsigned x = atomic ? 8 * draw(&w->random, 2) : draw(&w->random, 12);
	put(w, (enum vm_op)op, x, atomic ? 8 : sizes[draw(&w->random, 4)], 1);
}

static void put_section(struct writer *w, enum vm_op begin, enum vm_op end, unsigned object)
{
	put(w, begin, object, 0, 0);
	for (unsigned n = 1 + draw(&w->random, 2); n; n--)
		put_access(w);
	put(w, end, object, 0, 0);
}

static void put_something(struct writer *w)
{
	unsigned object = draw(&w->random, 2);
	switch (draw(&w->random, 16)) {
	case 0:
	case 1:
	case 2:
		put_section(w, I_LOCK, I_UNLOCK, object);
		break;
	case 3:
		put_section(w, I_RDLOCK, I_RDUNLOCK, object);
		break;
	case 4:
		put_section(w, I_WRLOCK, I_WRUNLOCK, object);
		break;
	case 5:
	case 6:
	case 7:
		put_section(w, I_SEM_WAIT, I_SEM_POST, object);
		break;
	case 8:
		put(w, I_SEM_POST, draw(&w->random, 3), 0, 0);
		break;
	case 9:
		put(w, I_SEM_WAIT, 2, 0, 0);
		break;
	case 10:
		put(w, draw(&w->random, 2) ? I_BROADCAST : I_SIGNAL, 0, 0, 0);
		break;
	case 11:
		put(w, I_LOCK, 0, 0, 0);
		put(w, I_WAIT, 0, 0, 0);
		put_access(w);
		put(w, I_UNLOCK, 0, 0, 0);
		break;
	case 12:
		put(w, I_BARRIER, 0, 0, 0);
		break;
	default:
		put_access(w);
		break;
	}
}

static void lock_program(struct vm_program *p, uint64_t seed)
{
	struct writer w = {.p = p, .random = seed};
	*p = (struct vm_program){.n_threads = 4,
	                         .bytes = 32,
	                         .sem_value = {1, (uint8_t)draw(&w.random, 3), 0},
	                         .barrier_count = {2}};
	for (unsigned t = 1; t < p->n_threads; t++)
		put(&w, I_CREATE, t, 0, 0);
	for (w.thread = 0; w.thread < p->n_threads; w.thread++) {
		for (unsigned n = 2 + draw(&w.random, 3); n; n--)
			put_something(&w);
		if (w.thread == 0 && draw(&w.random, 2)) {
			put(&w, I_JOIN, 1, 0, 0);
			put_access(&w);
		}
		put(&w, I_END, 0, 0, 0);
	}
}

/* --- executions --------------------------------------------------------------------------- */

/* What the simulated machine does not have is put between its events. */
struct spice {
	uint64_t random;
	bool once_run;
	bool freed[2]; /* the first words of memory */
	VEC(struct event) events;
};

static unsigned roll(struct spice *s, unsigned n)
{
	return draw(&s->random, n);
}

#define ONCE_AT 0x78000u /* not one of the program: VM_ONCE */

static void add(struct spice *s, struct event e, uint64_t pc)
{
	e.pc = 0x4000 + pc;
	vec_push(&s->events, e);
}

static const uint8_t orders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE,
                                 __ATOMIC_ACQ_REL, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED};

static void add_something(struct spice *s, uint16_t thread)
{
	unsigned word = roll(s, 2);
	uint64_t block = VM_MEMORY + 8 * word;
	switch (roll(s, 40)) {
	case 0:
	case 1:
		add(s,
		    (struct event){.kind = OP_FENCE, .thread = thread, .arg = orders[roll(s, 5)]},
		    1);
		break;
	case 2:
	case 3:
	case 4:
		add(s,
		    (struct event){.kind = s->freed[word] ? OP_ALLOC : OP_FREE,
		                   .thread = thread,
		                   .addr = block,
		                   .size = 8},
		    2);
		s->freed[word] = !s->freed[word];
		break;
	case 5: {
		struct event e = {.thread = thread, .addr = ONCE_AT, .size = 4};
		if (s->once_run) {
			e.kind = OP_ONCE_PASS;
			add(s, e, 4);
			break;
		}
		s->once_run = true;
		e.kind = OP_ONCE_RUN;
		add(s, e, 5);
		add(s,
		    (struct event){
		            .kind = OP_WRITE, .thread = thread, .addr = VM_MEMORY, .size = 2},
		    6);
		e.kind = OP_ONCE_DONE;
		add(s, e, 7);
		break;
	}
	default:
		break;
	}
}

/* Pairs of threads share their code, as far as the analysis can tell; atomics get an order. */
static void season(struct spice *s, const struct vm_run *run, uint64_t seed)
{
	*s = (struct spice){.random = seed, .events = s->events};
	vec_clear(&s->events);
	for (size_t i = 0; i < run->events.n; i++) {
		struct event e = run->events.at[i];
		bool atomic = e.kind >= OP_ATOMIC_LOAD && e.kind <= OP_ATOMIC_CAS;
		e.pc += 64 * (e.thread / 2u);
		if (atomic)
			e.arg = orders[roll(s, ARRAY_SIZE(orders))];
		vec_push(&s->events, e);
		if (e.kind != OP_THREAD_EXIT && e.kind != OP_COND_WAIT &&
		    e.kind != OP_BARRIER_ARRIVE && (e.kind != OP_FUTEX_WAIT || e.flags & EV_FAILED))
			add_something(s, e.thread);
	}
}

static void analyse(const struct spice *s, const struct race_options *o, race_pair_vec *out)
{
	struct race_analysis *a = race_new(o);
	race_begin_execution(a);
	for (size_t i = 0; i < s->events.n; i++)
		race_event(a, &s->events.at[i]);
	race_end_execution(a);
	for (size_t i = 0; i < race_candidates(a)->n; i++) {
		const struct candidate *c = &race_candidates(a)->at[i];
		uint64_t x = race_place(c->first.pc, c->first.kind, c->first.writes);
		uint64_t y = race_place(c->second.pc, c->second.kind, c->second.writes);
		vec_push(out, (struct race_pair){x < y ? x : y, x < y ? y : x, c->flags});
	}
	assert_int_equal(race_stats(a).forgotten, 0);
	race_pairs_sort(out);
	race_free(a);
}

static bool same_pairs(const race_pair_vec *a, const race_pair_vec *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].a != b->at[i].a || a->at[i].b != b->at[i].b ||
		    a->at[i].flags != b->at[i].flags)
			return false;
	return true;
}

static void print_pairs(const char *who, const race_pair_vec *v)
{
	fprintf(stderr, "%s:", who);
	for (size_t i = 0; i < v->n; i++)
		fprintf(stderr, " (%llx %s, %llx %s: %u)", (unsigned long long)v->at[i].a >> 16,
		        op_info[v->at[i].a >> 1 & 0xff].text, (unsigned long long)v->at[i].b >> 16,
		        op_info[v->at[i].b >> 1 & 0xff].text, v->at[i].flags);
	fprintf(stderr, "\n");
}

static void print_events(const struct spice *s)
{
	for (size_t i = 0; i < s->events.n; i++) {
		const struct event *e = &s->events.at[i];
		fprintf(stderr, "%3zu T%u %-14s at %llx addr %llx+%u arg %llx flags %x\n", i,
		        e->thread, op_info[e->kind].text, (unsigned long long)e->pc,
		        (unsigned long long)e->addr, e->size, (unsigned long long)e->arg, e->flags);
	}
}

/* True: they agree. */
static bool agree(const struct spice *s, enum race_mode mode, enum race_mutation mutation,
                  bool complain)
{
	struct race_options o = {.mode = mode, .mutation = mutation};
	race_pair_vec found = {0}, expected = {0};
	analyse(s, &o, &found);
	races_by_definition(s->events.at, s->events.n, mode, &expected);
	bool same = same_pairs(&found, &expected);
	if (!same && complain) {
		print_events(s);
		fprintf(stderr, "mode %s\n", race_mode_name[mode]);
		print_pairs("found", &found);
		print_pairs("expected", &expected);
	}
	pairs_seen[mode] += expected.n;
	compared++;
	vec_release(&found);
	vec_release(&expected);
	return same;
}

static bool has_pair(const race_pair_vec *v, const struct race_pair *pair)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].a == pair->a && v->at[i].b == pair->b)
			return true;
	return false;
}

/* Whatever pure reports, limited does too. */
static bool pure_within_limited(const struct spice *s)
{
	race_pair_vec limited = {0}, pure = {0};
	bool within = true;
	analyse(s, &(struct race_options){.mode = RACES_LIMITED}, &limited);
	analyse(s, &(struct race_options){.mode = RACES_PURE}, &pure);
	for (size_t i = 0; i < pure.n; i++)
		within &= has_pair(&limited, &pure.at[i]);
	vec_release(&limited);
	vec_release(&pure);
	return within;
}

/* Runs the program some times; false where the analysis was wrong. */
static bool program_agrees(uint64_t seed, enum race_mutation mutation, bool complain)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_program p;
	struct vm_run run = {0};
	struct spice s = {0};
	bool good = true;
	if (seed % 2)
		lock_program(&p, seed);
	else
		gen_program(&p, seed);
	o.strategy = STRATEGY_RANDOM;
	o.seed = seed;
	o.max_executions = EXECUTIONS;
	struct explorer *x = explorer_new(&o);
	struct scheduler *scheduler = explorer_scheduler(x);
	for (unsigned i = 0; good && scheduler->ops->begin(scheduler); i++) {
		vm_execute(&p, scheduler, PP_SET_EVERYWHERE, &run);
		season(&s, &run, seed * EXECUTIONS + i);
		if (s.events.n > RACES_EVENTS_MOST)
			continue;
		good = agree(&s, RACES_LIMITED, mutation, complain) &&
		       agree(&s, RACES_PURE, mutation, complain) && pure_within_limited(&s);
	}
	scheduler->ops->free(scheduler);
	vec_release(&s.events);
	vm_run_release(&run);
	vm_program_release(&p);
	return good;
}

static void test_reference(void **state)
{
	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++)
		if (!program_agrees(seed, RACE_MUTATION_NONE, true))
			fail_msg("seed %llu", (unsigned long long)seed);
	printf("%llu executions compared, %llu pairs limited, %llu pure\n",
	       (unsigned long long)compared, (unsigned long long)pairs_seen[RACES_LIMITED],
	       (unsigned long long)pairs_seen[RACES_PURE]);
	assert_true(pairs_seen[RACES_PURE] > 0);
	assert_true(pairs_seen[RACES_LIMITED] > pairs_seen[RACES_PURE]);
}

static void test_mutations(void **state)
{
	(void)state;
	for (unsigned m = RACE_MUTATION_NONE + 1; m < RACE_MUTATION_COUNT; m++) {
		uint64_t seed = 0;
		while (seed < MOST_SEEDS && program_agrees(seed, (enum race_mutation)m, false))
			seed++;
		if (seed == MOST_SEEDS)
			fail_msg("mutation %u was not noticed", m);
		printf("mutation %2u noticed at seed %llu\n", m, (unsigned long long)seed);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_reference),
	        cmocka_unit_test(test_mutations),
	};
	end_seed = test_share(end_seed);
	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
		return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
