/* SPDX-License-Identifier: MIT */
#include "report/verdict/verdict.h"

#include "base/text.h"
#include "event/pp_set.h"
#include "explore/kinds.h"
#include "report/verdict/account.h"
#include "report/verdict/explain.h"
#include "report/verdict/verdict_internal.h"
#include "report/words/number.h"

#include <inttypes.h>

const char *const verdict_name[] = {
        [VERDICT_VERIFIED] = "verified",
        [VERDICT_FINDING] = "finding",
        [VERDICT_BUDGET] = "budget",
        [VERDICT_ERROR] = "error",
};

static const struct wire_space *space_of(const struct verdict_facts *f)
{
	return &f->outcome->done.space;
}

static bool samples(const struct verdict_facts *f)
{
	return strategy_samples((enum explore_strategy)f->asked->strategy);
}

/* Those that came to their end. */
static uint64_t whole_executions(const struct verdict_facts *f)
{
	uint64_t n = f->outcome->done.executions, not_whole = space_of(f)->blocked;
	if (__builtin_add_overflow(not_whole, space_of(f)->limited, &not_whole))
		return 0;
	return n > not_whole ? n - not_whole : 0;
}

#define NOTHING (-1)
#define SEVERAL COUNT_COUNT

/* The counter that weakens the verdict, NOTHING or SEVERAL. */
static int weakened_by(const struct verdict_facts *f)
{
	int by = NOTHING;
	for (int i = 0; i < COUNT_COUNT; i++)
		if (counter_info[i].weight == COUNTER_WEAKENS && f->outcome->done.counters[i])
			by = by == NOTHING ? i : SEVERAL;
	return by;
}

static bool weakened(const struct verdict_facts *f)
{
	return weakened_by(f) != NOTHING;
}

/* The worker said so, and nothing that it said besides speaks against it. */
static bool ran_everything(const struct verdict_facts *f)
{
	const struct wire_space *s = space_of(f);
	return f->outcome->ending == ENDING_DONE && !samples(f) && s->complete && !s->limited &&
	       !s->bounded && !s->truncated && whole_executions(f) > 0;
}

static bool budget_ended(const struct verdict_facts *f)
{
	return f->outcome->stopped || f->outcome->ending == ENDING_INTERRUPTED ||
	       f->outcome->done.executions >= f->max_executions;
}

enum verdict verdict_of(const struct verdict_facts *f)
{
	const struct outcome *o = f->outcome;
	if (f->findings)
		return VERDICT_FINDING;
	if ((o->ending != ENDING_DONE && o->ending != ENDING_INTERRUPTED) || o->trouble ||
	    o->done.divergence.happened)
		return VERDICT_ERROR;
	if (f->jobs)
		return deepening_account(f->jobs).verified ? VERDICT_VERIFIED : VERDICT_BUDGET;
	return ran_everything(f) && !weakened(f) ? VERDICT_VERIFIED : VERDICT_BUDGET;
}

/* ---- sentences ---- */

/* Was anything left out of the places where threads may be switched? */
static bool some_points(const struct verdict_facts *f)
{
	return (f->pp_set & PP_SET_EVERYWHERE) != PP_SET_EVERYWHERE ||
	       (f->code && f->code->stack.n);
}

/* "at lock,unlock,queue.c:12 within push"; nothing where threads may be switched everywhere. */
static void add_points(struct buf *b, const struct verdict_facts *f)
{
	const string_vec *points = f->code ? &f->code->points : NULL;
	if (!some_points(f))
		return;
	buf_text(b, " for preemption ");
	if ((f->pp_set & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE) {
		buf_text(b, "everywhere");
	} else if ((f->pp_set | PP_SET_YIELD) == PP_SET_ALL && !(points && points->n)) {
		buf_text(b, "at all synchronization");
	} else {
		buf_text(b, "at ");
		pp_set_format(b, f->pp_set, points);
	}
	if (f->code)
		code_words_stack(b, f->code);
}

void verdict_trusted(struct buf *b, const struct verdict_facts *f)
{
	for (size_t i = 0; f->code && i < f->code->trusted.n; i++)
		buf_printf(b, "%s%s", i ? ", " : ", trusting ", f->code->trusted.at[i]);
}

void verdict_everything(struct buf *b, const struct verdict_facts *f, uint64_t n, bool divided)
{
	bool bounds = f->asked->strategy == STRATEGY_ICB || f->asked->bound != EXPLORE_NO_BOUND;
	bool each_once = f->asked->reduction == REDUCTION_OPTIMAL && !bounds && !divided;
	if (n == 1) {
		buf_text(b, "the only schedule of this test was run");
	} else if (f->asked->reduction == REDUCTION_NONE && !space_of(f)->repeated) {
		buf_text(b, "all ");
		number_add(b, n);
		buf_text(b, " schedules of this test were run");
	} else if (each_once) {
		buf_text(b, "all ");
		number_add(b, n);
		buf_text(b, " schedules of this test that differ were run");
	} else {
		buf_text(b, "all schedules of this test that differ were run, in ");
		number_count(b, n, "execution");
	}
}

static void add_verified(struct buf *b, const struct verdict_facts *f)
{
	buf_text(b, "verified");
	add_points(b, f);
	verdict_trusted(b, f);
	buf_text(b, ": ");
	verdict_everything(b, f, whole_executions(f), false);
	buf_u8(b, '\n');
}

static void add_finding(struct buf *b, const struct verdict_facts *f)
{
	buf_text(b, "finding: ");
	number_add(b, f->findings);
	if (ran_everything(f)) {
		buf_text(b, " in all; ");
		verdict_everything(b, f, whole_executions(f), false);
	} else {
		buf_text(b, " so far; not everything was run");
	}
	buf_u8(b, '\n');
}

struct buf *verdict_reason(struct reasons *r)
{
	buf_text(r->b, r->n++ ? "; " : "");
	return r->b;
}

static void add_limits(struct reasons *r, const struct verdict_facts *f)
{
	const struct wire_space *s = space_of(f);
	if (s->limited) {
		struct buf *b = verdict_reason(r);
		if (f->asked->max_steps)
			buf_printf(b, "--max-depth=%u", f->asked->max_steps);
		else
			buf_text(b, "the depth limit");
		buf_text(b, " cut ");
		number_count(b, s->limited, "execution");
		buf_text(b, " short");
	}
	if (s->bounded && f->asked->bound != EXPLORE_NO_BOUND) {
		buf_printf(verdict_reason(r), "--bound=%u left out ", f->asked->bound);
		number_count(r->b, s->bounded, "preemption");
	}
	if (s->truncated) {
		number_count(verdict_reason(r), s->truncated, "plan");
		buf_text(r->b, " did not fit into memory");
	}
}

void verdict_reasons(struct reasons *r, const struct verdict_facts *f)
{
	const struct wire_done *done = &f->outcome->done;
	if (f->outcome->stopped == STOP_TIME)
		buf_text(verdict_reason(r), "the time was over");
	else if (f->outcome->stopped == STOP_INTERRUPT || f->outcome->ending == ENDING_INTERRUPTED)
		buf_text(verdict_reason(r), "interrupted");
	else if (budget_ended(f))
		buf_printf(verdict_reason(r), "--max-executions=%" PRIu64 " was reached",
		           f->max_executions);
	if (samples(f))
		buf_text(verdict_reason(r), "schedules were drawn by lot, which proves nothing");
	add_limits(r, f);
	for (int i = 0; i < COUNT_COUNT; i++)
		if (counter_info[i].weight == COUNTER_WEAKENS && done->counters[i]) {
			number_add(verdict_reason(r), done->counters[i]);
			buf_printf(r->b, " %s", counter_info[i].text);
		}
}

static void add_not_verified(struct buf *b, const struct verdict_facts *f)
{
	struct reasons r = {.b = b};
	buf_text(b, "not verified: ");
	verdict_reasons(&r, f);
	if (!r.n)
		buf_text(b, "the search ended before everything was run");
	buf_u8(b, '\n');
}

/* ---- what was completed, what is left ---- */

static void add_where(struct buf *b, const struct verdict_facts *f)
{
	buf_text(b, some_points(f) ? "," : "");
	add_points(b, f);
	verdict_trusted(b, f);
	buf_u8(b, '\n');
}

static void add_limits_of_rounds(struct buf *b)
{
	static const enum loop_limit limits[] = {LOOP_LOOP_ROUNDS, LOOP_YIELD_ROUNDS,
	                                         LOOP_BUSY_ROUNDS, LOOP_RETRY_ROUNDS};
	for (size_t i = 0; i < ARRAY_SIZE(limits); i++)
		buf_printf(b, "%s--%s",
		           i == 0                       ? ""
		           : i + 1 < ARRAY_SIZE(limits) ? ", "
		                                        : " and ",
		           loop_limit_info[limits[i]].option);
	buf_text(b, " allow");
}

/*
 * Whatever ended the search, each bound that it came to the end of is completed: bounds
 * are sound, see explore/bound.c. Nothing of the kind holds for a depth limit: what a race
 * behind it would have made the search run is missing before it too. It does hold for limits of
 * rounds: engine/loop.h.
 */
static bool completed_bound(const struct verdict_facts *f, uint64_t *bound)
{
	const struct wire_space *s = space_of(f);
	if (!s->bounds_done || samples(f) || s->truncated || s->limited || weakened(f) ||
	    whole_executions(f) == 0)
		return false;
	*bound = s->bounds_done - 1;
	return true;
}

static void add_completed(struct buf *b, const struct verdict_facts *f)
{
	if (ran_everything(f) && weakened_by(f) == COUNT_LOOPS_CUT) {
		buf_text(b,
		         "completed: every schedule that differs in which no loop waits for more "
		         "rounds than ");
		add_limits_of_rounds(b);
		add_where(b, f);
		return;
	}
	uint64_t bound;
	if (ran_everything(f) || !completed_bound(f, &bound))
		return;
	bool none_fails = !f->findings || f->fewest_preemptions > bound;
	buf_text(b, none_fails ? "completed: no schedule with at most "
	                       : "completed: every schedule that differs with at most ");
	number_count(b, bound, "preemption");
	buf_text(b, none_fails ? " fails" : "");
	add_where(b, f);
}

/* Where the search was cut short; an estimate that is no number is none. */
static void add_left(struct buf *b, const struct verdict_facts *f)
{
	const struct wire_space *s = space_of(f);
	double more = s->estimated_executions - (double)f->outcome->done.executions;
	double seconds = s->estimated_usecs / 1e6 - f->outcome->elapsed_s;
	bool cut_short = budget_ended(f) || f->findings;
	if (!cut_short || samples(f) || s->complete || !(s->estimated_executions > 0))
		return;
	buf_text(b, "left: ");
	if (more >= 1) {
		number_about(b, more);
		buf_text(b, more < 1.5 ? " execution" : " executions");
		if (seconds >= 0) {
			buf_text(b, ", ");
			number_duration(b, seconds);
			buf_text(b, " more");
		}
	} else {
		buf_text(b, "little, as far as can be estimated");
	}
	if (f->asked->strategy == STRATEGY_ICB) {
		buf_text(b, ", for the schedules with at most ");
		number_count(b, s->bounds_done, "preemption");
	}
	buf_u8(b, '\n');
}

/* 1 - (1 - p)^n: at least one of n independent executions finds it. */
static double one_of(double p, uint64_t n)
{
	double none = 1, factor = 1 - p;
	for (; n; n >>= 1) {
		if (n & 1)
			none *= factor;
		factor *= factor;
	}
	return 1 - none;
}

static void add_probability(struct buf *b, const struct verdict_facts *f)
{
	double p = space_of(f)->pct_probability;
	if (f->asked->strategy != STRATEGY_PCT || !(p > 0 && p <= 1))
		return;
	uint64_t n = space_of(f)->guaranteed;
	buf_printf(
	        b,
	        "a bug of depth %u is found by one execution with a probability of at least %.3g",
	        f->asked->pct_depth, p);
	if (n) {
		buf_text(b, n < whole_executions(f) ? ", by " : ", by these ");
		number_add(b, n);
		buf_text(b, n < whole_executions(f) ? " of these" : "");
		buf_printf(b, " with at least %.3g", one_of(p, n));
	}
	buf_u8(b, '\n');
}

/* The counters that the verdict itself has not named. */
static void add_notes(struct buf *b, const struct verdict_facts *f, bool weakening_too)
{
	const struct wire_done *done = &f->outcome->done;
	for (int i = 0; i < COUNT_COUNT; i++) {
		bool weakens = counter_info[i].weight == COUNTER_WEAKENS;
		if (!done->counters[i] || counter_info[i].weight == COUNTER_MEASURES ||
		    (weakens && !weakening_too))
			continue;
		buf_text(b, "note: ");
		number_add(b, done->counters[i]);
		buf_printf(b, " %s\n", counter_info[i].text);
	}
	if (space_of(f)->repeated) {
		buf_text(b, "note: ");
		number_count(b, space_of(f)->repeated, "execution");
		buf_text(b, " repeated what a smaller bound had run\n");
	}
	if (space_of(f)->blocked) {
		buf_text(b, "note: ");
		number_count(b, space_of(f)->blocked, "execution");
		buf_text(b, " given up half-way, since the rest had been run before\n");
	}
}

/* Where there was one set of preemption points. */
static void add_search(struct buf *b, const struct verdict_facts *f, enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_VERIFIED:
		add_verified(b, f);
		break;
	case VERDICT_FINDING:
		add_finding(b, f);
		break;
	case VERDICT_BUDGET:
		add_not_verified(b, f);
		break;
	case VERDICT_ERROR:
		return;
	}
	add_completed(b, f);
	add_left(b, f);
	add_probability(b, f);
}

void verdict_text(struct buf *b, const struct verdict_facts *f)
{
	enum verdict verdict = verdict_of(f);
	if (f->jobs)
		account_text(b, f, verdict);
	else
		add_search(b, f, verdict);
	add_notes(b, f, verdict != VERDICT_BUDGET);
}

/* ---- what explains it ---- */

void verdict_codes(struct buf *b, const struct verdict_facts *f)
{
	const struct wire_space *s = space_of(f);
	if (verdict_of(f) != VERDICT_BUDGET)
		return;
	if (budget_ended(f) || samples(f) || s->limited || s->bounded || s->truncated ||
	    !weakened(f))
		buf_text(b, " budget");
	for (int i = 0; i < COUNT_COUNT; i++)
		if (counter_info[i].weight == COUNTER_WEAKENS && f->outcome->done.counters[i]) {
			buf_u8(b, ' ');
			explain_code(b, counter_info[i].name);
		}
	if (f->jobs && deepening_account(f->jobs).races[RACE_UNTESTED])
		buf_printf(b, " %s", race_fate_name[RACE_UNTESTED]);
}
