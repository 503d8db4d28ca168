/* SPDX-License-Identifier: MIT */
/* Which jobs there are: seeds, races, bugs, pruning, modes. */
#include "tests/unit/jobs/deepening_hand.h"

#include <string.h>

static void seeds(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	assert_int_equal(d.jobs.n, 2);
	assert_int_equal(id_of(&d, SET(0)), 0);
	assert_int_equal(id_of(&d, SET(PP_SET_ALL)), 1);
	deepening_class_used(&d, PP_LOCK);
	deepening_class_used(&d, PP_LOCK);
	assert_int_equal(d.jobs.n, 3);
	deepening_class_used(&d, PP_UNLOCK);
	assert_int_equal(d.jobs.n, 5);
	assert_int_not_equal(id_of(&d, SET(LOCK)), NO_JOB);
	assert_int_not_equal(id_of(&d, SET(UNLOCK)), NO_JOB);
	assert_int_not_equal(id_of(&d, SET(LOCK | UNLOCK)), NO_JOB);
	deepening_class_used(&d, PP_SEM);
	assert_int_equal(d.jobs.n, 6);
	assert_int_not_equal(id_of(&d, SET(PP_BIT(PP_SEM))), NO_JOB);
	/* Neither is a seed of its own. */
	deepening_class_used(&d, PP_YIELD);
	deepening_class_used(&d, PP_MEMORY);
	assert_int_equal(d.jobs.n, 6);
	deepening_release(&d);
}

/* QUICKSAND figure 4: each pair of racing accesses spawns four jobs. */
static void a_race_makes_four_jobs(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	deepening_class_used(&d, PP_LOCK);
	size_t before = d.jobs.n;
	uint32_t lock = id_of(&d, SET(LOCK));
	race(&d, lock, 10, 20, true);
	assert_int_equal(d.jobs.n, before + 4);
	assert_int_equal(d.jobs.at[id_of(&d, SET(0, 10))].origin, JOB_SMALL);
	assert_int_equal(d.jobs.at[id_of(&d, SET(0, 20))].origin, JOB_SMALL);
	assert_int_equal(d.jobs.at[id_of(&d, SET(LOCK, 10))].origin, JOB_BIG);
	assert_int_equal(d.jobs.at[id_of(&d, SET(LOCK, 20))].origin, JOB_BIG);
	/* Told twice, it is the same race. */
	race(&d, lock, 10, 20, true);
	assert_int_equal(d.jobs.n, before + 4);
	deepening_release(&d);
}

/* Thesis §4.2.3: AB is reached from A and from B, and tested once. */
static void no_job_twice(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	race(&d, 1, 10, 20, true);
	race(&d, id_of(&d, SET(PP_SET_ALL, 10)), 10, 20, true);
	race(&d, id_of(&d, SET(PP_SET_ALL, 20)), 10, 20, true);
	assert_int_not_equal(id_of(&d, SET(PP_SET_ALL, 10, 20)), NO_JOB);
	assert_int_equal(d.jobs.n, 2 + 4 + 1);
	/* A larger one that is on its way will cover what this would: line 1 of the algorithm. */
	deepening_class_used(&d, PP_LOCK);
	race(&d, id_of(&d, SET(LOCK)), 10, 20, true);
	assert_int_equal(id_of(&d, SET(LOCK, 10)), NO_JOB);
	deepening_release(&d);
}

/* A larger job keeps a smaller one from being made only as long as it is going to cover it. */
static void what_is_not_going_to_be_run_covers_nothing(void **state)
{
	struct job_set needs = SET(PP_BIT(PP_SIGNAL));
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	deepening_class_used(&d, PP_LOCK);
	race(&d, 1, 10, 20, true);
	deepening_bug(&d, 1, 0, &needs);
	assert_int_equal(state_of(&d, SET(PP_SET_ALL, 10)), JOB_CANCELLED);
	race(&d, id_of(&d, SET(LOCK)), 10, 20, true);
	assert_int_equal(state_of(&d, SET(LOCK, 10)), JOB_PENDING);
	job_set_release(&needs);
	deepening_release(&d);
}

/* Next to a maximal job on a slot of its own, smaller ones are made as ever. */
static void a_pinned_job_does_not_keep_others_away(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d,
	               &(struct deepening_options){.slots = 2, .races = true, .pin_maximal = true});
	deepening_class_used(&d, PP_LOCK);
	race(&d, 0, 10, 10, true);
	deepening_decide(&d, 0);
	assert_int_equal(d.jobs.at[id_of(&d, SET(PP_SET_ALL, 10))].origin, JOB_MAXIMAL);
	race(&d, id_of(&d, SET(LOCK)), 10, 10, true);
	assert_int_equal(state_of(&d, SET(LOCK, 10)), JOB_PENDING);
	deepening_release(&d);
}

static void later_access_waits_for_the_upgrade(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	race(&d, 1, 10, 20, false);
	assert_int_equal(d.jobs.n, 4);
	uint32_t small = id_of(&d, SET(0, 10)), big = id_of(&d, SET(PP_SET_ALL, 10));
	assert_int_not_equal(small, NO_JOB);
	/* Without it, everything would be covered by {all, 10}. */
	deepening_part_done(&d, big, 0, NULL);
	assert_true(deepening_total(&d));
	/* A small job turns the race round: who had reported it gets the later access. */
	race(&d, small, 20, 10, true);
	assert_int_equal(d.races.races.n, 2); /* kinds differ: another pair */
	race(&d, small, 10, 20, true);
	assert_false(deepening_total(&d));
	assert_int_not_equal(id_of(&d, SET(0, 20)), NO_JOB);
	assert_int_not_equal(id_of(&d, SET(PP_SET_ALL, 20)), NO_JOB);
	deepening_release(&d);
}

/* Atomics that race are preemption points of the class already; a plain access is not. */
static void a_class_covers_its_races(void **state)
{
	struct race_sighting atomics = sim_sighting(10, 20, true),
	                     mixed = sim_sighting(10, 30, true);
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	atomics.first.kind = mixed.first.kind = OP_ATOMIC_RMW;
	atomics.second.kind = OP_ATOMIC_LOAD;
	deepening_race(&d, 0, &atomics);
	deepening_race(&d, 1, &atomics);
	/* {yield}, all of synchronization, and each access alone; nothing larger. */
	assert_int_equal(d.jobs.n, 4);
	deepening_part_done(&d, 1, 0, NULL);
	assert_true(deepening_total(&d));
	assert_int_equal(d.races.races.at[0].class, RACE_BENIGN);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(d.jobs.at[i].state, i == 1 ? JOB_DONE : JOB_PRUNED);
	deepening_race(&d, 1, &mixed);
	assert_false(deepening_total(&d));
	assert_int_not_equal(id_of(&d, SET(PP_SET_ALL, 30)), NO_JOB);
	deepening_release(&d);
}

static void small_jobs_do_not_breed(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 1);
	race(&d, 0, 10, 10, true); /* the big job of {yield} is the small one */
	assert_int_equal(d.jobs.n, 3);
	race(&d, 2, 30, 40, true);
	assert_int_equal(d.jobs.n, 3);
	assert_int_equal(d.counts.not_bred, 1);
	/* But what it saw counts: the maximal job will have it. */
	struct job_set all = deepening_maximal_set(&d);
	assert_int_equal(all.points.n, 3);
	for (uint32_t i = 0; i < 3; i++) {
		deepening_decide(&d, i);
		drain(&d);
		deepening_part_done(&d, d.slots.at[0].job, 0, NULL);
	}
	assert_false(d.over);
	assert_false(deepening_total(&d));
	deepening_decide(&d, 10);
	expect(&d, COMMAND_START, 3, 0);
	assert_true(job_set_equal(&d.jobs.at[3].set, &all));
	assert_int_equal(d.jobs.at[3].origin, JOB_MAXIMAL);
	deepening_part_done(&d, 3, 0, NULL);
	deepening_decide(&d, 11);
	assert_true(d.over && deepening_account(&d).verified);
	/* No job that reported the race preempted on it, but now every schedule was run. */
	assert_int_equal(deepening_account(&d).races[RACE_BENIGN], 2);
	race(&d, 3, 10, 30, true);
	assert_true(deepening_account(&d).verified);
	assert_int_equal(deepening_account(&d).races[RACE_BENIGN], 3);
	job_set_release(&all);
	deepening_release(&d);
}

static void a_bug_cancels_what_contains_it(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 3);
	deepening_class_used(&d, PP_LOCK);
	deepening_class_used(&d, PP_UNLOCK);
	race(&d, 1, 10, 20, true);
	uint32_t lock = id_of(&d, SET(LOCK));
	deepening_decide(&d, 0); /* {yield}, {lock}, {unlock} */
	drain(&d);
	assert_int_equal(d.jobs.at[lock].state, JOB_RUNNING);
	deepening_bug(&d, lock, 77, NULL);
	expect(&d, COMMAND_CANCEL, lock, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[lock].state, JOB_FOUND_BUG);
	assert_int_equal(state_of(&d, SET(LOCK | UNLOCK)), JOB_CANCELLED);
	assert_int_equal(state_of(&d, SET(PP_SET_ALL, 10)), JOB_CANCELLED);
	assert_int_equal(state_of(&d, SET(0, 10)), JOB_PENDING);
	assert_int_equal(state_of(&d, SET(UNLOCK)), JOB_RUNNING);
	/* One that is thought of later is cancelled at once, not forgotten. */
	race(&d, 1, 30, 40, true);
	assert_int_equal(state_of(&d, SET(PP_SET_ALL, 30)), JOB_CANCELLED);
	assert_int_equal(d.jobs.at[id_of(&d, SET(PP_SET_ALL, 30))].ended_by, lock);
	deepening_release(&d);
}

/* The schedule needed one point only; jobs that contain it are cancelled while they run, too. */
static void what_a_bug_needs(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 8);
	race(&d, 1, 10, 20, true);
	deepening_decide(&d, 0);
	drain(&d);
	uint32_t big = id_of(&d, SET(PP_SET_ALL, 10)), small = id_of(&d, SET(0, 10));
	struct job_set needs = SET(0, 10);
	uint64_t at[] = {10};
	deepening_bug(&d, big, 1, &needs);
	deepening_bug_places(&d, 1, &(pc_vec){at, 1, 1});
	expect(&d, COMMAND_CANCEL, big, 0);
	expect(&d, COMMAND_CANCEL, small, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[small].state, JOB_CANCELLED);
	assert_int_equal(state_of(&d, SET(0, 20)), JOB_RUNNING);
	assert_int_equal(d.races.races.at[0].class, RACE_BUGGY);
	/* Another race of an access at which a known bug preempts, and one of others. */
	race(&d, 1, 10, 50, true);
	race(&d, 1, 60, 70, true);
	assert_int_equal(d.races.races.at[1].class, RACE_BUGGY);
	assert_int_equal(d.races.races.at[2].class, RACE_UNTESTED);
	assert_int_equal(deepening_account(&d).races[RACE_BUGGY], 2);
	/* A second bug; then the first one's schedule gets smaller. */
	at[0] = 70;
	deepening_bug(&d, big, 2, &needs);
	deepening_bug_places(&d, 2, &(pc_vec){at, 1, 1});
	assert_int_equal(deepening_account(&d).races[RACE_BUGGY], 3);
	deepening_bug_places(&d, 1, &(pc_vec){0});
	assert_int_equal(d.races.races.at[0].class, RACE_UNTESTED);
	assert_int_equal(d.races.races.at[1].class, RACE_UNTESTED);
	assert_int_equal(d.races.races.at[2].class, RACE_BUGGY);
	job_set_release(&needs);
	deepening_release(&d);
}

static void keep_going(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d,
	               &(struct deepening_options){.slots = 2, .races = true, .keep_going = true});
	deepening_decide(&d, 0);
	drain(&d);
	deepening_bug(&d, 0, 1, NULL);
	deepening_bug(&d, 0, 2, NULL);
	expect_none(&d);
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	deepening_part_done(&d, 0, 0, NULL);
	deepening_part_done(&d, 1, 0, NULL);
	assert_int_equal(d.jobs.at[0].state, JOB_FOUND_BUG);
	assert_int_equal(d.jobs.at[0].bugs, 2);
	struct deepening_account a = deepening_account(&d);
	assert_true(a.total_coverage);
	assert_false(a.verified);
	deepening_release(&d);
}

static void a_completed_superset_prunes(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_class_used(&d, PP_LOCK);
	race(&d, 1, 10, 20, true);
	deepening_decide(&d, 0); /* {yield}, {lock} */
	drain(&d);
	uint32_t lock = id_of(&d, SET(LOCK)), all = id_of(&d, SET(PP_SET_ALL));
	deepening_part_done(&d, 0, 0, NULL);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_START, all, 0);
	deepening_part_done(&d, all, 0, NULL);
	expect(&d, COMMAND_CANCEL, lock, 0);
	assert_int_equal(d.jobs.at[lock].state, JOB_PRUNED);
	assert_int_equal(d.jobs.at[lock].ended_by, all);
	assert_int_equal(state_of(&d, SET(0, 10)), JOB_PENDING);
	/* Not made at all from now on. */
	size_t n = d.jobs.n;
	deepening_class_used(&d, PP_UNLOCK);
	assert_int_equal(d.jobs.n, n);
	/* The account names the largest only. */
	assert_true(deepening_shows(&d, &d.jobs.at[all]));
	assert_false(deepening_shows(&d, &d.jobs.at[0]));
	assert_false(deepening_shows(&d, &d.jobs.at[lock]));
	deepening_release(&d);
}

static void a_limited_job_shows_nothing(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_DEEPEN, 2);
	deepening_decide(&d, 0);
	drain(&d);
	deepening_part_done(&d, 1, 0, "3 executions cut off at the event limit");
	expect_none(&d);
	assert_int_equal(d.jobs.at[1].state, JOB_LIMITED);
	assert_string_equal(d.jobs.at[1].limit, "3 executions cut off at the event limit");
	assert_int_equal(d.jobs.at[0].state, JOB_RUNNING);
	assert_false(deepening_shows(&d, &d.jobs.at[1]));
	deepening_part_done(&d, 0, 0, NULL);
	deepening_decide(&d, 1);
	assert_true(d.over);
	assert_false(deepening_total(&d));
	deepening_release(&d);
}

/* A race that the last job itself reports makes it not the maximal one. */
static void total(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_MAXIMAL, 1);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	race(&d, 0, 10, 10, true);
	deepening_part_done(&d, 0, 0, NULL);
	assert_false(deepening_total(&d));
	assert_int_equal(d.races.races.at[0].class, RACE_UNTESTED);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_START, 1, 0);
	race(&d, 1, 10, 10, true);
	deepening_part_done(&d, 1, 0, NULL);
	assert_true(deepening_total(&d));
	assert_int_equal(d.races.races.at[0].class, RACE_BENIGN);
	deepening_decide(&d, 2);
	assert_true(d.over);
	/* Told late: it is not total any more, and goes on. */
	race(&d, 1, 50, 50, true);
	assert_false(deepening_total(&d));
	deepening_decide(&d, 3);
	expect(&d, COMMAND_START, 2, 0);
	assert_false(d.over);
	deepening_stop(&d);
	expect(&d, COMMAND_SUSPEND, 2, 0);
	deepening_decide(&d, 4);
	expect_none(&d);
	deepening_release(&d);
}

/* Where an execution was cut short, races may be missing: all must be preempted on. */
static void cut_short(void **state)
{
	(void)state;
	static const enum deepening_mode modes[] = {MODE_MAXIMAL, MODE_DEEPEN};
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		struct deepening d = begin(modes[i], 1);
		uint64_t now = 0;
		for (; !d.over; now++) {
			deepening_decide(&d, now);
			drain(&d);
			if (d.over)
				break;
			assert_false(deepening_total(&d));
			deepening_cut_short(&d);
			deepening_part_done(&d, d.slots.at[0].job, 0, NULL);
		}
		assert_true(deepening_total(&d));
		assert_int_equal(state_of(&d, SET(PP_SET_EVERYWHERE)), JOB_DONE);
		deepening_release(&d);
	}
	struct deepening d = begin(MODE_SYNC_ONLY, 1);
	deepening_cut_short(&d);
	deepening_part_done(&d, 1, 0, NULL);
	assert_false(deepening_total(&d));
	deepening_release(&d);
}

static void not_total_without_race_analysis(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){.mode = MODE_SYNC_ONLY});
	deepening_part_done(&d, 1, 0, NULL);
	assert_false(deepening_total(&d));
	deepening_release(&d);
	deepening_init(&d, &(struct deepening_options){.mode = MODE_EVERYWHERE});
	assert_false(deepening_total(&d));
	deepening_part_done(&d, 0, 0, NULL);
	assert_true(deepening_total(&d));
	deepening_release(&d);
}

/* Algorithm 1 of QUICKSAND: any larger set, and the smaller one is abandoned. */
static void maximal_mode(void **state)
{
	(void)state;
	struct deepening d = begin(MODE_MAXIMAL, 1);
	deepening_class_used(&d, PP_LOCK);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	assert_int_equal(d.jobs.at[0].set.classes, PP_SET_ALL);
	race(&d, 0, 10, 20, true);
	race(&d, 0, 30, 40, false);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_CANCEL, 0, 0);
	expect(&d, COMMAND_START, 1, 0); /* one job for both races */
	expect_none(&d);
	assert_int_equal(d.jobs.at[1].set.points.n, 3);
	assert_int_equal(d.jobs.at[0].state, JOB_CANCELLED);
	assert_int_equal(d.counts.superseded, 1);
	deepening_bug(&d, 1, 5, NULL);
	expect(&d, COMMAND_CANCEL, 1, 0);
	deepening_decide(&d, 2);
	assert_true(d.over);
	deepening_release(&d);
}

static void fixed_modes(void **state)
{
	(void)state;
	struct job_set set = SET(LOCK, 7);
	struct deepening d;
	deepening_init(
	        &d, &(struct deepening_options){.mode = MODE_SINGLE, .fixed = &set, .races = true});
	deepening_class_used(&d, PP_LOCK);
	race(&d, 0, 10, 20, true);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	assert_true(job_set_equal(&d.jobs.at[0].set, &set));
	deepening_part_done(&d, 0, 0, NULL);
	deepening_decide(&d, 1);
	assert_true(d.over && d.jobs.n == 1 && !deepening_total(&d));
	deepening_release(&d);
	job_set_release(&set);
	d = begin(MODE_SINGLE, 1);
	assert_int_equal(d.jobs.at[0].set.classes, PP_SET_ALL);
	deepening_release(&d);
	d = begin(MODE_EVERYWHERE, 1);
	assert_int_equal(d.jobs.at[0].set.classes, PP_SET_EVERYWHERE);
	deepening_release(&d);
	d = begin(MODE_SYNC_ONLY, 1);
	deepening_class_used(&d, PP_LOCK);
	race(&d, 1, 10, 20, true);
	assert_int_equal(d.jobs.n, 3);
	deepening_part_done(&d, 1, 0, NULL);
	deepening_decide(&d, 1);
	assert_true(d.over && !deepening_total(&d));
	deepening_release(&d);
}

/* The job that hid them is no proof of anything; the one that does not is, and takes its place. */
static void shared_stacks_are_shown(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){
	                           .mode = MODE_EVERYWHERE, .slots = 2, .hide_stacks = true});
	assert_int_equal(d.jobs.at[0].set.classes, PP_SET_EVERYWHERE | PP_HIDE_STACKS);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	deepening_progress(&d, 0, 0, &(struct part_progress){.executions = 5, .total = 9});
	deepening_stacks_shared(&d, 0);
	deepening_stacks_shared(&d, 0); /* told by another of its parts */
	expect(&d, COMMAND_CANCEL, 0, 0);
	assert_int_equal(d.jobs.n, 2);
	assert_int_equal(d.jobs.at[0].state, JOB_CANCELLED);
	assert_int_equal(d.jobs.at[0].ended_by, 1);
	assert_int_equal(d.jobs.at[1].set.classes, PP_SET_EVERYWHERE);
	assert_int_equal(deepening_account(&d).executions, 0);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_START, 1, 0);
	deepening_stacks_shared(&d, 1); /* there is nothing to show */
	assert_int_equal(d.jobs.n, 2);
	assert_false(deepening_total(&d));
	deepening_part_done(&d, 1, 0, NULL);
	deepening_decide(&d, 2);
	assert_true(d.over && deepening_total(&d));
	deepening_release(&d);
}

static void the_plan_is_bounded(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){.max_jobs = 4, .races = true});
	for (uint64_t pc = 10; pc < 20; pc++)
		race(&d, 1, pc, pc, true);
	assert_int_equal(d.jobs.n, 4);
	assert_int_equal(d.counts.unplanned, 18);
	/* What was not planned is still covered before all is called covered. */
	for (uint64_t now = 0; now < 5; now++) {
		assert_false(deepening_total(&d));
		deepening_decide(&d, now);
		drain(&d);
		deepening_part_done(&d, d.slots.at[0].job, 0, NULL);
	}
	assert_true(deepening_total(&d));
	assert_int_equal(vec_last(&d.jobs)->set.points.n, 10);
	deepening_release(&d);
}

static void the_words(void **state)
{
	(void)state;
	for (int i = 0; i < DEEPENING_MODES; i++)
		assert_true(strlen(deepening_mode_name[i]) && strlen(deepening_mode_meaning[i]));
	for (int i = 0; i < JOB_STATES; i++)
		assert_true(strlen(job_state_name[i]) && strlen(job_state_meaning[i]));
	assert_string_equal(job_state_name[JOB_FOUND_BUG], "found-bug");
	assert_string_equal(deepening_mode_name[MODE_SYNC_ONLY], "sync-only");
	assert_string_equal(race_fate_name[RACE_BENIGN], "benign");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(seeds),
	        cmocka_unit_test(a_race_makes_four_jobs),
	        cmocka_unit_test(no_job_twice),
	        cmocka_unit_test(what_is_not_going_to_be_run_covers_nothing),
	        cmocka_unit_test(a_pinned_job_does_not_keep_others_away),
	        cmocka_unit_test(later_access_waits_for_the_upgrade),
	        cmocka_unit_test(a_class_covers_its_races),
	        cmocka_unit_test(small_jobs_do_not_breed),
	        cmocka_unit_test(a_bug_cancels_what_contains_it),
	        cmocka_unit_test(what_a_bug_needs),
	        cmocka_unit_test(keep_going),
	        cmocka_unit_test(a_completed_superset_prunes),
	        cmocka_unit_test(a_limited_job_shows_nothing),
	        cmocka_unit_test(total),
	        cmocka_unit_test(cut_short),
	        cmocka_unit_test(not_total_without_race_analysis),
	        cmocka_unit_test(maximal_mode),
	        cmocka_unit_test(fixed_modes),
	        cmocka_unit_test(shared_stacks_are_shown),
	        cmocka_unit_test(the_plan_is_bounded),
	        cmocka_unit_test(the_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
