/* SPDX-License-Identifier: MIT */
/* How much there is to run, of which nobody has an estimate: what completed jobs say of larger
 * ones. */
#include "tests/unit/jobs/deepening_hand.h"

static void says(struct deepening *d, uint32_t job, uint64_t executions, double total)
{
	struct part_progress p = {.executions = executions, .total = total, .eta_ms = 50};
	deepening_progress(d, job, 0, &p);
}

static void completes(struct deepening *d, uint32_t job, uint64_t executions)
{
	says(d, job, executions, (double)executions);
	deepening_part_done(d, job, 0, NULL);
}

static void decide(struct deepening *d, uint64_t now_ms)
{
	deepening_decide(d, now_ms);
	drain(d);
}

static void a_job_has_what_is_within_it(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_class_used(&d, PP_LOCK);
	uint32_t lock = id_of(&d, SET(LOCK)), all = id_of(&d, SET(PP_SET_ALL));
	decide(&d, 0);
	assert_true(deepening_account(&d).foreseen == 0);
	completes(&d, 0, 30);
	decide(&d, 300);
	struct deepening_account a = deepening_account(&d);
	/* Both run by now, and say nothing. */
	assert_int_equal(d.jobs.at[lock].floor, 30);
	assert_int_equal(d.jobs.at[all].floor, 30);
	assert_int_equal(a.unknown, 2);
	assert_true(a.foreseen == 60);
	assert_true(a.total == 90);
	/* 10 ms each so far, on both slots. */
	assert_true(a.left_ms == 600);
	/* One has an estimate, below what is known to be true. */
	says(&d, lock, 5, 20);
	a = deepening_account(&d);
	assert_int_equal(a.unknown, 1);
	assert_true(job_total(&d.jobs.at[lock]) == 30);
	assert_true(a.foreseen == 30);
	assert_true(a.total == 90);
	/* A larger one is completed: what contains it has at least as much, what does not has not.
	 */
	deepening_class_used(&d, PP_SEM);
	completes(&d, lock, 100);
	assert_int_equal(d.jobs.at[all].floor, 100);
	assert_int_equal(d.jobs.at[id_of(&d, SET(PP_BIT(PP_SEM)))].floor, 30);
	/* It is over: nothing more comes. */
	completes(&d, all, 400);
	decide(&d, 500);
	assert_true(d.over);
	a = deepening_account(&d);
	assert_true(a.total == 530);
	assert_true(a.left_ms == 0);
	assert_true(a.foreseen == 0);
	deepening_release(&d);
}

/* The maximal job is foreseen before it is made, and not twice; nor where nobody will run it. */
static void the_maximal_job_comes_last(void **state)
{
	(void)state;
	for (int mode = MODE_DEEPEN; mode <= MODE_SYNC_ONLY; mode += MODE_SYNC_ONLY - MODE_DEEPEN) {
		struct deepening d = begin((enum deepening_mode)mode, 1);
		bool deepens = mode == MODE_DEEPEN;
		uint32_t all = id_of(&d, SET(PP_SET_ALL));
		decide(&d, 0);
		completes(&d, 0, 30);
		decide(&d, 10);
		race(&d, all, 10, 20, true);
		completes(&d, all, 200);
		struct deepening_account a = deepening_account(&d);
		/* {10}, {20}, {all, 10}, {all, 20}; and the maximal one. */
		assert_int_equal(a.jobs[JOB_PENDING], deepens ? 4 : 0);
		assert_true(a.foreseen == (deepens ? 30 + 30 + 200 + 200 + 200 : 0));
		if (deepens) {
			deepening_bug(&d, all, 0, NULL);
			assert_true(deepening_account(&d).foreseen == 60);
		}
		deepening_release(&d);
	}
}

/* Of many jobs that wait, those count that are begun before the maximal one makes them needless. */
static void turns_end_the_flood(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){
	                           .mode = MODE_DEEPEN, .slots = 1, .races = true, .turns = true});
	decide(&d, 0);
	completes(&d, 0, 30);
	decide(&d, 10);
	uint32_t all = id_of(&d, SET(PP_SET_ALL));
	for (uint64_t i = 0; i < 20; i++)
		race(&d, all, 100 + 2 * i, 101 + 2 * i, true);
	completes(&d, all, 200);
	struct deepening_account a = deepening_account(&d);
	assert_int_equal(a.jobs[JOB_PENDING], 80);
	assert_int_equal(d.next_turn, 16);
	assert_true(a.foreseen == 14 * 30 + 200);
	deepening_release(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_job_has_what_is_within_it),
	        cmocka_unit_test(the_maximal_job_comes_last),
	        cmocka_unit_test(turns_end_the_flood),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
