/* SPDX-License-Identifier: MIT */
/* Choosing the best job: the situation of thesis figure 4.6, and a literal transcription of the
 * algorithm. */
#include "tests/unit/jobs/deepening_sim.h"

#define MIN   60e3
#define HOUR  (60 * MIN)
#define DR917 0x102917
#define DRECF 0x1000ecf

static struct job job(uint32_t id, enum job_state state, struct job_set set, double eta)
{
	struct job j = job_of(id, JOB_SEED, set);
	j.state = state;
	j.parts.at[0].state = state == JOB_RUNNING ? PART_RUNNING : PART_SUSPENDED;
	j.parts.at[0].progress.eta_ms = eta;
	j.parts.at[0].progress.executions = 1000;
	return j;
}

static void release(struct job *jobs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		job_release(&jobs[i]);
}

#define LOCK   PP_BIT(PP_LOCK)
#define UNLOCK PP_BIT(PP_UNLOCK)

/* The jobs of figure 4.6, 2 min 52 s into a budget of an hour. */
static void figure_4_6(void **state)
{
	struct race_table races = {0};
	struct best_job_options o = {ETA_FACTOR, ETA_THRESHOLD};
	double left = HOUR - 2 * MIN - 52e3;
	(void)state;
	struct job j[] = {
	        job(0, JOB_DONE, SET(0), 0),
	        job(1, JOB_RUNNING, SET(LOCK), 8 * MIN + 14e3),
	        job(2, JOB_FOUND_BUG, SET(UNLOCK), 0),
	        job(3, JOB_RUNNING, SET(LOCK | UNLOCK), 24 * MIN + 32e3),
	        job(4, JOB_DONE, SET(0, DR917), 0),
	        job(5, JOB_RUNNING, SET(LOCK | UNLOCK, DR917), HOUR + 2 * MIN + 14e3),
	        job(6, JOB_DONE, SET(0, DRECF), 0),
	        job(7, JOB_RUNNING, SET(LOCK | UNLOCK, DRECF), 33 * MIN + 14e3),
	        job(8, JOB_SUSPENDED, SET(UNLOCK, DR917), 2 * HOUR + 6 * MIN + 3e3),
	        job(9, JOB_SUSPENDED, SET(UNLOCK, DRECF), 2 * HOUR + 35 * MIN + 37e3),
	        job(10, JOB_SUSPENDED, SET(LOCK, DR917), 4 * HOUR + 20 * MIN + 31e3),
	        job(11, JOB_RUNNING, SET(LOCK | UNLOCK, DR917, DRECF), 50 * MIN + 16e3),
	};
	/* The running ones may go on, the suspended ones were rightly suspended. */
	for (size_t i = 0; i < ARRAY_SIZE(j); i++) {
		if (j[i].state == JOB_RUNNING)
			assert_false(job_too_large(&j[i], &o, left));
		if (j[i].state == JOB_SUSPENDED)
			assert_true(job_too_large(&j[i], &o, left));
	}
	/* Were job 5 as slow as job 10, job 8 would be next: the least that is left. */
	j[5].parts.at[0].progress.eta_ms = 5 * HOUR;
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, 5), 8);
	/* ETA inversion: job 11 seems faster than jobs 8 to 10, which it contains. */
	j[11].state = JOB_SUSPENDED;
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, 5), 8);
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, NO_JOB), 8);
	/* The same for one that has not been begun. */
	j[11].state = JOB_PENDING;
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, 5), 8);
	/* Once the smaller ones are out of the way it may run; not in place of one within it. */
	j[8].state = j[9].state = j[10].state = JOB_DONE;
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, 5), NO_JOB);
	assert_int_equal(best_job(j, ARRAY_SIZE(j), &races, NO_JOB), 11);
	release(j, ARRAY_SIZE(j));
}

static void order_of_pending_jobs(void **state)
{
	struct race_table races = {0};
	struct race_sighting single = sim_sighting(10, 20, false),
	                     both = sim_sighting(30, 40, true);
	(void)state;
	race_table_see(&races, 0, &single);
	race_table_see(&races, 0, &both);
	struct job j[] = {
	        job(0, JOB_PENDING, SET(PP_SET_ALL, 10, 30), 0),
	        job(1, JOB_PENDING, SET(LOCK | UNLOCK, 10), 0),
	        job(2, JOB_PENDING, SET(0, 10), 0),
	        job(3, JOB_PENDING, SET(LOCK, 40), 0),
	        job(4, JOB_PENDING, SET(0, 30), 0),
	        job(5, JOB_PENDING, SET(PP_SET_ALL), 0),
	        job(6, JOB_PENDING, SET(UNLOCK), 0),
	        job(7, JOB_PENDING, SET(LOCK), 0),
	};
	static const uint32_t expected[] = {6, 7, 5, 4, 3, 0, 2, 1};
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++) {
		uint32_t best = best_job(j, ARRAY_SIZE(j), &races, NO_JOB);
		assert_int_equal(best, expected[i]);
		j[best].state = JOB_RUNNING;
	}
	release(j, ARRAY_SIZE(j));
	race_table_release(&races);
}

static void too_large(void **state)
{
	struct best_job_options o = {ETA_FACTOR, ETA_THRESHOLD};
	(void)state;
	struct job j = job(0, JOB_RUNNING, SET(LOCK), 2000);
	struct part_progress *p = &j.parts.at[0].progress;
	assert_true(job_too_large(&j, &o, 1000));
	assert_false(job_too_large(&j, &o, 1001));
	p->executions = ETA_THRESHOLD - 1;
	assert_false(job_too_large(&j, &o, 0));
	p->executions = ETA_THRESHOLD;
	assert_true(job_too_large(&j, &o, 1000));
	/* It went on a moment ago. */
	j.since = 1;
	assert_false(job_too_large(&j, &o, 1000));
	j.since = 0;
	p->eta_ms = ETA_UNKNOWN;
	assert_false(job_too_large(&j, &o, 0));
	p->eta_ms = __builtin_inf();
	assert_true(job_too_large(&j, &o, 1e18));
	assert_false(job_too_large(&j, &(struct best_job_options){4, 2000}, 1000));
	job_release(&j);
}

/* Lines 4 to 18 as printed, with j0 among the suspended ones for line 6. */
static uint32_t as_printed(struct job *j, size_t n, const struct race_table *races, uint32_t now)
{
	uint32_t best = NO_JOB;
	for (uint32_t p = 0; p < n; p++) {
		bool ok = j[p].state == JOB_PENDING;
		for (uint32_t s = 0; s < n; s++)
			if ((j[s].state == JOB_SUSPENDED || s == now) &&
			    job_set_within(&j[s].set, &j[p].set) && s != p)
				ok = false;
		if (ok && (best == NO_JOB || job_before(races, &j[p], &j[best])))
			best = p;
	}
	if (best != NO_JOB)
		return best;
	double least = j[now].parts.at[0].progress.eta_ms;
	for (uint32_t s = 0; s < n; s++) {
		bool ok = j[s].state == JOB_SUSPENDED && !job_set_within(&j[now].set, &j[s].set) &&
		          j[s].parts.at[0].progress.eta_ms < least;
		for (uint32_t s2 = 0; s2 < n; s2++)
			if (j[s2].state == JOB_SUSPENDED && s2 != s &&
			    job_set_within(&j[s2].set, &j[s].set))
				ok = false;
		if (ok) {
			best = s;
			least = j[s].parts.at[0].progress.eta_ms;
		}
	}
	return best;
}

static void as_the_paper_prints_it(void **state)
{
	static const enum job_state states[] = {JOB_PENDING, JOB_SUSPENDED, JOB_SUSPENDED,
	                                        JOB_DONE};
	struct race_table races = {0};
	struct race_sighting both = sim_sighting(1, 2, true), single = sim_sighting(3, 4, false);
	uint64_t seed = 3;
	unsigned none = 0, pending = 0, suspended = 0;
	(void)state;
	race_table_see(&races, 0, &both);
	race_table_see(&races, 0, &single);
	for (unsigned round = 0; round < 5000; round++) {
		struct job j[7];
		unsigned taken[7];
		for (uint32_t i = 0; i < ARRAY_SIZE(j); i++) {
			/* Distinct subsets of two classes and three points. */
			taken[i] = (unsigned)(test_random(&seed) % 32);
			for (uint32_t k = 0; k < i; k++)
				if (taken[k] == taken[i]) {
					taken[i] = (taken[i] + 1) % 32;
					k = UINT32_MAX;
				}
			struct job_set s =
			        job_set_of((taken[i] & 1 ? LOCK : 0) | (taken[i] & 2 ? UNLOCK : 0));
			for (uint64_t b = 0; b < 3; b++) {
				struct job_point p = sim_point(b + 1);
				if (taken[i] & (4u << b))
					job_set_add(&s, &p);
			}
			j[i] = job(i, states[test_random(&seed) % ARRAY_SIZE(states)], s,
			           (double)(test_random(&seed) % 100));
		}
		j[0].state = JOB_RUNNING;
		uint32_t best = best_job(j, ARRAY_SIZE(j), &races, 0);
		assert_int_equal(best, as_printed(j, ARRAY_SIZE(j), &races, 0));
		none += best == NO_JOB;
		pending += best != NO_JOB && j[best].state == JOB_PENDING;
		suspended += best != NO_JOB && j[best].state == JOB_SUSPENDED;
		release(j, ARRAY_SIZE(j));
	}
	assert_true(none > 500 && pending > 500 && suspended > 500);
	race_table_release(&races);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(figure_4_6),
	        cmocka_unit_test(order_of_pending_jobs),
	        cmocka_unit_test(too_large),
	        cmocka_unit_test(as_the_paper_prints_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
