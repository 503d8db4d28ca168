/* SPDX-License-Identifier: MIT */
/*
 * What must hold of the engine on the simulated machine. Each check gives NULL, or what is wrong.
 * They are run on a sound engine (oracle.c, loops.c) and on broken ones (mutations.c).
 */
#ifndef TESTS_UNIT_ENGINE_CHECKS_H
#define TESTS_UNIT_ENGINE_CHECKS_H

#include <stdio.h>
#include <string.h>

#include "tests/oracle/brute.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/sim.h"

#define MOST_STATES     3000 /* of brute force; larger programs are left out */
#define MOST_EXECUTIONS 20000

typedef const char *check(enum engine_mutation m);

/* ---- generated programs ---- */

static bool has_spins(const struct vm_program *p)
{
	for (unsigned t = 0; t < p->n_threads; t++)
		for (size_t i = 0; i < p->code[t].n; i++)
			if (p->code[t].at[i].op == I_SPIN)
				return true;
	return false;
}

/* Ids are given in order of creation by the engine; the generator's are fixed. */
static bool creates_in_order(const struct vm_program *p)
{
	unsigned next = 1;

	for (unsigned t = 0; t < p->n_threads; t++)
		for (size_t i = 0; i < p->code[t].n; i++) {
			if (p->code[t].at[i].op != I_CREATE)
				continue;
			if (t != 0 || p->code[t].at[i].x != next++)
				return false;
		}
	return true;
}

static const char *compare(const struct seen *brute, const struct sim_seen *seen)
{
	if (seen->failed || seen->restarts)
		return "the run failed";
	if (seen->over)
		return "too many executions";
	if (seen->diverged || !seen->complete)
		return "not complete";
	if (seen->counters[COUNT_LOOPS_CUT])
		return "a loop was cut that only waits";
	if (!hash_set_equal(&brute->states, &seen->states))
		return "final states differ";
	if (!(brute->deadlocks + brute->findings) != !seen->n_findings)
		return "findings differ";
	return NULL;
}

/* Replays each recorded schedule: it must lead to the same outcome. */
static const char *replay(const struct vm_program *p, const struct wire_config *explored,
                          const struct sim_seen *seen, size_t most)
{
	const char *wrong = NULL;

	for (size_t i = 0; !wrong && i < seen->schedules.n && i < most; i++) {
		struct wire_config c = *explored;
		struct sim_seen again;

		c.schedule = SCHEDULE_FIXED;
		c.executions = 1;
		c.choices = seen->schedules.at[i].choices;
		sim_run_engine(p, &c, 1, &again);
		if (again.schedules.n != 1 || again.diverged ||
		    again.schedules.at[0].outcome != seen->schedules.at[i].outcome)
			wrong = "a recorded schedule replays differently";
		sim_seen_release(&again);
	}
	return wrong;
}

/* One generated program against brute force. skipped: too large, or nothing to test. */
static const char *check_program(uint64_t seed, unsigned pp, bool spins, enum engine_mutation m,
                                 bool *skipped)
{
	struct vm_program p = {0};
	struct seen brute = {0};
	struct sim_seen seen = {0};
	struct wire_config c = sim_config(pp);
	const char *wrong = NULL;

	c.mutation = (uint8_t)m;
	gen_program(&p, seed);
	*skipped = !creates_in_order(&p) || has_spins(&p) != spins;
	if (!*skipped) {
		brute_force(&p,
		            &(struct brute_options){
		                    .pp = pp, .bound = EXPLORE_NO_BOUND, .max_states = MOST_STATES},
		            &brute);
		*skipped = brute.over;
	}
	if (!*skipped) {
		p.plain_spins = true;
		sim_run_engine(&p, &c, MOST_EXECUTIONS, &seen);
		wrong = compare(&brute, &seen);
		if (!wrong)
			wrong = replay(&p, &c, &seen, 10);
		sim_seen_release(&seen);
	}
	seen_release(&brute);
	vm_program_release(&p);
	return wrong;
}

/* Programs from a seed on, until `wanted` were compared; complaints name the seed. */
static const char *check_programs(uint64_t seed, unsigned wanted, unsigned pp, bool spins,
                                  enum engine_mutation m)
{
	static char text[200];

	for (unsigned done = 0; done < wanted; seed++) {
		bool skipped;
		const char *wrong = check_program(seed, pp, spins, m, &skipped);

		if (wrong) {
			snprintf(text, sizeof(text), "seed %llu: %s", (unsigned long long)seed,
			         wrong);
			return text;
		}
		done += !skipped;
	}
	return NULL;
}

/* ---- programs by hand ---- */

static void put(struct vm_program *p, unsigned t, enum vm_op op, unsigned a, unsigned x, unsigned y,
                int imm)
{
	vec_push(&p->code[t],
	         (struct insn){(uint8_t)op, (uint8_t)a, (uint16_t)x, (uint16_t)y, (int16_t)imm});
	if (p->n_threads <= t)
		p->n_threads = t + 1;
}

/* Thread 0 creates the others, does `body` and ends. */
static void create_all(struct vm_program *p, unsigned n)
{
	for (unsigned t = 1; t <= n; t++)
		put(p, 0, I_CREATE, 0, t, 0, 0);
}

/* while ([0] != 1) [8]++; in thread 1. Thread 2 sets [0]. */
static void counting_wait(struct vm_program *p, bool answered)
{
	p->bytes = 16;
	create_all(p, 2);
	put(p, 0, I_END, 0, 0, 0, 0);
	put(p, 1, I_READ, 0, 8, 8, 0);      /* 0 */
	put(p, 1, I_WRITE_REG, 0, 8, 8, 1); /* 1 */
	put(p, 1, I_LOAD, 1, 0, 8, 0);      /* 2 */
	put(p, 1, I_JNE, 1, 0, 1, 0);       /* 3: goto 0 unless 1 */
	put(p, 1, I_END, 0, 0, 0, 0);
	if (answered)
		put(p, 2, I_STORE, 0, 0, 8, 1);
	put(p, 2, I_END, 0, 0, 0, 0);
}

/* A loop that waits and counts is cut, and said to be; without an answer it is a finding. */
static const char *check_cut_loop(enum engine_mutation m)
{
	const char *wrong = NULL;

	for (int answered = 0; answered < 2 && !wrong; answered++) {
		struct vm_program p = {.name = "counting wait"};
		struct wire_config c = sim_config(PP_SET_EVERYWHERE);
		struct sim_seen seen;

		counting_wait(&p, answered);
		c.mutation = (uint8_t)m;
		c.max_events = 3000;
		c.loops[LOOP_BUSY_ROUNDS] = 8;
		sim_run_engine(&p, &c, 2000, &seen);
		if (seen.over || !seen.counters[COUNT_LOOPS_CUT])
			wrong = "a loop that waits and counts is not cut";
		else if (answered && seen.n_findings)
			wrong = "a loop that ends is a finding";
		else if (!answered && !seen.findings[FINDING_INFINITE_LOOP] &&
		         !seen.findings[FINDING_LIVELOCK])
			wrong = "an endless loop is no finding";
		sim_seen_release(&seen);
		vm_program_release(&p);
	}
	return wrong;
}

/*
 * A loop that counts its rounds is neither blocked nor cut: in memory, with another result each
 * time; or in a register, if loops that only look have no limit.
 */
static const char *check_counted_loop(enum engine_mutation m)
{
	const char *wrong = NULL;

	for (int in_memory = 0; in_memory < 2 && !wrong; in_memory++) {
		struct vm_program p = {.name = "counted loop", .bytes = 16};
		struct wire_config c = sim_config(PP_SET_ALL);
		struct sim_seen seen;

		create_all(&p, 1);
		put(&p, 0, I_END, 0, 0, 0, 0);
		put(&p, 1, I_LOAD, 1, 0, 8, 0); /* 0: looks, and does not care */
		if (in_memory)
			put(&p, 1, I_RMW, 2, 8, 8, 1);
		put(&p, 1, I_ADD, 0, 0, 0, 1);
		put(&p, 1, I_JNE, 0, 0, 50, 0); /* 50 rounds */
		put(&p, 1, I_END, 0, 0, 0, 0);
		c.mutation = (uint8_t)m;
		c.loops[LOOP_BUSY_ROUNDS] = 60;
		c.loops[LOOP_LOOP_ROUNDS] = 0;
		sim_run_engine(&p, &c, 100, &seen);
		if (!seen.complete || seen.executions != 1 || seen.counters[COUNT_LOOPS_CUT] ||
		    seen.counters[COUNT_SPINS] || seen.n_findings || seen.events < 50)
			wrong = "a loop that counts its rounds is not run to its end";
		sim_seen_release(&seen);
		vm_program_release(&p);
	}
	return wrong;
}

/* A loop that walks over an array looks at something else in each round: it does not wait. */
static const char *check_scan(enum engine_mutation m)
{
	struct vm_program p = {.name = "scan", .bytes = 8 * 40};
	struct wire_config c = sim_config(PP_SET_ALL);
	struct sim_seen seen;
	const char *wrong = NULL;

	create_all(&p, 1);
	put(&p, 0, I_END, 0, 0, 0, 0);
	put(&p, 1, I_READ_AT, 1, 0, 0, 0); /* 0: [8 * r0] */
	put(&p, 1, I_ADD, 0, 0, 0, 1);     /* 1 */
	put(&p, 1, I_JNE, 0, 0, 40, 0);    /* 2 */
	put(&p, 1, I_END, 0, 0, 0, 0);
	c.mutation = (uint8_t)m;
	c.loops[LOOP_LOOP_ROUNDS] = 5;
	sim_run_engine(&p, &c, 100, &seen);
	if (!seen.complete || seen.executions != 1 || seen.counters[COUNT_LOOPS_CUT] ||
	    seen.events < 40)
		wrong = "a loop over an array is taken for one that waits";
	sim_seen_release(&seen);
	vm_program_release(&p);
	return wrong;
}

/* A thread that makes progress for ever reaches the limit of events. */
static const char *check_limit(enum engine_mutation m)
{
	struct vm_program p = {.name = "endless", .bytes = 16};
	struct wire_config c = sim_config(PP_SET_ALL);
	struct sim_seen seen;
	const char *wrong = NULL;

	create_all(&p, 1);
	put(&p, 0, I_END, 0, 0, 0, 0);
	put(&p, 1, I_RMW, 1, 0, 8, 1);     /* 0 */
	put(&p, 1, I_JNE, 1, 0, 30000, 0); /* 1: far beyond the limit */
	put(&p, 1, I_END, 0, 0, 0, 0);
	c.mutation = (uint8_t)m;
	c.max_events = 500;
	sim_run_engine(&p, &c, 10, &seen);
	if (!seen.counters[COUNT_EVENT_LIMIT] || !seen.findings[FINDING_INFINITE_LOOP])
		wrong = "an execution went past its limit of events";
	sim_seen_release(&seen);
	vm_program_release(&p);
	return wrong;
}

/* Who tries a lock under which another thread polls finds it held and free in turns, any number of
 * times. */
static const char *check_seen_rounds(enum engine_mutation m)
{
	struct vm_program p = {.name = "polls under a lock", .bytes = 16};
	struct wire_config c = sim_config(PP_SET_EVERYWHERE);
	struct sim_seen seen;
	const char *wrong = NULL;

	create_all(&p, 2);
	put(&p, 0, I_END, 0, 0, 0, 0);
	put(&p, 1, I_LOCK, 0, 0, 0, 0);   /* 0 */
	put(&p, 1, I_LOAD, 1, 0, 8, 0);   /* 1 */
	put(&p, 1, I_UNLOCK, 0, 0, 0, 0); /* 2 */
	put(&p, 1, I_JNE, 1, 0, 1, 0);    /* 3: goto 0 unless 1 */
	put(&p, 1, I_END, 0, 0, 0, 0);
	for (int k = 0; k < 3; k++) { /* held, free: else to the end */
		put(&p, 2, I_TRYLOCK, 2, 0, 0, 0);
		put(&p, 2, I_JNE, 2, 0, 0, 17);
		put(&p, 2, I_TRYLOCK, 2, 0, 0, 0);
		put(&p, 2, I_JNE, 2, 0, 1, 18);
		put(&p, 2, I_UNLOCK, 0, 0, 0, 0);
	}
	put(&p, 2, I_SET, 0, 0, 0, 1);    /* 15 */
	put(&p, 2, I_ASSERT, 0, 0, 0, 0); /* 16: all six outcomes, as can be */
	put(&p, 2, I_UNLOCK, 0, 0, 0, 0); /* 17 */
	put(&p, 2, I_STORE, 0, 0, 8, 1);  /* 18 */
	put(&p, 2, I_END, 0, 0, 0, 0);
	c.mutation = (uint8_t)m;
	sim_run_engine(&p, &c, MOST_EXECUTIONS, &seen);
	if (!seen.complete || seen.over)
		wrong = "polling under a lock is not explored completely";
	else if (!seen.findings[FINDING_ASSERTION])
		wrong = "rounds that others can see are left out";
	sim_seen_release(&seen);
	vm_program_release(&p);
	return wrong;
}

/* Private memory of thread 1 is hidden until thread 2 accesses it: then the search must restart. */
static const char *check_hidden(enum engine_mutation m)
{
	const char *wrong = NULL;

	for (int shared = 0; shared < 2 && !wrong; shared++) {
		struct vm_program p = {.name = "private", .private_memory = true};
		struct wire_config c = sim_config(PP_SET_EVERYWHERE | PP_HIDE_STACKS);
		unsigned own = VM_PRIVATE, other = VM_PRIVATE + VM_PRIVATE_BYTES;
		struct sim_seen seen;

		p.bytes = VM_BYTES;
		c.mutation = (uint8_t)m;
		create_all(&p, 2);
		put(&p, 0, I_END, 0, 0, 0, 0);
		for (unsigned i = 0; i < 3; i++)
			put(&p, 1, I_WRITE, 0, own, 8, (int)i);
		put(&p, 1, I_STORE, 0, 0, 8, 1);
		put(&p, 1, I_END, 0, 0, 0, 0);
		put(&p, 2, I_LOAD, 0, 0, 8, 0);
		put(&p, 2, I_READ, 1, shared ? own : other, 8, 0);
		put(&p, 2, I_END, 0, 0, 0, 0);
		sim_run_engine(&p, &c, 1000, &seen);
		if (seen.restarts != (shared != 0))
			wrong = shared ? "an access to hidden memory is not noticed"
			               : "a thread's own memory is not its own";
		else if (!shared && (seen.executions != 2 || !seen.complete))
			wrong = "hidden accesses are steps";
		sim_seen_release(&seen);
		vm_program_release(&p);
	}
	return wrong;
}

/* A thread that tries to join until the other has exited: as brute force has it, and without end
 * only in appearance. */
static const char *check_tryjoin(enum engine_mutation m)
{
	const char *wrong = NULL;

	for (int polls = 0; polls < 2 && !wrong; polls++) {
		struct vm_program p = {.name = "tryjoin", .bytes = 16};
		struct wire_config c = sim_config(PP_SET_EVERYWHERE);
		struct seen brute = {0};
		struct sim_seen seen;

		create_all(&p, 1);
		put(&p, 0, I_TRYJOIN, 0, 1, 0, 0); /* 1 */
		put(&p, 0, I_JNE, 0, 0, 1, polls ? 1 : 3);
		put(&p, 0, I_READ, 1, 0, 8, 0); /* 3 */
		put(&p, 0, I_WRITE_REG, 0, 8, 8, 0);
		put(&p, 0, I_END, 0, 0, 0, 0);
		put(&p, 1, I_WRITE, 0, 0, 8, 1);
		put(&p, 1, I_END, 0, 0, 0, 0);
		c.mutation = (uint8_t)m;
		sim_run_engine(&p, &c, 1000, &seen);
		if (polls) {
			if (!seen.complete || seen.states.n != 1 || !seen.counters[COUNT_SPINS])
				wrong = "polling by tryjoin is not finished";
		} else {
			brute_force(&p,
			            &(struct brute_options){.pp = PP_SET_EVERYWHERE,
			                                    .bound = EXPLORE_NO_BOUND,
			                                    .max_states = MOST_STATES},
			            &brute);
			wrong = compare(&brute, &seen);
			if (!wrong && seen.executions != brute.traces.n)
				wrong = "not one execution for each trace";
		}
		seen_release(&brute);
		sim_seen_release(&seen);
		vm_program_release(&p);
	}
	return wrong;
}

/* ---- all of them, for mutations ---- */

static const char *check_plain(enum engine_mutation m)
{
	return check_programs(1, 60, PP_SET_EVERYWHERE, false, m);
}

static const char *check_coarse(enum engine_mutation m)
{
	return check_programs(1000, 60, PP_SET_ALL, false, m);
}

static const char *check_spins(enum engine_mutation m)
{
	return check_programs(2000, 60, PP_SET_EVERYWHERE, true, m);
}

static const struct {
	const char *name;
	check *fn;
} checks[] = {
        {"plain", check_plain},
        {"coarse", check_coarse},
        {"spins", check_spins},
        {"cut loop", check_cut_loop},
        {"counted loop", check_counted_loop},
        {"scan", check_scan},
        {"limit", check_limit},
        {"hidden", check_hidden},
        {"seen rounds", check_seen_rounds},
        {"tryjoin", check_tryjoin},
};

#endif
