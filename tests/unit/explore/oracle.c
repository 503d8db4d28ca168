/* SPDX-License-Identifier: MIT */
/*
 * Every reduction against brute force on generated programs, with preemption points
 * everywhere, at synchronization and races, and with very coarse steps:
 *  - optimal and dpor reach the same final states, deadlocks, findings and traces;
 *  - optimal runs each trace once, and nothing else to its end;
 *  - optimal is never blocked, except where a finding or an unpredictable step
 *    (compare-and-swap, try, choice, several operations in one) misled a plan;
 *  - without a reduction the explorer reaches the same, where that is feasible;
 *  - equivalent prefixes lead to the same state: the relation itself is right;
 *  - within a bound on preemptions, what brute force reaches within it, and no more;
 *  - points at synchronization and races have every outcome that points everywhere have.
 *
 * usage: oracle [FIRST [COUNT]]: from seed FIRST on, until COUNT programs were compared.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/oracle/brute.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/race_points.h"
#include "tests/oracle/share.h"

#define MOST_STATES 6000 /* of brute force; larger programs are left out */
#define MOST_PLAIN  300  /* executions without any reduction */

static uint64_t first_seed = 0, wanted = 5000;

enum mode {
	MODE_EVERYWHERE,
	MODE_RACES,
	MODE_LOCK,
	MODE_MEMORY,
	MODE_UNLOCK,
	MODE_YIELD,
	MODE_COUNT
};

static const struct {
	const char *name;
	unsigned pp;
} modes[MODE_COUNT] = {
        [MODE_EVERYWHERE] = {"everywhere", PP_SET_EVERYWHERE},
        [MODE_RACES] = {"all and races", PP_SET_ALL},
        [MODE_LOCK] = {"lock, sem", PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM)},
        [MODE_MEMORY] = {"memory", PP_SET_YIELD | PP_BIT(PP_MEMORY)},
        [MODE_UNLOCK] = {"unlock, join", PP_SET_YIELD | PP_BIT(PP_UNLOCK) | PP_BIT(PP_JOIN)},
        [MODE_YIELD] = {"yield", PP_SET_YIELD},
};

struct totals {
	uint64_t spaces, traces, optimal, blocked, dpor, dpor_blocked, plain;
};

static struct totals totals[MODE_COUNT];
static uint64_t bounded;

static const char *mistake(const struct seen *brute, const struct seen *seen)
{
	if (seen->over)
		return "too many executions";
	if (seen->diverged)
		return "divergence";
	if (!seen->stats.complete)
		return "not complete";
	if (!hash_set_equal(&brute->states, &seen->states))
		return "final states differ";
	if (!brute->deadlocks != !seen->deadlocks || !brute->findings != !seen->findings)
		return "findings differ";
	if (!hash_set_equal(&brute->traces, &seen->traces))
		return "traces differ";
	return NULL;
}

static bool predictable(const struct vm_program *p)
{
	for (unsigned t = 0; t < p->n_threads; t++)
		for (size_t k = 0; k < p->code[t].n; k++)
			switch (p->code[t].at[k].op) {
			case I_CAS:
			case I_CHOOSE:
			case I_SIGNAL:
			case I_FUTEX_WAKE:
			case I_FUTEX_REQUEUE:
			case I_TRYLOCK:
			case I_TIMEDLOCK:
			case I_TRYRDLOCK:
			case I_TRYWRLOCK:
			case I_TIMEDRDLOCK:
			case I_TIMEDWRLOCK:
			case I_SEM_TRYWAIT:
			case I_SEM_TIMEDWAIT:
			case I_FUTEX_WAIT:
			case I_FUTEX_TIMEDWAIT:
			case I_ONCE:
			case I_EXIT:
				return false;
			}
	return true;
}

struct subject {
	const struct vm_program *p;
	uint64_t seed;
	enum mode mode;
};

static void complain(const struct subject *s, const char *who, const char *what,
                     const struct seen *brute, const struct seen *seen)
{
	fprintf(stderr,
	        "seed %llu, points at %s, %s: %s (brute force: %zu states, %zu traces; %s: %llu "
	        "executions, %llu blocked, %zu states, %zu traces)\n",
	        (unsigned long long)s->seed, modes[s->mode].name, who, what, brute->states.n,
	        brute->traces.n, who, (unsigned long long)seen->stats.executions,
	        (unsigned long long)seen->stats.blocked, seen->states.n, seen->traces.n);
	gen_print(s->p);
	fail();
}

/* what: a mistake, or NULL. */
static void judge(const struct subject *s, const char *who, const char *what,
                  const struct seen *brute, const struct seen *seen)
{
	if (what)
		complain(s, who, what, brute, seen);
}

static void compare_optimal(const struct subject *s, const struct seen *brute)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct totals *sum = &totals[s->mode];
	struct seen seen;
	const char *what;

	check_explore(s->p, &o, modes[s->mode].pp, 4 * brute->traces.n + 100, true, &seen);
	what = mistake(brute, &seen);
	if (!what && (seen.duplicates || seen.stats.executions != brute->traces.n))
		what = "a trace was run twice";
	if (!what && seen.stats.blocked && s->mode == MODE_EVERYWHERE && !brute->findings &&
	    predictable(s->p))
		what = "blocked";
	judge(s, "optimal", what, brute, &seen);
	sum->traces += brute->traces.n;
	sum->optimal += seen.stats.executions;
	sum->blocked += seen.stats.blocked;
	seen_release(&seen);
}

static void compare_dpor(const struct subject *s, const struct seen *brute)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen seen;
	const char *what;

	o.reduction = REDUCTION_DPOR;
	check_explore(s->p, &o, modes[s->mode].pp, 100 * brute->traces.n + 1000, true, &seen);
	what = mistake(brute, &seen);
	judge(s, "dpor", what, brute, &seen);
	totals[s->mode].dpor += seen.stats.executions;
	totals[s->mode].dpor_blocked += seen.stats.blocked;
	seen_release(&seen);
}

/* The explorer without reduction, where its executions are not too many. */
static void compare_plain(const struct subject *s, const struct seen *brute)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen seen;
	const char *what;

	o.reduction = REDUCTION_NONE;
	check_explore(s->p, &o, modes[s->mode].pp, MOST_PLAIN, true, &seen);
	if (!seen.over) {
		what = mistake(brute, &seen);
		if (what)
			complain(s, "no reduction", what, brute, &seen);
		totals[s->mode].plain++;
	}
	seen_release(&seen);
}

/* False: too large. */
static bool compare(const struct subject *s, struct seen *brute)
{
	struct brute_options o = {
	        .pp = modes[s->mode].pp, .bound = EXPLORE_NO_BOUND, .max_states = MOST_STATES};

	brute_force(s->p, &o, brute);
	if (brute->over)
		return false;
	if (brute->inconsistent)
		complain(s, "brute force", "equivalent prefixes, different states", brute, brute);
	totals[s->mode].spaces++;
	compare_optimal(s, brute);
	compare_dpor(s, brute);
	if (brute->traces.n < MOST_PLAIN)
		compare_plain(s, brute);
	return true;
}

/* Bounds 0 to 2, by turns, for some of the programs; points everywhere. */
static void compare_bounded(const struct subject *s)
{
	uint32_t bound = (uint32_t)(s->seed / 4 % 3);
	struct brute_options o = {
	        .pp = PP_SET_EVERYWHERE, .bound = bound, .max_states = MOST_STATES};
	struct explore_options e = EXPLORE_OPTIONS_DEFAULT;
	struct seen brute, seen;

	brute_force(s->p, &o, &brute);
	e.preemption_bound = bound;
	check_explore(s->p, &e, PP_SET_EVERYWHERE, 20 * brute.traces.n + 200, true, &seen);
	/* It may take many times as many executions as there are traces. */
	if (!brute.over && !seen.over &&
	    (!hash_set_equal(&brute.states, &seen.states) ||
	     !hash_set_equal(&brute.traces, &seen.traces)))
		complain(s, "bounded", "other executions than brute force within the bound", &brute,
		         &seen);
	bounded += !brute.over && !seen.over;
	seen_release(&seen);
	seen_release(&brute);
}

/*
 * A finding ends an execution before what comes after it can race, so with a finding
 * only that it is found can be asked for.
 */
static bool same_outcomes(const struct seen *everywhere, const struct seen *races)
{
	if (everywhere->findings)
		return races->findings;
	return hash_set_equal(&everywhere->outcomes, &races->outcomes);
}

/* Whether it was compared with points everywhere, and at synchronization and races. */
static bool compare_seed(uint64_t seed)
{
	struct vm_program p, with_races;
	struct seen seen[MODE_COUNT];
	bool done[MODE_COUNT] = {0};

	gen_program(&p, seed);
	done[MODE_EVERYWHERE] =
	        compare(&(struct subject){&p, seed, MODE_EVERYWHERE}, &seen[MODE_EVERYWHERE]);
	if (done[MODE_EVERYWHERE] && seed % 4 == 0)
		compare_bounded(&(struct subject){&p, seed, MODE_EVERYWHERE});
	with_races = p;
	if (races_add_points(&with_races, MOST_STATES))
		done[MODE_RACES] = compare(&(struct subject){&with_races, seed, MODE_RACES},
		                           &seen[MODE_RACES]);
	else
		seen[MODE_RACES] = (struct seen){0};
	for (enum mode m = MODE_LOCK; m < MODE_COUNT; m++)
		done[m] = compare(&(struct subject){&p, seed, m}, &seen[m]);
	if (done[MODE_EVERYWHERE] && done[MODE_RACES] &&
	    !same_outcomes(&seen[MODE_EVERYWHERE], &seen[MODE_RACES]))
		complain(&(struct subject){&p, seed, MODE_RACES}, "the race points",
		         "other outcomes than everywhere", &seen[MODE_EVERYWHERE],
		         &seen[MODE_RACES]);
	for (unsigned m = 0; m < MODE_COUNT; m++)
		seen_release(&seen[m]);
	vm_program_release(&p);
	return done[MODE_EVERYWHERE] && done[MODE_RACES];
}

static void test_oracle(void **state)
{
	uint64_t compared = 0, seed = first_seed;

	(void)state;
	for (; compared < wanted; seed++)
		compared += compare_seed(seed);
	printf("%llu programs compared, %llu left out as too large; %llu within a bound\n",
	       (unsigned long long)compared, (unsigned long long)(seed - first_seed - compared),
	       (unsigned long long)bounded);
	for (unsigned m = 0; m < MODE_COUNT; m++)
		printf("%-16s %llu spaces, %llu traces; optimal %llu executions and %llu blocked; "
		       "dpor %llu and %llu; no reduction: %llu spaces\n",
		       modes[m].name, (unsigned long long)totals[m].spaces,
		       (unsigned long long)totals[m].traces, (unsigned long long)totals[m].optimal,
		       (unsigned long long)totals[m].blocked, (unsigned long long)totals[m].dpor,
		       (unsigned long long)totals[m].dpor_blocked,
		       (unsigned long long)totals[m].plain);
	/* Most of what the generator makes must be within reach. */
	assert_true(compared > (seed - first_seed) / 2);
}

/* Each was once a mistake; comments in explore/ name them. */
static const uint64_t remembered[] = {4213,     6167,     11067,    20724,   32632,
                                      10000716, 10004783, 10011156, 7004685, 1550109};

static void test_remembered(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(remembered); i++)
		compare_seed(remembered[i]);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_oracle)};
	const struct CMUnitTest all[] = {cmocka_unit_test(test_remembered),
	                                 cmocka_unit_test(test_oracle)};

	wanted = test_share(wanted);
	if (argc == 1)
		return cmocka_run_group_tests(all, NULL, NULL);
	first_seed = strtoull(argv[1], NULL, 0);
	wanted = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
