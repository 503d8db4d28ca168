/* SPDX-License-Identifier: MIT */
/* Races: orders, upgrades, points, and what becomes of them. */
#include "tests/unit/jobs/deepening_sim.h"

static struct race_news see(struct race_table *t, uint32_t job, uint64_t first, uint64_t second,
                            bool both)
{
	struct race_sighting s = sim_sighting(first, second, both);
	return race_table_see(t, job, &s);
}

static void single_order_has_one_point(void **state)
{
	struct race_table t = {0};
	(void)state;
	struct race_news n = see(&t, 0, 20, 10, false);
	struct job_point p[2], ten = sim_point(10), twenty = sim_point(20);
	assert_true(n.new_race && n.new_reporter && !n.upgraded);
	assert_int_equal(race_points(&t.races.at[0], p), 1);
	assert_int_equal(p[0].pc, 20);
	assert_false(job_set_has(&t.points, &ten));
	assert_false(race_table_both_orders(&t, &twenty));
	n = see(&t, 0, 20, 10, false);
	assert_true(!n.new_race && !n.new_reporter && !n.upgraded);
	n = see(&t, 3, 20, 10, true);
	assert_true(!n.new_race && n.new_reporter && n.upgraded);
	assert_int_equal(race_points(&t.races.at[0], p), 2);
	assert_true(job_set_has(&t.points, &ten));
	assert_true(race_table_both_orders(&t, &twenty) && race_table_both_orders(&t, &ten));
	assert_int_equal(t.races.n, 1);
	race_table_release(&t);
}

/* Each job saw one order only; together they saw both. */
static void two_jobs_make_both_orders(void **state)
{
	struct race_table t = {0};
	struct race_sighting s = sim_sighting(10, 20, false);
	(void)state;
	race_table_see(&t, 0, &s);
	struct race_sighting other = {.first = s.second, .second = s.first};
	assert_true(race_table_see(&t, 1, &other).upgraded);
	assert_int_equal(t.races.n, 1);
	assert_int_equal(t.points.points.n, 2);
	race_table_release(&t);
}

static void kinds_tell_races_apart(void **state)
{
	struct race_table t = {0};
	struct race_sighting s = sim_sighting(10, 20, false);
	(void)state;
	race_table_see(&t, 0, &s);
	s.second.kind = OP_FREE;
	assert_true(race_table_see(&t, 0, &s).new_race);
	race_table_release(&t);
}

static void a_place_that_races_with_itself(void **state)
{
	struct race_table t = {0};
	struct job_point p[2];
	struct race_sighting s = {.first = {sim_point(10), OP_WRITE},
	                          .second = {sim_point(10), OP_WRITE}};
	(void)state;
	race_table_see(&t, 0, &s);
	assert_int_equal(race_points(&t.races.at[0], p), 1);
	s.both_orders = true;
	race_table_see(&t, 0, &s);
	assert_int_equal(race_points(&t.races.at[0], p), 1);
	assert_int_equal(t.points.points.n, 1);
	race_table_release(&t);
}

static void nondeterministic(void **state)
{
	struct race_table t = {0};
	struct race_sighting s = sim_sighting(10, 20, false);
	(void)state;
	race_table_see(&t, 0, &s);
	assert_true(t.races.at[0].nondeterministic);
	s.first_execution = true;
	race_table_see(&t, 1, &s);
	assert_false(t.races.at[0].nondeterministic);
	s.first_execution = false;
	race_table_see(&t, 2, &s);
	assert_false(t.races.at[0].nondeterministic);
	race_table_release(&t);
}

static void classes(void **state)
{
	struct race_table t = {0};
	(void)state;
	struct job_set ten = SET(0, 10), both = SET(PP_SET_ALL, 10, 20);
	see(&t, 1, 10, 20, false);
	/* Preempted on it, but never came to the accesses. */
	race_table_completed(&t, 0, &ten);
	assert_int_equal(t.races.at[0].class, RACE_UNTESTED);
	race_table_completed(&t, 1, &ten);
	assert_int_equal(t.races.at[0].class, RACE_BENIGN);
	/* There is more to it than that job has tested. */
	see(&t, 2, 10, 20, true);
	assert_int_equal(t.races.at[0].class, RACE_UNTESTED);
	race_table_completed(&t, 2, &ten);
	assert_int_equal(t.races.at[0].class, RACE_UNTESTED);
	race_table_completed(&t, 2, &both);
	assert_int_equal(t.races.at[0].class, RACE_BENIGN);
	uint64_t at[] = {10};
	race_table_bug(&t, &(pc_vec){at, 1, 1});
	assert_int_equal(t.races.at[0].class, RACE_BUGGY);
	race_table_verified(&t);
	assert_int_equal(t.races.at[0].class, RACE_BUGGY);
	job_set_release(&ten);
	job_set_release(&both);
	race_table_release(&t);
}

/* Whatever the job was that found it; and what other jobs showed is not forgotten meanwhile. */
static void a_bug_accuses_where_it_preempts(void **state)
{
	struct race_table t = {0};
	uint64_t at[] = {20, 70};
	pc_vec places = {at, 2, 2};
	(void)state;
	see(&t, 0, 10, 20, true);
	see(&t, 0, 30, 40, true);
	see(&t, 0, 50, 60, false);
	struct job_set most = SET(PP_SET_ALL, 10, 20, 50);
	race_table_completed(&t, 0, &most);
	race_table_bug(&t, &places);
	assert_int_equal(t.races.at[0].class, RACE_BUGGY);
	assert_int_equal(t.races.at[1].class, RACE_UNTESTED);
	assert_int_equal(t.races.at[2].class, RACE_BENIGN);
	/* Its smaller schedule preempts elsewhere. */
	at[0] = 30;
	race_table_forget_bugs(&t);
	race_table_bug(&t, &places);
	assert_int_equal(t.races.at[0].class, RACE_BENIGN);
	assert_int_equal(t.races.at[1].class, RACE_BUGGY);
	assert_int_equal(t.races.at[2].class, RACE_BENIGN);
	/* What is completed while it is accused counts once it is not. */
	struct job_set rest = SET(PP_SET_ALL, 30, 40);
	race_table_completed(&t, 0, &rest);
	assert_int_equal(t.races.at[1].class, RACE_BUGGY);
	race_table_forget_bugs(&t);
	assert_int_equal(t.races.at[1].class, RACE_BENIGN);
	job_set_release(&most);
	job_set_release(&rest);
	race_table_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(single_order_has_one_point),
	        cmocka_unit_test(two_jobs_make_both_orders),
	        cmocka_unit_test(kinds_tell_races_apart),
	        cmocka_unit_test(a_place_that_races_with_itself),
	        cmocka_unit_test(nondeterministic),
	        cmocka_unit_test(classes),
	        cmocka_unit_test(a_bug_accuses_where_it_preempts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
