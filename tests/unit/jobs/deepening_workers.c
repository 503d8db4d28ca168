/* SPDX-License-Identifier: MIT */
/* Deepening and its workers: deaths, splits, a slot of its own, news that come late. */
#include "tests/unit/jobs/deepening_hand.h"

static void the_third_death_is_a_finding(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_SINGLE, 1);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	for (unsigned i = 0; i < 2; i++) {
		deepening_part_died(&d, 0, 0, 1234);
		deepening_decide(&d, i);
		expect(&d, COMMAND_RESTART, 0, 0);
		expect_none(&d);
	}
	/* Elsewhere: that is not the third time. */
	deepening_part_died(&d, 0, 0, 99);
	deepening_decide(&d, 3);
	expect(&d, COMMAND_RESTART, 0, 0);
	deepening_part_died(&d, 0, 0, 1234);
	expect(&d, COMMAND_REPORT_DEATH, 0, 0);
	assert_int_equal(d.jobs.at[0].state, JOB_FAILED);
	deepening_decide(&d, 4);
	assert_true(d.over);
	assert_int_equal(d.counts.restarts, 3);
	deepening_release(&d);
}

static void dying_everywhere_ends_too(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_SINGLE, 1);
	unsigned deaths = 0;
	for (; d.jobs.n == 1 && !d.over; deaths++) {
		deepening_decide(&d, deaths);
		drain(&d);
		if (!d.over)
			deepening_part_died(&d, 0, 0, 1000 - deaths);
	}
	assert_int_equal(d.jobs.at[0].state, JOB_FAILED);
	assert_int_equal(deaths, DEATHS_OF_A_PART + 1);
	deepening_release(&d);
}

/* Somebody kills workers: that says nothing of the program. */
static void getting_further_is_forgiven(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_SINGLE, 1);
	for (unsigned i = 0; i < 5 * DEATHS_OF_A_PART; i++) {
		deepening_decide(&d, i);
		drain(&d);
		deepening_part_died(&d, 0, 0, i / 2);
	}
	assert_true(job_open(&d.jobs.at[0]));
	/* The third time at one place is the third time all the same. */
	deepening_part_died(&d, 0, 0, 5 * DEATHS_OF_A_PART / 2 - 1);
	assert_int_equal(d.jobs.at[0].state, JOB_FAILED);
	deepening_release(&d);
}

/* A run that is resumed with another budget, and other numbers of workers. */
static void budget_and_slots_change(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_set_budget(&d, 100);
	deepening_decide(&d, 1);
	drain(&d);
	deepening_decide(&d, 100);
	assert_true(d.over && d.out_of_time);
	drain(&d);
	deepening_set_budget(&d, 200);
	assert_false(d.over);
	deepening_decide(&d, 101);
	expect(&d, COMMAND_RESUME, 0, 0);
	expect(&d, COMMAND_RESUME, 1, 0);
	expect_none(&d);
	deepening_set_slots(&d, 1);
	expect(&d, COMMAND_SUSPEND, 1, 0);
	assert_int_equal(d.jobs.at[1].state, JOB_SUSPENDED);
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	deepening_decide(&d, 102);
	expect_none(&d);
	deepening_set_slots(&d, 3);
	deepening_decide(&d, 103);
	expect(&d, COMMAND_RESUME, 1, 0);
	expect_none(&d);
	deepening_release(&d);
}

/* Nobody knows what was in the part that died, so the larger job does not make up for it. */
static void failure_counts_against_totality(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_decide(&d, 0);
	for (unsigned i = 0; i < DEATHS_AT_ONE_PLACE; i++)
		deepening_part_died(&d, 0, 0, 1);
	deepening_part_done(&d, 1, 0, NULL);
	assert_true(d.jobs.at[1].complete);
	assert_false(deepening_total(&d));
	deepening_release(&d);
}

static void splits(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_SINGLE, 3);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	expect_none(&d); /* too young to be worth it */
	progress(&d, 0, 0, ETA_THRESHOLD, 1000);
	deepening_decide(&d, 1);
	struct deepening_command c;
	assert_true(deepening_command(&d, &c));
	assert_int_equal(c.kind, COMMAND_SPLIT);
	assert_int_equal(c.part, 1);
	assert_int_equal(c.from, 0);
	assert_int_equal(c.slot, 1);
	expect_none(&d); /* one at a time */
	progress(&d, 0, 0, ETA_THRESHOLD, 400);
	progress(&d, 0, 1, ETA_THRESHOLD, 600);
	assert_true(job_work_left_ms(&d.jobs.at[0]) == 1000);
	assert_true(job_eta_ms(&d.jobs.at[0]) == 500);
	deepening_decide(&d, 2);
	assert_true(deepening_command(&d, &c));
	assert_int_equal(c.kind, COMMAND_SPLIT);
	assert_int_equal(c.from, 1); /* has more left */
	deepening_split_refused(&d, 0, 2);
	deepening_part_done(&d, 0, 0, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	deepening_decide(&d, 3);
	expect_none(&d); /* not asked again before it has gone on */
	deepening_part_done(&d, 0, 1, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_DONE);
	assert_int_equal(job_executions(&d.jobs.at[0]), 2 * ETA_THRESHOLD);
	assert_int_equal(d.counts.splits, 2);
	assert_int_equal(d.counts.splits_refused, 1);
	deepening_release(&d);
}

static void added_parts_wait(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_SINGLE, 2);
	struct part_progress known = {.total = 50, .eta_ms = 300};
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	deepening_part_added(&d, 0, 1, &known);
	deepening_part_added(&d, 0, 2, &known);
	assert_true(job_work_left_ms(&d.jobs.at[0]) == 600);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_START, 0, 1); /* there is a slot, and nothing is split for it */
	expect_none(&d);
	deepening_part_done(&d, 0, 0, NULL);
	deepening_part_done(&d, 0, 1, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	deepening_decide(&d, 2);
	expect(&d, COMMAND_START, 0, 2);
	deepening_part_done(&d, 0, 2, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_DONE);
	assert_true(d.jobs.at[0].complete);
	assert_int_equal(d.counts.parts_added, 2);
	deepening_release(&d);
}

static void the_job_with_the_most_left_is_split(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 3);
	deepening_decide(&d, 0);
	drain(&d);
	progress(&d, 0, 0, 100, 50);
	progress(&d, 1, 0, 100, 5000);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_SPLIT, 1, 1);
	expect_none(&d);
	/* News of a part that is done change nothing. */
	deepening_part_done(&d, 1, 1, NULL);
	progress(&d, 1, 1, 3, 9999);
	assert_true(job_work_left_ms(&d.jobs.at[1]) == 5000);
	assert_int_equal(job_executions(&d.jobs.at[1]), 100);
	deepening_release(&d);
}

static void a_limited_part_limits_the_job(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_EVERYWHERE, 2);
	deepening_decide(&d, 0);
	progress(&d, 0, 0, 100, 1000);
	deepening_decide(&d, 1);
	drain(&d);
	deepening_part_done(&d, 0, 1, "bound");
	deepening_part_done(&d, 0, 0, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_LIMITED);
	assert_false(deepening_total(&d));
	deepening_release(&d);
}

static void a_job_with_free_slots_and_others_is_not_split(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_class_used(&d, PP_LOCK);
	deepening_decide(&d, 0);
	drain(&d);
	progress(&d, id_of(&d, SET(LOCK)), 0, 1000, 1000);
	deepening_part_done(&d, 0, 0, NULL);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_START, 1, 0);
	expect_none(&d);
	deepening_release(&d);
}

static void pinned(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d,
	               &(struct deepening_options){.slots = 3, .races = true, .pin_maximal = true});
	deepening_class_used(&d, PP_LOCK);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 1, 0); /* all synchronization, before anything smaller */
	expect(&d, COMMAND_START, 0, 0);
	expect(&d, COMMAND_START, 2, 0); /* {lock} */
	/* A race makes a larger set: that one runs from now on, the smaller jobs keep their slots.
	 */
	race(&d, 0, 10, 10, true);
	deepening_decide(&d, 1);
	uint32_t larger = id_of(&d, SET(PP_SET_ALL, 10));
	expect(&d, COMMAND_SUSPEND, 1, 0);
	expect(&d, COMMAND_START, larger, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	assert_int_equal(d.jobs.at[2].state, JOB_RUNNING);
	assert_int_equal(d.jobs.at[1].state, JOB_SUSPENDED);
	deepening_part_done(&d, larger, 0, NULL);
	expect(&d, COMMAND_CANCEL, 0, 0);
	expect(&d, COMMAND_CANCEL, 1, 0);
	expect(&d, COMMAND_CANCEL, 2, 0);
	deepening_decide(&d, 2);
	assert_true(d.over && deepening_account(&d).verified);
	deepening_release(&d);
}

/* What a worker said before it got the command comes in afterwards. */
static void late_news(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_decide(&d, 0);
	deepening_part_done(&d, 1, 0, NULL);
	drain(&d);
	assert_int_equal(d.jobs.at[0].state, JOB_PRUNED);
	progress(&d, 0, 0, 7, 7);
	deepening_part_done(&d, 0, 0, NULL);
	for (unsigned i = 0; i < DEATHS_AT_ONE_PLACE; i++)
		deepening_part_died(&d, 0, 0, 1);
	deepening_split_refused(&d, 0, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[0].state, JOB_PRUNED);
	assert_true(deepening_total(&d));
	race(&d, 0, 10, 20, true);
	assert_false(deepening_total(&d));
	deepening_bug(&d, 0, 9, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_FOUND_BUG);
	assert_int_equal(d.bugs.n, 1);
	deepening_release(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_third_death_is_a_finding),
	        cmocka_unit_test(dying_everywhere_ends_too),
	        cmocka_unit_test(getting_further_is_forgiven),
	        cmocka_unit_test(budget_and_slots_change),
	        cmocka_unit_test(failure_counts_against_totality),
	        cmocka_unit_test(splits),
	        cmocka_unit_test(added_parts_wait),
	        cmocka_unit_test(the_job_with_the_most_left_is_split),
	        cmocka_unit_test(a_limited_part_limits_the_job),
	        cmocka_unit_test(a_job_with_free_slots_and_others_is_not_split),
	        cmocka_unit_test(pinned),
	        cmocka_unit_test(late_news),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
