/* SPDX-License-Identifier: MIT */
/*
 * A manager that is told again what was kept is the same manager, wherever the run was cut
 * off: random simulations, kept by jobs/store/run_keeper.h, whose records (in memory as yet) are
 * told to another one after every step.
 */
#include "tests/unit/jobs/deepening_programs.h"

#include "jobs/store/run_keeper.h"

#define PROGRAMS 600

static void no_warning(const char *message)
{
	fail_msg("%s", message);
}

static void tell_bytes(struct deepening *d, const struct buf *b)
{
	struct deepening_command c;
	struct deepening_input in;
	struct reader r = {b->at, b->n, false};
	assert_true(deepening_input_decode(&r, &in));
	assert_true(deepening_input_fits(d, &in));
	deepening_apply(d, &in);
	while (deepening_command(d, &c))
		;
	deepening_input_release(&in);
}

static struct deepening replay(const struct run_keeper *k, const struct deepening_options *o)
{
	struct deepening d;
	deepening_init(&d, o);
	for (size_t i = 0; i < k->waiting.n; i++)
		tell_bytes(&d, &k->waiting.at[i].bytes);
	for (size_t i = 0; i < k->progress.n; i++)
		deepening_apply(&d, &k->progress.at[i]);
	return d;
}

static void same_part(const struct job_part *a, const struct job_part *b)
{
	assert_int_equal(a->state, b->state);
	if (a->state == PART_RUNNING)
		assert_int_equal(a->slot, b->slot);
	assert_int_equal(a->progress.executions, b->progress.executions);
	assert_true(a->progress.eta_ms == b->progress.eta_ms);
	assert_int_equal(a->deaths.n, b->deaths.n);
}

static void same_job(const struct job *a, const struct job *b)
{
	assert_true(job_set_equal(&a->set, &b->set));
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->origin, b->origin);
	assert_int_equal(a->since, b->since);
	assert_int_equal(a->split_at, b->split_at);
	assert_int_equal(a->complete, b->complete);
	assert_int_equal(a->parts.n, b->parts.n);
	for (size_t i = 0; i < a->parts.n; i++)
		same_part(&a->parts.at[i], &b->parts.at[i]);
}

static void same(const struct deepening *a, const struct deepening *b)
{
	assert_int_equal(a->jobs.n, b->jobs.n);
	for (size_t i = 0; i < a->jobs.n; i++)
		same_job(&a->jobs.at[i], &b->jobs.at[i]);
	for (size_t i = 0; i < a->slots.n; i++)
		assert_int_equal(a->slots.at[i].job, b->slots.at[i].job);
	assert_int_equal(a->pinned, b->pinned);
	assert_int_equal(a->stopped, b->stopped);
	assert_int_equal(a->races.races.n, b->races.races.n);
	assert_memory_equal(&a->counts, &b->counts, sizeof(a->counts));
	assert_int_equal(deepening_total(a), deepening_total(b));
}

static void what_was_kept_makes_the_same_manager(void **state)
{
	unsigned pinned = 0, left_out = 0;
	(void)state;
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		struct sim_program p = random_program(seed);
		struct deepening_options o = random_options(seed);
		struct run_keeper k;
		struct program none = {0};
		struct run_keeper_options options = {.program = &none, .warn = no_warning};
		p.base *= 20;
		p.death = seed % 3 ? 0.2 : 0;
		p.divided = seed % 2 ? 0.05 : 0;
		o.budget_ms = 2000 + seed * 10;
		struct result r = run_keeper_init(&k, &options);
		assert_null(r.error);
		struct sim s;
		sim_init(&s, &p, &o, seed);
		s.input = run_keeper_log(&k).input;
		s.input_arg = &k;
		sim_start(&s);
		for (unsigned steps = 0; !s.d.over; steps++) {
			sim_step(&s, 1 + seed % 50);
			struct deepening d = replay(&k, &o);
			same(&s.d, &d);
			deepening_release(&d);
			left_out += s.n[COMMAND_START] > 0 && k.waiting.n < steps;
		}
		pinned += o.pin_maximal;
		sim_release(&s);
		sim_program_release(&p);
		run_keeper_release(&k);
	}
	/* Most of the decisions and most of the progress were not kept. */
	assert_true(pinned > 10 && left_out > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_was_kept_makes_the_same_manager),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
