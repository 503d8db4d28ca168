/* SPDX-License-Identifier: MIT */
/* The verdict: all combinations of what may weaken it, and the sentences word by word. */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "explore/kinds.h"
#include "report/verdict/verdict.h"

#include <math.h>
#include <string.h>

/* What every test starts from: 20 schedules, all of them run. */
struct world {
	struct outcome outcome;
	struct wire_explore asked;
	struct verdict_facts facts;
};

static void make_world(struct world *w)
{
	*w = (struct world){.outcome.ending = ENDING_DONE, .asked.bound = EXPLORE_NO_BOUND};
	w->outcome.done.executions = 20;
	w->outcome.done.space.complete = 1;
	w->outcome.elapsed_s = 10;
	w->facts = (struct verdict_facts){
	        .outcome = &w->outcome,
	        .asked = &w->asked,
	        .pp_set = PP_SET_EVERYWHERE,
	        .max_executions = UINT64_MAX,
	};
}

static void says(struct world *w, const char *text)
{
	struct buf b = {0};
	verdict_text(&b, &w->facts);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

/* Where a line begins with "verified", the verdict is that, and the other way round. */
static void text_fits_verdict(struct world *w)
{
	struct buf b = {0};
	verdict_text(&b, &w->facts);
	const char *text = buf_cstr(&b);
	bool said = str_starts(text, "verified") || strstr(text, "\nverified");
	assert_int_equal(said, verdict_of(&w->facts) == VERDICT_VERIFIED);
	if (verdict_of(&w->facts) == VERDICT_BUDGET)
		assert_true(str_starts(text, "not verified: "));
	assert_true(b.n == 0 || b.at[b.n - 1] == '\n');
	buf_release(&b);
}

/* ---- every combination ---- */

/* One bit for each thing that may speak against "verified". */
enum flaw {
	FLAW_INCOMPLETE = 1 << 0,
	FLAW_LIMITED = 1 << 1,
	FLAW_BOUNDED = 1 << 2,
	FLAW_TRUNCATED = 1 << 3,
	FLAW_FINDING = 1 << 4,
	FLAW_DIVERGED = 1 << 5,
	FLAW_SAMPLED = 1 << 6,
	FLAW_NOTHING_RUN = 1 << 7,
	FLAW_TROUBLE = 1 << 8,
	FLAWS = 1 << 9,
};

static char trouble[] = "it died";

static void flaw_world(struct world *w, unsigned flaws)
{
	struct wire_done *done = &w->outcome.done;
	make_world(w);
	done->space.complete = !(flaws & FLAW_INCOMPLETE);
	done->space.limited = flaws & FLAW_LIMITED ? 1 : 0;
	done->space.bounded = flaws & FLAW_BOUNDED ? 1 : 0;
	done->space.truncated = flaws & FLAW_TRUNCATED ? 1 : 0;
	w->facts.findings = flaws & FLAW_FINDING ? 1 : 0;
	done->divergence.happened = flaws & FLAW_DIVERGED ? 1 : 0;
	w->asked.strategy = flaws & FLAW_SAMPLED ? STRATEGY_PCT : STRATEGY_DEPTH_FIRST;
	if (flaws & FLAW_NOTHING_RUN)
		done->executions = 0;
	w->outcome.trouble = flaws & FLAW_TROUBLE ? trouble : NULL;
}

/* counter: COUNT_COUNT for none. */
static void check_world(struct world *w, unsigned flaws, int counter)
{
	bool weak = counter < COUNT_COUNT && counter_info[counter].weight == COUNTER_WEAKENS;
	bool whole = w->outcome.ending == ENDING_DONE;
	bool verified = !flaws && whole && !weak;
	assert_int_equal(verdict_of(&w->facts) == VERDICT_VERIFIED, verified);
	assert_int_equal(verdict_of(&w->facts) == VERDICT_FINDING, (flaws & FLAW_FINDING) != 0);
	text_fits_verdict(w);
}

static void nothing_weak_is_verified(void **state)
{
	(void)state;
	for (unsigned flaws = 0; flaws < FLAWS; flaws++)
		for (int ending = ENDING_DONE; ending <= ENDING_INTERRUPTED; ending++)
			for (int stop = STOP_NONE; stop <= STOP_INTERRUPT; stop++)
				for (int counter = 0; counter <= COUNT_COUNT; counter++) {
					struct world w;
					flaw_world(&w, flaws);
					w.outcome.ending = (enum ending)ending;
					w.outcome.stopped = (enum stop)stop;
					if (counter < COUNT_COUNT)
						w.outcome.done.counters[counter] = 1;
					check_world(&w, flaws, counter);
				}
}

/* Whatever a worker may claim: numbers that no explorer counts, estimates that are none. */
static void noise(void **state)
{
	static const double odd[] = {0, -1, 1e300, 12.5, NAN, INFINITY, -INFINITY};
	uint64_t seed = 5;
	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct world w;
		flaw_world(&w, (unsigned)test_random(&seed) % FLAWS);
		struct wire_space *s = &w.outcome.done.space;
		s->blocked = test_random(&seed) >> test_random(&seed) % 64;
		s->limited = test_random(&seed) % 2 ? test_random(&seed) : 0;
		s->bounded = test_random(&seed) % 2 ? test_random(&seed) : 0;
		s->bounds_done = test_random(&seed) % 3;
		s->guaranteed = s->repeated = test_random(&seed) % 3;
		s->estimated_executions = odd[test_random(&seed) % ARRAY_SIZE(odd)];
		s->estimated_usecs = odd[test_random(&seed) % ARRAY_SIZE(odd)];
		s->pct_probability = odd[test_random(&seed) % ARRAY_SIZE(odd)];
		w.outcome.stopped = (enum stop)(test_random(&seed) % 3);
		w.facts.pp_set = (uint32_t)test_random(&seed);
		w.asked.reduction = (uint8_t)(test_random(&seed) % 3);
		text_fits_verdict(&w);
		if (verdict_of(&w.facts) == VERDICT_VERIFIED)
			assert_false(s->limited || s->bounded || !s->complete);
	}
}

/* ---- sentences ---- */

static void verified_sentences(void **state)
{
	struct world w;
	(void)state;
	make_world(&w);
	says(&w, "verified: all 20 schedules of this test that differ were run\n");
	w.outcome.done.executions = 34904;
	says(&w, "verified: all 34,904 schedules of this test that differ were run\n");
	w.outcome.done.executions = 1;
	says(&w, "verified: the only schedule of this test was run\n");
	w.outcome.done.executions = 20;
	w.facts.pp_set = PP_SET_ALL;
	says(&w, "verified for preemption at all synchronization: all 20 schedules of this test "
	         "that differ were run\n");
	w.facts.pp_set = PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK);
	w.asked.reduction = REDUCTION_NONE;
	says(&w,
	     "verified for preemption at lock,unlock: all 20 schedules of this test were run\n");
	make_world(&w);
	w.asked.reduction = REDUCTION_DPOR;
	w.outcome.done.space.blocked = 3;
	w.outcome.done.counters[COUNT_ASSUMED] = 2;
	says(&w, "verified: all schedules of this test that differ were run, in 17 executions\n"
	         "note: 2 executions given up by scree_assume\n"
	         "note: 3 executions given up half-way, since the rest had been run before\n");
}

static void budget_sentences(void **state)
{
	struct world w;
	struct wire_space *s = &w.outcome.done.space;
	(void)state;
	make_world(&w);
	s->complete = 0;
	says(&w, "not verified: the search ended before everything was run\n");
	w.outcome.stopped = STOP_TIME;
	s->estimated_executions = 12345 + 20;
	s->estimated_usecs = 50e6;
	says(&w, "not verified: the time was over\nleft: about 12,300 executions, 40 s more\n");
	w.outcome.stopped = STOP_INTERRUPT;
	s->estimated_executions = 20;
	says(&w, "not verified: interrupted\nleft: little, as far as can be estimated\n");
	w.outcome.stopped = STOP_NONE;
	w.facts.max_executions = 20;
	s->estimated_executions = 0;
	says(&w, "not verified: --max-executions=20 was reached\n");
	make_world(&w);
	w.outcome.done.counters[COUNT_FILE_WRITES] = 20;
	says(&w, "not verified: 20 executions that wrote to files, which are not reset\n");
}

static void bound_sentences(void **state)
{
	struct world w;
	(void)state;
	make_world(&w);
	w.outcome.done.space.complete = 0;
	w.outcome.done.space.bounded = 14;
	w.outcome.done.space.bounds_done = 3;
	w.asked.bound = 2;
	says(&w, "not verified: --bound=2 left out 14 preemptions\n"
	         "completed: no schedule with at most 2 preemptions fails\n");
	w.facts.pp_set = PP_SET_ALL;
	says(&w, "not verified: --bound=2 left out 14 preemptions\n"
	         "completed: no schedule with at most 2 preemptions fails, for preemption at all "
	         "synchronization\n");
	w.outcome.done.counters[COUNT_FILE_WRITES] = 20; /* what was run proves nothing */
	says(&w, "not verified: --bound=2 left out 14 preemptions; 20 executions that wrote to "
	         "files, which are not reset\n");
	w.outcome.done.counters[COUNT_FILE_WRITES] = 0;
	w.outcome.done.space.limited = 1; /* from here on nobody knows what was completed */
	w.asked.max_steps = 50;
	says(&w, "not verified: --max-depth=50 cut 1 execution short; --bound=2 left out 14 "
	         "preemptions\n");
	w.outcome.stopped = STOP_TIME;
	says(&w, "not verified: the time was over; --max-depth=50 cut 1 execution short; --bound=2 "
	         "left out 14 preemptions\n");
}

/* Rounds of growing bounds: what is left is of the one that was being run. */
static void round_sentences(void **state)
{
	struct world w;
	struct wire_space *s = &w.outcome.done.space;
	(void)state;
	make_world(&w);
	w.asked.strategy = STRATEGY_ICB;
	s->repeated = 3;
	s->bounds_done = 3;
	says(&w, "verified: all schedules of this test that differ were run, in 20 executions\n"
	         "note: 3 executions repeated what a smaller bound had run\n");
	w.asked.reduction = REDUCTION_NONE;
	says(&w, "verified: all schedules of this test that differ were run, in 20 executions\n"
	         "note: 3 executions repeated what a smaller bound had run\n");
	*s = (struct wire_space){.bounded = 7, .bounds_done = 2, .estimated_executions = 120};
	w.outcome.stopped = STOP_TIME;
	s->estimated_usecs = 50e6;
	says(&w, "not verified: the time was over\n"
	         "completed: no schedule with at most 1 preemption fails\n"
	         "left: about 100 executions, 40 s more, for the schedules with at most 2 "
	         "preemptions\n");
	s->bounds_done = 0;
	says(&w, "not verified: the time was over\n"
	         "left: about 100 executions, 40 s more, for the schedules with at most 0 "
	         "preemptions\n");
	s->bounds_done = 2;
	s->estimated_executions = 0;
	w.outcome.stopped = STOP_NONE;
	w.facts.findings = 1;
	w.facts.fewest_preemptions = 2;
	says(&w, "finding: 1 so far; not everything was run\n"
	         "completed: no schedule with at most 1 preemption fails\n");
	w.facts.fewest_preemptions = 1;
	says(&w, "finding: 1 so far; not everything was run\n"
	         "completed: every schedule that differs with at most 1 preemption\n");
}

static void sampler_sentences(void **state)
{
	struct world w;
	(void)state;
	make_world(&w);
	w.asked.strategy = STRATEGY_PCT;
	w.asked.pct_depth = 3;
	w.outcome.done.space = (struct wire_space){.pct_probability = 0.01, .guaranteed = 20};
	w.facts.max_executions = 20;
	says(&w,
	     "not verified: --max-executions=20 was reached; schedules were drawn by lot, which "
	     "proves nothing\n"
	     "a bug of depth 3 is found by one execution with a probability of at least 0.01, "
	     "by these 20 with at least 0.182\n");
	w.outcome.done.space.guaranteed = 10;
	says(&w,
	     "not verified: --max-executions=20 was reached; schedules were drawn by lot, which "
	     "proves nothing\n"
	     "a bug of depth 3 is found by one execution with a probability of at least 0.01, "
	     "by 10 of these with at least 0.0956\n");
}

static void finding_sentences(void **state)
{
	struct world w;
	(void)state;
	make_world(&w);
	w.facts.findings = 2;
	w.outcome.done.counters[COUNT_FILE_WRITES] = 1;
	says(&w, "finding: 2 in all; all 20 schedules of this test that differ were run\n"
	         "note: 1 executions that wrote to files, which are not reset\n");
	w.outcome.done.counters[COUNT_FILE_WRITES] = 0;
	w.outcome.done.space.complete = 0;
	says(&w, "finding: 2 so far; not everything was run\n");
}

/* ---- what explains it ---- */

static void codes(struct world *w, const char *text)
{
	struct buf b = {0};
	verdict_codes(&b, &w->facts);
	assert_string_equal(buf_cstr(&b), text);
	buf_release(&b);
}

static void only_what_is_not_verified_has_codes(void **state)
{
	struct world w;
	(void)state;
	make_world(&w);
	codes(&w, "");
	w.outcome.done.counters[COUNT_SPINS] = 1;
	codes(&w, "");
	w.outcome.done.counters[COUNT_LOOPS_CUT] = 1;
	codes(&w, " loops-cut");
	w.outcome.stopped = STOP_TIME;
	w.outcome.done.counters[COUNT_FILE_WRITES] = 1;
	codes(&w, " budget file-writes loops-cut");
	w.facts.findings = 1;
	codes(&w, "");
	make_world(&w);
	w.outcome.done.space.complete = 0;
	codes(&w, " budget");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(nothing_weak_is_verified),
	        cmocka_unit_test(noise),
	        cmocka_unit_test(verified_sentences),
	        cmocka_unit_test(budget_sentences),
	        cmocka_unit_test(bound_sentences),
	        cmocka_unit_test(sampler_sentences),
	        cmocka_unit_test(round_sentences),
	        cmocka_unit_test(finding_sentences),
	        cmocka_unit_test(only_what_is_not_verified_has_codes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
