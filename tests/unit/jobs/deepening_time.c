/* SPDX-License-Identifier: MIT */
/* How the budget is spent: a simulated clock, and jobs whose size nobody knows in advance. */
#include "tests/unit/jobs/deepening_hand.h"

#include <math.h>

/* One worker, 1000 ms: {yield} is done, {lock} runs, {unlock} and {all} wait. */
static struct deepening lock_runs(void)
{
	struct deepening d;
	deepening_init(&d,
	               &(struct deepening_options){.slots = 1, .races = true, .budget_ms = 1000});
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	deepening_class_used(&d, PP_LOCK);
	deepening_class_used(&d, PP_UNLOCK);
	deepening_part_done(&d, 0, 0, NULL);
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, id_of(&d, SET(LOCK)), 0);
	return d;
}

/* A job thought small turns out large; it is put aside, and gone on with when it is the best. */
static void suspended_and_resumed(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	uint32_t lock = id_of(&d, SET(LOCK)), unlock = id_of(&d, SET(UNLOCK));
	progress(&d, lock, 0, 40, 100);
	deepening_decide(&d, 10);
	expect_none(&d);
	progress(&d, lock, 0, 50, 5000);
	deepening_decide(&d, 20);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_START, unlock, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[lock].state, JOB_SUSPENDED);
	/* It keeps what it has done. */
	assert_int_equal(job_executions(&d.jobs.at[lock]), 50);
	deepening_part_done(&d, unlock, 0, NULL);
	deepening_decide(&d, 30);
	/* {lock, unlock} and {all} contain it and are not begun before it. */
	expect(&d, COMMAND_RESUME, lock, 0);
	assert_int_equal(d.counts.suspensions, 1);
	assert_int_equal(d.counts.resumptions, 1);
	/* Its estimate was wrong: it finishes, and its supersets are free. */
	deepening_part_done(&d, lock, 0, NULL);
	deepening_decide(&d, 40);
	expect(&d, COMMAND_START, id_of(&d, SET(LOCK | UNLOCK)), 0);
	deepening_release(&d);
}

static void inversion(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	uint32_t lock = id_of(&d, SET(LOCK)), unlock = id_of(&d, SET(UNLOCK));
	progress(&d, lock, 0, 50, 5000);
	deepening_decide(&d, 10);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_START, unlock, 0);
	/* Suspended, too; {lock, unlock} and {all} contain both. {lock} has less left. */
	progress(&d, unlock, 0, 50, 6000);
	deepening_decide(&d, 20);
	expect(&d, COMMAND_SUSPEND, unlock, 0);
	expect(&d, COMMAND_RESUME, lock, 0);
	/* Worse and worse: back to the other. A larger one that claims to be fast is not believed.
	 */
	progress(&d, lock, 0, 90, 7000);
	deepening_decide(&d, 30);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_RESUME, unlock, 0);
	expect_none(&d);
	assert_int_equal(d.jobs.at[1].state, JOB_PENDING);
	assert_int_equal(d.jobs.at[lock].suspensions, 2);
	deepening_release(&d);
}

/* A job that has just gone on is not judged before its estimate can have changed. */
static void no_thrashing(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	uint32_t lock = id_of(&d, SET(LOCK)), unlock = id_of(&d, SET(UNLOCK));
	progress(&d, lock, 0, ETA_THRESHOLD - 1, 5000);
	deepening_decide(&d, 10);
	expect_none(&d);
	progress(&d, lock, 0, ETA_THRESHOLD, 5000);
	deepening_decide(&d, 11);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_START, unlock, 0);
	for (uint64_t i = 1; i < ETA_THRESHOLD; i++) {
		progress(&d, unlock, 0, i, 6000);
		deepening_decide(&d, 11 + i);
		expect_none(&d);
	}
	progress(&d, unlock, 0, ETA_THRESHOLD, 6000);
	deepening_decide(&d, 50);
	expect(&d, COMMAND_SUSPEND, unlock, 0);
	expect(&d, COMMAND_RESUME, lock, 0);
	progress(&d, lock, 0, ETA_THRESHOLD + 1, 7000);
	deepening_decide(&d, 51);
	expect_none(&d);
	progress(&d, lock, 0, 2 * ETA_THRESHOLD, 7000);
	deepening_decide(&d, 52);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_RESUME, unlock, 0);
	deepening_release(&d);
}

static void without_a_budget_nothing_is_too_large(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){.slots = 1, .races = true});
	deepening_decide(&d, 0);
	expect(&d, COMMAND_START, 0, 0);
	progress(&d, 0, 0, 1000, 1e300);
	deepening_decide(&d, 1);
	expect_none(&d);
	progress(&d, 0, 0, 1000, __builtin_inf());
	deepening_decide(&d, 2);
	expect_none(&d);
	deepening_release(&d);
}

static void the_budget_ends(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	uint32_t lock = id_of(&d, SET(LOCK));
	progress(&d, lock, 0, 300, 500);
	deepening_decide(&d, 999);
	expect(&d, COMMAND_SUSPEND, lock, 0); /* for {unlock}, which might do it */
	expect(&d, COMMAND_START, id_of(&d, SET(UNLOCK)), 0);
	deepening_decide(&d, 1000);
	expect(&d, COMMAND_SUSPEND, id_of(&d, SET(UNLOCK)), 0);
	expect_none(&d);
	assert_true(d.over && d.out_of_time);
	deepening_decide(&d, 1001);
	expect_none(&d);
	struct deepening_account a = deepening_account(&d);
	assert_int_equal(a.jobs[JOB_DONE], 1);
	assert_int_equal(a.jobs[JOB_SUSPENDED], 2);
	assert_int_equal(a.jobs[JOB_PENDING], 2);
	assert_int_equal(a.executions, 300);
	assert_true(a.total == 600);
	assert_true(a.left_ms == 500);
	assert_int_equal(a.unknown, 3);
	assert_false(a.total_coverage);
	assert_int_equal(d.counts.suspensions, 1);
	deepening_release(&d);
}

static void interrupted(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	deepening_stop(&d);
	expect(&d, COMMAND_SUSPEND, id_of(&d, SET(LOCK)), 0);
	assert_true(d.over && !d.out_of_time);
	deepening_release(&d);
}

/* All parts go, all parts come back, each where it was. */
static void parts_are_suspended_together(void **state)
{
	(void)state;
	struct deepening d;
	struct deepening_command c;
	deepening_init(&d,
	               &(struct deepening_options){.slots = 2, .races = true, .budget_ms = 1000});
	deepening_decide(&d, 0);
	deepening_part_done(&d, 0, 0, NULL);
	while (deepening_command(&d, &c))
		continue;
	progress(&d, 1, 0, 100, 100);
	deepening_decide(&d, 1);
	expect(&d, COMMAND_SPLIT, 1, 1);
	deepening_class_used(&d, PP_LOCK);
	progress(&d, 1, 0, 200, 9000);
	deepening_decide(&d, 2);
	expect(&d, COMMAND_SUSPEND, 1, 0);
	expect(&d, COMMAND_SUSPEND, 1, 1);
	expect(&d, COMMAND_START, 2, 0);
	/* The other slot has nothing better to do than to go on with it. */
	expect(&d, COMMAND_RESUME, 1, 0);
	expect_none(&d);
	deepening_part_done(&d, 2, 0, NULL);
	deepening_decide(&d, 3);
	assert_true(deepening_command(&d, &c));
	assert_int_equal(c.kind, COMMAND_RESUME);
	assert_int_equal(c.job, 1);
	assert_int_equal(c.part, 1);
	expect_none(&d);
	deepening_release(&d);
}

/* A worker that died while it was suspended: its part goes on from its checkpoint. */
static void death_while_suspended(void **state)
{
	(void)state;
	struct deepening d = lock_runs();
	uint32_t lock = id_of(&d, SET(LOCK)), unlock = id_of(&d, SET(UNLOCK));
	progress(&d, lock, 0, 50, 5000);
	deepening_decide(&d, 10);
	expect(&d, COMMAND_SUSPEND, lock, 0);
	expect(&d, COMMAND_START, unlock, 0);
	deepening_part_died(&d, lock, 0, 1);
	assert_int_equal(d.jobs.at[lock].state, JOB_SUSPENDED);
	deepening_part_done(&d, unlock, 0, NULL);
	deepening_decide(&d, 20);
	expect(&d, COMMAND_RESTART, lock, 0);
	deepening_release(&d);
}

/*
 * Proofs, figure 5: a race on y that shows only to those who preempt on the race on x, and a
 * panic behind both. Nothing smaller finds it.
 */
static struct sim_program figure_5(void)
{
	struct sim_program p = {.base = 100, .growth = 2, .noise = 4, .n_races = 2, .n_bugs = 1};
	p.used = PP_BIT(PP_CREATE) | PP_BIT(PP_JOIN);
	p.races[0] = (struct sim_race){1, 5, SET(0), SET(0)};
	p.races[1] = (struct sim_race){50, 51, SET(0, 1), SET(0, 1, 5)};
	p.bugs[0].needs = SET(PP_BIT(PP_CREATE), 1, 5, 50, 51);
	return p;
}

static void nested_races(void **state)
{
	(void)state;
	for (uint32_t slots = 1; slots <= 4; slots *= 2)
		for (unsigned mode = MODE_DEEPEN; mode <= MODE_MAXIMAL; mode++) {
			struct sim_program p = figure_5();
			struct deepening_options o = {
			        .mode = (enum deepening_mode)mode, .slots = slots, .races = true};
			struct sim s;
			sim_init(&s, &p, &o, 1);
			sim_run(&s, 5);
			assert_int_equal(s.d.bugs.n, 1);
			assert_int_equal(s.d.races.races.n, 2);
			assert_int_equal(s.d.races.races.at[1].class, RACE_BUGGY);
			sim_release(&s);
			sim_program_release(&p);
		}
	/* Without racing accesses it is not found, and not called verified. */
	struct sim_program p = figure_5();
	struct deepening_options o = {.mode = MODE_SYNC_ONLY, .races = true};
	struct sim s;
	sim_init(&s, &p, &o, 1);
	sim_run(&s, 5);
	assert_int_equal(s.d.bugs.n, 0);
	assert_false(deepening_account(&s.d).verified);
	sim_release(&s);
	sim_program_release(&p);
}

/* Proofs, figure 1: a race that cannot be turned round stays single-order, and all is verified. */
static void false_positive(void **state)
{
	(void)state;
	struct sim_program p = {.used = LOCK | UNLOCK, .base = 100, .growth = 2, .n_races = 1};
	p.races[0] = (struct sim_race){1, 9, SET(LOCK), SET(LOCK, 999)};
	struct deepening_options o = {.slots = 2, .races = true};
	struct sim s;
	sim_init(&s, &p, &o, 1);
	sim_run(&s, 5);
	assert_true(deepening_account(&s.d).verified);
	assert_int_equal(s.d.races.points.points.n, 1);
	assert_int_equal(s.d.races.races.at[0].class, RACE_BENIGN);
	sim_release(&s);
	sim_program_release(&p);
}

/* The budget suffices for a few small jobs out of many: they are completed, not all begun. */
static void small_jobs_are_completed_in_time(void **state)
{
	(void)state;
	struct sim_program p = {.used = LOCK | UNLOCK, .base = 100, .growth = 30, .noise = 2};
	struct deepening_options o = {.slots = 1, .races = true, .budget_ms = 20000};
	struct sim s;
	sim_init(&s, &p, &o, 1);
	sim_run(&s, 10);
	struct deepening_account a = deepening_account(&s.d);
	assert_true(s.d.out_of_time);
	assert_int_equal(s.d.jobs.at[id_of(&s.d, SET(LOCK))].state, JOB_DONE);
	assert_int_equal(s.d.jobs.at[id_of(&s.d, SET(UNLOCK))].state, JOB_DONE);
	assert_int_equal(a.jobs[JOB_DONE], 3);
	assert_false(a.total_coverage);
	unsigned shown = 0;
	for (size_t i = 0; i < s.d.jobs.n; i++)
		shown += deepening_shows(&s.d, &s.d.jobs.at[i]);
	assert_int_equal(shown, 2); /* {yield} is within both */
	sim_release(&s);
}

/* More workers: the same result in less time, by more jobs at once and by splitting. */
static void more_workers_are_faster(void **state)
{
	uint64_t last = UINT64_MAX;
	(void)state;
	for (uint32_t slots = 1; slots <= 4; slots *= 2) {
		struct sim_program p = {.used = LOCK | UNLOCK | PP_BIT(PP_CREATE),
		                        .base = 500,
		                        .growth = 3,
		                        .noise = 2};
		struct deepening_options o = {.slots = slots, .races = true};
		struct sim s;
		sim_init(&s, &p, &o, 1);
		sim_run(&s, 10);
		assert_true(deepening_account(&s.d).verified);
		assert_true(s.now_ms < last);
		assert_true(slots == 1 || s.n[COMMAND_SPLIT] > 0);
		last = s.now_ms;
		sim_release(&s);
	}
}

static uint32_t ended(const struct deepening *d)
{
	uint32_t n = 0;
	for (size_t i = 0; i < d->jobs.n; i++)
		n += !job_open(&d->jobs.at[i]);
	return n;
}

/* Lets the jobs that run end, until the maximal one does; its id. */
static uint32_t until_its_turn(struct deepening *d)
{
	for (;;) {
		uint32_t id = d->slots.at[0].job;
		assert_int_not_equal(id, NO_JOB);
		if (d->jobs.at[id].origin == JOB_MAXIMAL)
			return id;
		progress(d, id, 0, 300, 0);
		deepening_part_done(d, id, 0, NULL);
		deepening_decide(d, d->now_ms + 1);
		drain(d);
	}
}

/* When 16 jobs have ended, the maximal one gets a turn; it is given up when it has grown. */
static void turns_of_the_maximal_job(void **state)
{
	(void)state;
	struct deepening d;
	deepening_init(&d, &(struct deepening_options){.slots = 1, .races = true, .turns = true});
	deepening_decide(&d, 0);
	for (uint64_t i = 0; i < 40; i++)
		race(&d, 0, 10 + i, 10 + i, true);
	uint32_t first = until_its_turn(&d);
	uint32_t before = ended(&d);
	assert_int_equal(before, 16);
	progress(&d, first, 0, 16 * 300 - 1, 1000);
	deepening_decide(&d, 100);
	expect_none(&d);
	/* It has had as much as all others. */
	progress(&d, first, 0, 16 * 300, 1000);
	deepening_decide(&d, 101);
	expect(&d, COMMAND_SUSPEND, first, 0);
	/* It has grown by its next turn: what it was does not hold it back. */
	race(&d, 1, 60, 60, true);
	uint32_t second = until_its_turn(&d);
	assert_int_not_equal(second, first);
	assert_true(ended(&d) >= 2 * before && ended(&d) < 3 * before);
	assert_int_equal(d.jobs.at[first].state, JOB_CANCELLED);
	assert_int_equal(d.counts.superseded, 1);
	deepening_part_done(&d, second, 0, NULL);
	deepening_decide(&d, 200);
	assert_true(d.over && deepening_account(&d).verified);
	deepening_release(&d);
}

/* Many races, each of which makes a job with every set that met it. */
static void a_flood_of_jobs_does_not_keep_the_maximal_one_waiting(void **state)
{
	(void)state;
	struct sim_program p = {.used = LOCK | UNLOCK, .base = 100, .growth = 1.3, .n_races = 3};
	for (uint64_t i = 0; i < p.n_races; i++)
		p.races[i] = (struct sim_race){10 + i, 20 + i, SET(0), SET(0)};
	uint64_t took[2];
	for (int turns = 0; turns < 2; turns++) {
		struct deepening_options o = {.slots = 1, .races = true, .turns = turns};
		struct sim s;
		sim_init(&s, &p, &o, 1);
		sim_run(&s, 10);
		assert_true(deepening_account(&s.d).verified);
		took[turns] = s.now_ms;
		sim_release(&s);
	}
	uint64_t alone = (uint64_t)(100 * pow(1.3, 2 + 2 * 3));
	assert_true(took[1] < 10 * alone);
	assert_true(took[0] > 20 * alone);
	sim_program_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(turns_of_the_maximal_job),
	        cmocka_unit_test(a_flood_of_jobs_does_not_keep_the_maximal_one_waiting),
	        cmocka_unit_test(suspended_and_resumed),
	        cmocka_unit_test(inversion),
	        cmocka_unit_test(no_thrashing),
	        cmocka_unit_test(without_a_budget_nothing_is_too_large),
	        cmocka_unit_test(the_budget_ends),
	        cmocka_unit_test(interrupted),
	        cmocka_unit_test(parts_are_suspended_together),
	        cmocka_unit_test(death_while_suspended),
	        cmocka_unit_test(nested_races),
	        cmocka_unit_test(false_positive),
	        cmocka_unit_test(small_jobs_are_completed_in_time),
	        cmocka_unit_test(more_workers_are_faster),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
