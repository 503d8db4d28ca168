/* SPDX-License-Identifier: MIT */
/*
 * What the explorer does for speed alone changes no result. With each shortcut off, and with all
 * off, generated programs have the same executions in the same order and the same statistics.
 * Predictions make plans shorter: without them, the same traces are run, each once, but the order,
 * the plans and the number of blocked executions may differ.
 *
 * usage: shortcuts [FIRST [END]]: other seeds than those of the test suite.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/oracle/canon.h"
#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"

#define MOST_EXECUTIONS 400

static uint64_t first_seed = 0, end_seed = 500;
static uint64_t compared, in_other_order;

struct result {
	uint64_t sequence; /* hash of the schedules and their ends, in order */
	struct hash_set traces;
	struct explore_stats stats;
	bool over, diverged;
};

static uint64_t mix(uint64_t hash, uint64_t v)
{
	return (hash ^ v) * 0x100000001b3u;
}

static uint64_t hash_run(uint64_t hash, const struct vm_run *run)
{
	hash = mix(mix(hash, run->state), (uint64_t)run->reason);
	for (size_t i = 0; i < run->steps.n; i++)
		hash = mix(mix(hash, run->steps.at[i].thread + 1u), run->steps.at[i].outcomes);
	return hash;
}

static void explore(const struct vm_program *p, struct explore_options o, unsigned pp,
                    struct result *out)
{
	struct explorer *x;
	struct scheduler *s;
	struct vm_run run = {0};
	uint64_t restarts = 0;

	o.fine_steps = check_fine_steps(pp);
	x = explorer_new(&o);
	s = explorer_scheduler(x);
	*out = (struct result){0};
	for (unsigned n = 0; s->ops->begin(s) && !out->over; n++) {
		if (explorer_stats(x)->restarts != restarts)
			hash_set_release(&out->traces);
		restarts = explorer_stats(x)->restarts;
		vm_execute(p, s, pp, &run);
		out->sequence = hash_run(out->sequence, &run);
		if (run.reason != END_ABANDONED)
			hash_set_add(&out->traces, canon_trace(&run));
		out->over = n == MOST_EXECUTIONS;
	}
	out->stats = *explorer_stats(x);
	out->diverged = explorer_divergence(x)->happened;
	s->ops->free(s);
	vm_run_release(&run);
}

/* In all numbers; the last field is compared by itself, as padding follows it. */
static bool same_stats(const struct explore_stats *a, const struct explore_stats *b)
{
	return memcmp(a, b, offsetof(struct explore_stats, complete)) == 0 &&
	       a->complete == b->complete;
}

static const char *mistake(const struct result *with, const struct result *without, uint32_t off)
{
	if (without->diverged)
		return "divergence";
	if (off & SHORTCUT_PREDICT) {
		if (without->over)
			return NULL;
		in_other_order += with->sequence != without->sequence;
		if (with->stats.executions != without->stats.executions)
			return "another number of executions";
		if (!hash_set_equal(&with->traces, &without->traces))
			return "other traces";
		return with->stats.complete != without->stats.complete ? "not complete" : NULL;
	}
	if (with->sequence != without->sequence)
		return "other executions, or another order";
	return same_stats(&with->stats, &without->stats) ? NULL : "other statistics";
}

static void compare(uint64_t seed, const struct vm_program *p, struct explore_options o,
                    unsigned pp)
{
	static const uint32_t sets[] = {
	        SHORTCUT_COVERS,
	        SHORTCUT_REPLAY,
	        SHORTCUT_PREDICT,
	        SHORTCUT_BARE_STEPS,
	        SHORTCUT_COVERS | SHORTCUT_REPLAY | SHORTCUT_BARE_STEPS,
	        SHORTCUT_COVERS | SHORTCUT_REPLAY | SHORTCUT_PREDICT | SHORTCUT_BARE_STEPS,
	};
	struct result with;

	explore(p, o, pp, &with);
	for (unsigned i = 0; i < ARRAY_SIZE(sets) && !with.over; i++) {
		struct result without;
		const char *what;

		o.shortcuts_off = sets[i];
		explore(p, o, pp, &without);
		what = mistake(&with, &without, sets[i]);
		if (what) {
			fprintf(stderr,
			        "seed %llu, points %x, reduction %d, without %x: %s (%llu and %llu "
			        "blocked; %llu and %llu)\n",
			        (unsigned long long)seed, pp, (int)o.reduction, sets[i], what,
			        (unsigned long long)with.stats.executions,
			        (unsigned long long)with.stats.blocked,
			        (unsigned long long)without.stats.executions,
			        (unsigned long long)without.stats.blocked);
			gen_print(p);
			fail();
		}
		compared++;
		hash_set_release(&without.traces);
	}
	hash_set_release(&with.traces);
}

static void test_shortcuts(void **state)
{
	static const unsigned pps[] = {PP_SET_EVERYWHERE, PP_SET_ALL,
	                               PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM)};

	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;

		gen_program(&p, seed);
		for (unsigned m = 0; m < ARRAY_SIZE(pps); m++)
			for (int r = REDUCTION_OPTIMAL; r <= REDUCTION_NONE; r++) {
				struct explore_options o = EXPLORE_OPTIONS_DEFAULT;

				o.reduction = (enum explore_reduction)r;
				compare(seed, &p, o, pps[m]);
				o.preemption_bound = (uint32_t)(seed % 3);
				compare(seed, &p, o, pps[m]);
			}
		vm_program_release(&p);
	}
	printf("%llu searches compared; %llu in another order without predictions\n",
	       (unsigned long long)compared, (unsigned long long)in_other_order);
	assert_true(compared > end_seed - first_seed);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_shortcuts)};

	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
