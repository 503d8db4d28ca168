/* SPDX-License-Identifier: MIT */
/* The account of a search over many sets: word by word, and against the manager in random searches.
 */
#include "tests/unit/jobs/deepening_sim.h"

#include "base/text.h"
#include "explore/kinds.h"
#include "report/verdict/verdict.h"

#include <string.h>

#define LOCKS (PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK))

struct world {
	struct sim sim;
	struct outcome outcome;
	struct wire_explore asked;
	struct code_words code;
	struct verdict_facts facts;
};

static void begin(struct world *w, const struct sim_program *p, struct deepening_options options)
{
	*w = (struct world){.outcome.ending = ENDING_DONE, .asked.bound = EXPLORE_NO_BOUND};
	options.races = true;
	sim_init(&w->sim, p, &options, 5);
	w->facts = (struct verdict_facts){
	        .outcome = &w->outcome,
	        .asked = &w->asked,
	        .code = &w->code,
	        .max_executions = UINT64_MAX,
	        .jobs = &w->sim.d,
	        .symbols = symbols_open(NULL),
	        .program = "./queue",
	};
}

static void end(struct world *w)
{
	symbols_free(w->facts.symbols);
	code_words_release(&w->code);
	sim_release(&w->sim);
}

/* As controller_sum_up does. */
static void sum_up(struct world *w)
{
	struct deepening_account a = deepening_account(&w->sim.d);
	w->outcome.done.executions = a.executions;
	w->outcome.done.space.complete = a.total_coverage;
	w->outcome.elapsed_s = (double)w->sim.now_ms / 1000;
	w->facts.findings = w->sim.d.bugs.n;
	if (w->sim.d.out_of_time) {
		w->outcome.stopped = STOP_TIME;
		w->outcome.ending = ENDING_INTERRUPTED;
	}
}

static void says(struct world *w, const char *text)
{
	struct buf b = {0};
	sum_up(w);
	verdict_text(&b, &w->facts);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

static struct sim_program racy(double growth)
{
	struct sim_program p = {.used = LOCKS, .base = 5, .growth = growth, .n_races = 1};
	p.races[0] = (struct sim_race){.first = 0x401136,
	                               .second = 0x40119a,
	                               .seen_with = job_set_of(0),
	                               .other_with = job_set_of(PP_BIT(PP_LOCK))};
	return p;
}

/* ---- sentences ---- */

static void verified_without_races(void **state)
{
	struct sim_program p = {.used = LOCKS, .base = 5, .growth = 2};
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1});
	sim_run(&w.sim, 1);
	says(&w, "verified: all 20 schedules of this test that differ were run\n"
	         "this means: threads were switched at all synchronization; no access races, so "
	         "that a switch elsewhere changes nothing\n"
	         "it holds for this test with these inputs, under sequential consistency\n"
	         "jobs: 5 done\n");
	/* What was not looked at, or is trusted, is said. */
	vec_push(&w.code.stack, (struct stack_word){.function = str_copy("push"), .within = true});
	vec_push(&w.code.trusted, str_copy("tally"));
	says(&w, "verified for preemption everywhere within push, trusting tally: all 20 schedules "
	         "of this test that differ were run\n"
	         "this means: threads were switched at all synchronization; no access races, so "
	         "that a switch elsewhere changes nothing\n"
	         "but: only within push; nothing is said of switches that these rules leave out\n"
	         "it holds for this test with these inputs, under sequential consistency\n"
	         "jobs: 5 done\n");
	end(&w);
}

static void verified_with_races(void **state)
{
	struct sim_program p = racy(2);
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1});
	sim_run(&w.sim, 1);
	says(&w, "verified: all 80 schedules of this test that differ were run\n"
	         "this means: threads were switched at all synchronization and at 2 racing "
	         "accesses; no other access races, so that a switch elsewhere changes nothing\n"
	         "it holds for this test with these inputs, under sequential consistency\n"
	         "benign: 1 race: met by a completed job that switches there, and no schedule of "
	         "it fails\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 19 done\n");
	end(&w);
	sim_program_release(&p);
}

static void verified_everywhere(void **state)
{
	struct sim_program p = racy(2);
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1, .mode = MODE_EVERYWHERE});
	sim_run(&w.sim, 1);
	says(&w, "verified: all 20 schedules of this test that differ were run\n"
	         "this means: threads were switched at all synchronization and at every access "
	         "that can be shared\n"
	         "it holds for this test with these inputs, under sequential consistency\n"
	         "benign: 1 race: met by a completed job that switches there, and no schedule of "
	         "it fails\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 1 done\n");
	end(&w);
	sim_program_release(&p);
}

static void out_of_time(void **state)
{
	struct sim_program p = racy(30);
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1, .budget_ms = 1500});
	sim_run(&w.sim, 10);
	says(&w,
	     "not verified: the time was over\n"
	     "completed: every schedule that differs for preemption at lock (150 executions)\n"
	     "completed: every schedule that differs for preemption at unlock (150 executions)\n"
	     "completed: every schedule that differs for preemption at 0x401136 (150 executions)\n"
	     "completed: every schedule that differs for preemption at 0x40119a (150 executions)\n"
	     "untested: 1 race: not met yet by a completed job that switches at both accesses; a "
	     "bug may be left there\n"
	     "  write at 0x401136, read at 0x40119a\n"
	     "jobs: 5 done; 5 not finished; 1 not begun\n"
	     "left: about 21,900 executions, 22 s more; and 1 job that nobody can estimate yet\n"
	     "try: more time: scree check -t 1m ./queue\n"
	     "try: few preemptions, of which most bugs need no more: scree check --bound=2 "
	     "./queue\n"
	     "try: a smaller test: fewer threads, fewer rounds, one scenario each\n");
	end(&w);
	sim_program_release(&p);
}

static void a_bug(void **state)
{
	struct sim_program p = racy(2);
	struct world w;
	struct job_point point = sim_point(0x401136);
	(void)state;
	p.n_bugs = 1;
	p.bugs[0].needs = job_set_of(0);
	job_set_add(&p.bugs[0].needs, &point);
	begin(&w, &p, (struct deepening_options){.slots = 1});
	sim_start(&w.sim);
	while (!w.sim.d.bugs.n)
		sim_step(&w.sim, 1);
	says(&w, "finding: 1 so far; not everything was run\n"
	         "buggy: 1 race: threads were switched there when a bug was found, and that may be "
	         "its cause\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 5 done; 1 found-bug; 4 cancelled; 1 not finished; 4 not begun\n");
	end(&w);
	begin(&w, &p, (struct deepening_options){.slots = 1, .keep_going = true});
	sim_run(&w.sim, 1);
	says(&w, "finding: 9 in all; all 80 schedules of this test that differ were run\n"
	         "buggy: 1 race: threads were switched there when a bug was found, and that may be "
	         "its cause\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 10 done; 9 found-bug\n");
	end(&w);
	sim_program_release(&p);
}

static void modes_that_leave_something_out(void **state)
{
	struct sim_program p = racy(2);
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1, .mode = MODE_SYNC_ONLY});
	sim_run(&w.sim, 1);
	says(&w, "not verified: there are preemption points that --mode=sync-only leaves out\n"
	         "completed: every schedule that differs for preemption at all synchronization (20 "
	         "executions)\n"
	         "untested: 1 race: not met yet by a completed job that switches at both accesses; "
	         "a bug may be left there\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 5 done\n");
	w.sim.d.options.races = false;
	says(&w, "not verified: without race analysis (--races=limited) nobody knows whether a "
	         "switch elsewhere matters\n"
	         "completed: every schedule that differs for preemption at all synchronization (20 "
	         "executions)\n"
	         "untested: 1 race: not met yet by a completed job that switches at both accesses; "
	         "a bug may be left there\n"
	         "  write at 0x401136, read at 0x40119a\n"
	         "jobs: 5 done\n");
	end(&w);
	sim_program_release(&p);
}

static void limits(void **state)
{
	struct sim_program p = {.used = 0, .base = 5, .growth = 2};
	struct deepening_command c;
	struct world w;
	(void)state;
	begin(&w, &p, (struct deepening_options){.slots = 1});
	for (deepening_decide(&w.sim.d, 0); deepening_command(&w.sim.d, &c);
	     deepening_decide(&w.sim.d, 0)) {
		struct part_progress at = {.executions = 7, .total = 9};
		deepening_progress(&w.sim.d, c.job, c.part, &at);
		deepening_part_done(&w.sim.d, c.job, c.part, "ended early");
	}
	says(&w, "not verified: ended early\n"
	         "completed: nothing yet\n"
	         "limited: preemption at all synchronization (7 executions): ended early\n"
	         "jobs: 2 limited\n");
	end(&w);
}

/* ---- against the manager ---- */

static size_t lines_with(const char *text, const char *start)
{
	size_t n = 0;
	for (const char *line = text; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		n += str_starts(line, start);
	}
	return n;
}

/* Nothing is called verified or completed that is not, and nothing completed is left out. */
static void check(struct world *w)
{
	const struct deepening *d = &w->sim.d;
	struct deepening_account a = deepening_account(d);
	struct buf b = {0};
	size_t shows = 0;
	sum_up(w);
	verdict_text(&b, &w->facts);
	const char *text = buf_cstr(&b);
	assert_int_equal(str_starts(text, "verified"), a.verified);
	assert_int_equal(str_starts(text, "not verified: "), !a.verified && !d->bugs.n);
	assert_int_equal(str_starts(text, "finding: "), d->bugs.n != 0);
	for (size_t i = 0; i < d->jobs.n; i++)
		shows += deepening_shows(d, &d->jobs.at[i]);
	bool lists = !a.total_coverage && (!d->bugs.n || d->options.keep_going);
	assert_int_equal(lines_with(text, "completed: every "), lists && shows <= 10 ? shows
	                                                        : lists              ? 10
	                                                                             : 0);
	assert_int_equal(lines_with(text, "untested: "), a.races[RACE_UNTESTED] != 0);
	assert_int_equal(lines_with(text, "buggy: "), a.races[RACE_BUGGY] != 0);
	assert_int_equal(lines_with(text, "benign: "), a.races[RACE_BENIGN] != 0);
	if (a.verified)
		assert_int_equal(a.races[RACE_UNTESTED], 0);
	buf_release(&b);
}

static void fits_the_manager(void **state)
{
	uint64_t seed = 11;
	(void)state;
	for (int i = 0; i < 300; i++) {
		struct sim_program p = racy(1.5 + (double)(test_random(&seed) % 4));
		struct job_point point = sim_point(test_random(&seed) % 2 ? 0x401136 : 0x40119a);
		struct world w;
		if (test_random(&seed) % 2) {
			p.n_bugs = 1;
			p.bugs[0].needs = job_set_of(test_random(&seed) % 2 ? 0 : LOCKS);
			job_set_add(&p.bugs[0].needs, &point);
		}
		p.death = test_random(&seed) % 4 ? 0 : 0.3;
		p.dies_on = test_random(&seed) % 2;
		begin(&w, &p,
		      (struct deepening_options){.slots = 1 + (uint32_t)(test_random(&seed) % 3),
		                                 .mode = test_random(&seed) % MODE_SINGLE,
		                                 .budget_ms = test_random(&seed) % 2 ? 200 : 0,
		                                 .keep_going = test_random(&seed) % 2});
		sim_start(&w.sim);
		for (unsigned k = 0; !w.sim.d.over && k < 500; k++) {
			sim_step(&w.sim, 7);
			check(&w);
		}
		end(&w);
		sim_program_release(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(verified_without_races),
	        cmocka_unit_test(verified_with_races),
	        cmocka_unit_test(verified_everywhere),
	        cmocka_unit_test(out_of_time),
	        cmocka_unit_test(a_bug),
	        cmocka_unit_test(modes_that_leave_something_out),
	        cmocka_unit_test(limits),
	        cmocka_unit_test(fits_the_manager),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
