/* SPDX-License-Identifier: MIT */
/*
 * Random programs, clocks and options. After every step the simulation checks that no
 * command is wrong and no slot idle; at the end, that the search came as far as theory says:
 * all reachable races, the maximal set, and the bugs (proofs: theorems 1 and 2).
 */
#include "tests/unit/jobs/deepening_programs.h"

#define PROGRAMS 1500

static void add_bugs(struct sim_program *p, uint64_t seed)
{
	uint64_t r = seed + 77;
	p->n_bugs = 1 + test_random(&r) % 2;
	for (uint64_t i = 0; i < p->n_bugs; i++)
		p->bugs[i].needs = random_needs(&r, p->used, p->n_races);
}

/* All that can be reached by preempting on what was reached before. */
static struct job_set closure(const struct sim_program *p)
{
	struct job_set all = job_set_of(PP_SET_ALL);
	for (bool grown = true; grown;) {
		grown = false;
		for (uint64_t i = 0; i < p->n_races; i++) {
			const struct sim_race *race = &p->races[i];
			struct job_point first = sim_point(race->first);
			struct job_point second = sim_point(race->second);
			if (job_set_within(&race->seen_with, &all))
				grown |= job_set_add(&all, &first);
			if (job_set_within(&race->other_with, &all))
				grown |= job_set_add(&all, &second);
		}
	}
	return all;
}

static void nothing_is_open(const struct deepening *d)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		assert_false(job_open(&d->jobs.at[i]));
}

static void converges(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		struct sim_program p = random_program(seed);
		struct deepening_options o = random_options(seed);
		struct job_set all = closure(&p);
		struct sim s;
		p.divided = seed % 3 ? 0 : 0.1;
		sim_init(&s, &p, &o, seed);
		sim_run(&s, 1 + seed % 50);
		struct job_set reached = deepening_maximal_set(&s.d);
		struct deepening_account a = deepening_account(&s.d);
		assert_true(job_set_equal(&reached, &all));
		assert_true(a.verified);
		assert_int_equal(a.races[RACE_BENIGN], s.d.races.races.n);
		nothing_is_open(&s.d);
		job_set_release(&reached);
		job_set_release(&all);
		sim_release(&s);
		sim_program_release(&p);
	}
}

static void finds_every_bug_that_can_be_reached(void **state)
{
	unsigned found_some = 0, clean = 0;
	(void)state;
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		struct sim_program p = random_program(seed);
		struct deepening_options o = random_options(seed);
		add_bugs(&p, seed);
		o.keep_going = seed & 1;
		struct job_set all = closure(&p);
		struct sim s;
		sim_init(&s, &p, &o, seed);
		sim_run(&s, 1 + seed % 50);
		uint64_t reachable = 0, found = 0;
		for (uint64_t i = 0; i < p.n_bugs; i++) {
			bool known = false;
			for (size_t k = 0; k < s.d.bugs.n; k++)
				known |= s.d.bugs.at[k].finding == i;
			reachable += job_set_within(&p.bugs[i].needs, &all);
			found += known;
			/* What is found is real. */
			assert_true(!known || job_set_within(&p.bugs[i].needs, &all));
		}
		assert_true(o.keep_going ? found == reachable : (found > 0) == (reachable > 0));
		assert_int_equal(deepening_account(&s.d).verified, reachable == 0);
		nothing_is_open(&s.d);
		found_some += found > 0;
		clean += found == 0;
		job_set_release(&all);
		sim_release(&s);
		sim_program_release(&p);
	}
	assert_true(found_some > 20 && clean > 5);
}

static void deaths_and_time(void **state)
{
	unsigned out_of_time = 0, failed = 0, restarted = 0, suspended = 0, split = 0, added = 0;
	(void)state;
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		struct sim_program p = random_program(seed);
		struct deepening_options o = random_options(seed);
		p.base *= 20;
		p.death = seed % 3 ? 0.2 : 0;
		p.dies_on = seed % 5 == 0;
		p.divided = seed % 2 ? 0.05 : 0;
		o.budget_ms = 2000 + seed * 10;
		struct sim s;
		sim_init(&s, &p, &o, seed);
		sim_run(&s, 1 + seed % 50);
		struct deepening_account a = deepening_account(&s.d);
		assert_true(s.d.out_of_time || a.verified || a.jobs[JOB_FAILED] > 0);
		assert_false(a.verified && a.jobs[JOB_FAILED] > 0);
		assert_int_equal(s.n[COMMAND_REPORT_DEATH], a.jobs[JOB_FAILED]);
		assert_true(p.dies_on || a.jobs[JOB_FAILED] == 0);
		if (s.d.out_of_time) {
			assert_int_equal(a.jobs[JOB_RUNNING], 0);
			/* A step of the clock beyond the end of the budget, not more. */
			assert_true(s.now_ms < o.budget_ms + 51);
		} else {
			nothing_is_open(&s.d);
		}
		out_of_time += s.d.out_of_time;
		failed += a.jobs[JOB_FAILED] > 0;
		restarted += s.n[COMMAND_RESTART] > 0;
		suspended += s.d.counts.suspensions > 0;
		split += s.n[COMMAND_SPLIT] > 0;
		added += s.d.counts.parts_added > 0;
		sim_release(&s);
		sim_program_release(&p);
	}
	/* All of it did happen. */
	assert_true(out_of_time > 20 && failed > 5 && restarted > 20 && suspended > 20 &&
	            split > 20 && added > 20);
}

static uint64_t log_of(uint64_t seed, uint32_t slots)
{
	struct sim_program p = random_program(seed);
	struct deepening_options o = random_options(seed);
	o.slots = slots;
	o.budget_ms = 3000;
	p.base *= 10;
	p.death = 0.1;
	struct sim s;
	sim_init(&s, &p, &o, seed);
	sim_run(&s, 13);
	uint64_t log = s.log;
	sim_release(&s);
	sim_program_release(&p);
	return log;
}

static void same_inputs_same_commands(void **state)
{
	unsigned different = 0;
	(void)state;
	for (uint64_t seed = 0; seed < 60; seed++) {
		for (uint32_t slots = 1; slots <= 4; slots *= 2)
			assert_true(log_of(seed, slots) == log_of(seed, slots));
		different += log_of(seed, 1) != log_of(seed + 1, 1);
	}
	assert_true(different > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(converges),
	        cmocka_unit_test(finds_every_bug_that_can_be_reached),
	        cmocka_unit_test(deaths_and_time),
	        cmocka_unit_test(same_inputs_same_commands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
