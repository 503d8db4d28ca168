/* SPDX-License-Identifier: MIT */
#include "report/verdict/account.h"

#include "base/text.h"
#include "report/verdict/races.h"
#include "report/verdict/verdict_internal.h"
#include "report/words/escape.h"
#include "report/words/job_names.h"
#include "report/words/number.h"

#include <string.h>

/* More of a list is in the JSON. */
#define SETS_SHOWN   10
#define RACES_SHOWN  20
#define BENIGN_SHOWN 10

static bool has_rules(const struct verdict_facts *f)
{
	return f->code && f->code->stack.n;
}

/* ---- verified ---- */

/*
 * Every schedule of the total job was run, and every access that races is a preemption point of
 * it: the convergence theorem (jobs/deepening/deepening.h) says that other switches show nothing
 * new.
 */
static void add_meaning(struct buf *b, const struct verdict_facts *f, const struct job *total)
{
	size_t points = total->set.points.n;
	if ((total->set.classes & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE) {
		buf_text(b, "this means: threads were switched at all synchronization and at every "
		            "access that can be shared\n");
	} else if (points) {
		buf_text(b, "this means: threads were switched at all synchronization and at ");
		number_add(b, points);
		buf_printf(b,
		           " racing access%s; no other access races, so that a switch elsewhere "
		           "changes nothing\n",
		           points == 1 ? "" : "es");
	} else {
		buf_text(b, "this means: threads were switched at all synchronization; no access "
		            "races, so that a switch elsewhere changes nothing\n");
	}
	if (has_rules(f)) {
		buf_text(b, "but: only");
		code_words_stack(b, f->code);
		buf_text(b, "; nothing is said of switches that these rules leave out\n");
	}
	buf_text(b, "it holds for this test with these inputs, under sequential consistency\n");
}

static void add_verified(struct buf *b, const struct verdict_facts *f, const struct job *total)
{
	buf_text(b, "verified");
	if (has_rules(f)) {
		buf_text(b, " for preemption everywhere");
		code_words_stack(b, f->code);
	}
	verdict_trusted(b, f);
	buf_text(b, ": ");
	verdict_everything(b, f, job_executions(total), total->parts.n > 1);
	buf_u8(b, '\n');
	add_meaning(b, f, total);
}

/* ---- a finding ---- */

static void add_finding(struct buf *b, const struct verdict_facts *f, const struct job *total)
{
	buf_text(b, "finding: ");
	number_add(b, f->findings);
	if (total) {
		buf_text(b, " in all; ");
		verdict_everything(b, f, job_executions(total), total->parts.n > 1);
	} else {
		buf_text(b, " so far; not everything was run");
	}
	buf_u8(b, '\n');
}

/* ---- not verified ---- */

static bool first_with_limit(const struct deepening *d, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (d->jobs.at[k].limit && strcmp(d->jobs.at[k].limit, d->jobs.at[i].limit) == 0)
			return false;
	return true;
}

/* Where the outcome knows no reason: why the jobs that ended do not show everything. */
static void add_job_reasons(struct reasons *r, const struct deepening *d)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (d->jobs.at[i].limit && first_with_limit(d, i))
			buf_text(verdict_reason(r), d->jobs.at[i].limit);
	if (r->n)
		return;
	if (!d->options.races && d->options.mode != MODE_EVERYWHERE)
		buf_text(verdict_reason(r), "without race analysis (--races=limited) nobody knows "
		                            "whether a switch elsewhere matters");
	else if (d->options.mode == MODE_SINGLE || d->options.mode == MODE_SYNC_ONLY)
		buf_printf(verdict_reason(r),
		           "there are preemption points that --mode=%s leaves out",
		           deepening_mode_name[d->options.mode]);
	else
		buf_text(verdict_reason(r), "the search ended before everything was run");
}

static void add_not_verified(struct buf *b, const struct verdict_facts *f,
                             const struct deepening_account *a)
{
	struct reasons r = {.b = b};
	buf_text(b, "not verified: ");
	verdict_reasons(&r, f);
	if (a->jobs[JOB_FAILED]) {
		buf_text(verdict_reason(&r), "the program died again and again in ");
		number_count(b, a->jobs[JOB_FAILED], "job");
	}
	if (!r.n)
		add_job_reasons(&r, f->jobs);
	buf_u8(b, '\n');
}

static void add_completed_set(struct buf *b, const struct verdict_facts *f, const struct job *j)
{
	buf_text(b, "completed: every schedule that differs for preemption at ");
	name_set(b, f->symbols, &j->set);
	if (f->code)
		code_words_stack(b, f->code);
	verdict_trusted(b, f);
	buf_text(b, " (");
	number_count(b, job_executions(j), "execution");
	buf_text(b, ")\n");
}

/* The completed sets that are not within another one (thesis §4.6.4). */
static void add_completed(struct buf *b, const struct verdict_facts *f)
{
	const struct deepening *d = f->jobs;
	size_t n = 0;
	for (size_t i = 0; i < d->jobs.n; i++)
		if (deepening_shows(d, &d->jobs.at[i]) && n++ < SETS_SHOWN)
			add_completed_set(b, f, &d->jobs.at[i]);
	if (n > SETS_SHOWN) {
		buf_text(b, "completed: ");
		number_count(b, n - SETS_SHOWN, "more set");
		buf_text(b, ", which --json lists\n");
	}
	if (!n)
		buf_text(b, "completed: nothing yet\n");
}

/* Another job that came to its end, limited or not, says more. */
static bool outdone(const struct deepening *d, const struct job *j)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *other = &d->jobs.at[i];
		if ((other->complete || other->state == JOB_LIMITED) &&
		    job_set_strictly_within(&j->set, &other->set))
			return true;
	}
	return false;
}

static void add_limited(struct buf *b, const struct verdict_facts *f)
{
	const struct deepening *d = f->jobs;
	size_t n = 0;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		if (j->state != JOB_LIMITED || outdone(d, j) || n++ >= SETS_SHOWN)
			continue;
		buf_text(b, "limited: preemption at ");
		name_set(b, f->symbols, &j->set);
		buf_text(b, " (");
		number_count(b, job_executions(j), "execution");
		buf_printf(b, "): %s\n", j->limit);
	}
	if (n > SETS_SHOWN) {
		buf_text(b, "limited: ");
		number_count(b, n - SETS_SHOWN, "more set");
		buf_text(b, ", which --json lists\n");
	}
}

/* ---- races ---- */

static void add_race(struct buf *b, const struct verdict_facts *f, const struct known_race *k)
{
	const struct race_record *r = race_seen(f->outcome, k);
	buf_text(b, "  ");
	if (r) {
		bool data_race = race_class(r) == RACE_IS_DATA_RACE;
		text_race_line(b, f->symbols, r);
		buf_text(b, data_race ? " (data race)" : " (order-dependent)");
	} else {
		buf_printf(b, "%s at ", op_info[k->a.kind].text);
		name_point(b, f->symbols, k->a.point.pc);
		buf_printf(b, ", %s at ", op_info[k->b.kind].text);
		name_point(b, f->symbols, k->b.point.pc);
	}
	buf_u8(b, '\n');
}

static bool worth_showing(const struct verdict_facts *f, const struct known_race *k)
{
	const struct race_record *r = race_seen(f->outcome, k);
	return k->class != RACE_BENIGN || !r || race_suppressed(r) == RACE_NOT_SUPPRESSED;
}

/* shown: at most so many are listed. */
static void add_fate(struct buf *b, const struct verdict_facts *f, enum race_fate fate,
                     const char *meaning, size_t shown)
{
	const struct race_table *t = &f->jobs->races;
	size_t n = 0, worth = 0, listed = 0;
	for (size_t i = 0; i < t->races.n; i++)
		if (t->races.at[i].class == fate) {
			n++;
			worth += worth_showing(f, &t->races.at[i]);
		}
	if (!n)
		return;
	buf_printf(b, "%s: ", race_fate_name[fate]);
	number_count(b, n, "race");
	buf_printf(b, "%s\n", meaning);
	for (size_t i = 0; i < t->races.n && listed < shown; i++) {
		const struct known_race *k = &t->races.at[i];
		if (k->class == fate && worth_showing(f, k)) {
			add_race(b, f, k);
			listed++;
		}
	}
	if (worth > listed && listed) {
		buf_text(b, "  and ");
		number_add(b, worth - listed);
		buf_text(b, " more, which --json lists\n");
	}
}

static void add_suppressed(struct buf *b, const struct verdict_facts *f)
{
	size_t recycled = races_suppressed(f->outcome, RACE_ON_RECYCLED_MEMORY);
	size_t set_up = races_suppressed(f->outcome, RACE_IN_INITIALIZATION);
	if (recycled) {
		buf_text(b, "suppressed: ");
		number_count(b, recycled, "pair");
		buf_text(b,
		         " of accesses seen only on memory that was freed and allocated again\n");
	}
	if (set_up) {
		buf_text(b, "suppressed: ");
		number_count(b, set_up, "race");
		buf_text(b, " seen in one order only, while an object was set up or taken down; "
		            "tested like others, but not listed where benign\n");
	}
}

static size_t count_benign(const struct verdict_facts *f)
{
	size_t n = 0;
	for (size_t i = 0; i < f->jobs->races.races.n; i++)
		n += f->jobs->races.races.at[i].class == RACE_BENIGN;
	return n;
}

static void add_races(struct buf *b, const struct verdict_facts *f, bool brief)
{
	size_t benign = count_benign(f);
	add_fate(b, f, RACE_BUGGY,
	         ": threads were switched there when a bug was found, and that may be its cause",
	         RACES_SHOWN);
	add_fate(b, f, RACE_UNTESTED,
	         ": not met yet by a completed job that switches at both accesses; a bug may be "
	         "left there",
	         brief ? 0 : RACES_SHOWN);
	add_fate(b, f, RACE_BENIGN,
	         ": met by a completed job that switches there, and no schedule of it fails",
	         brief || benign > BENIGN_SHOWN ? 0 : BENIGN_SHOWN);
	add_suppressed(b, f);
}

/* ---- what is left, what to try ---- */

static uint64_t begun(const struct deepening_account *a)
{
	return (uint64_t)a->jobs[JOB_RUNNING] + a->jobs[JOB_SUSPENDED];
}

/* Does anything wait for more time? */
static bool cut_short(const struct deepening_account *a)
{
	return a->jobs[JOB_PENDING] || begun(a);
}

/* What runs when it is over was not finished, like what was put aside. */
static void add_jobs(struct buf *b, const struct deepening_account *a, const struct deepening *d)
{
	struct reasons parts = {.b = b};
	buf_text(b, "jobs: ");
	for (int i = JOB_SUSPENDED + 1; i < JOB_STATES; i++)
		if (a->jobs[i]) {
			number_add(verdict_reason(&parts), a->jobs[i]);
			buf_printf(b, " %s", job_state_name[i]);
		}
	if (begun(a)) {
		number_add(verdict_reason(&parts), begun(a));
		buf_text(b, " not finished");
	}
	if (a->jobs[JOB_PENDING]) {
		number_add(verdict_reason(&parts), a->jobs[JOB_PENDING]);
		buf_text(b, " not begun");
	}
	if (d->counts.unplanned) {
		number_add(verdict_reason(&parts), d->counts.unplanned);
		buf_text(b, " not planned, being too many");
	}
	buf_u8(b, '\n');
}

static void add_left(struct buf *b, const struct deepening_account *a)
{
	double more = a->total - (double)a->executions;
	if (!cut_short(a))
		return;
	buf_text(b, "left: ");
	if (more >= 1) {
		number_about(b, more);
		buf_text(b, more < 1.5 ? " execution, " : " executions, ");
		number_duration(b, a->left_ms / 1000);
		buf_text(b, " more");
	}
	if (a->unknown) {
		buf_text(b, more >= 1 ? "; and " : "");
		number_count(b, a->unknown, "job");
		buf_text(b, " that nobody can estimate yet");
	} else if (!(more >= 1)) {
		buf_text(b, "little, as far as can be estimated");
	}
	buf_u8(b, '\n');
}

#define MINUTE_MS 60000.0
#define DAY_MS    (24 * 60 * MINUTE_MS)

/* Estimates err, above all where some jobs have none: twice what they say, in whole minutes. */
static void try_more_time(struct buf *b, const struct verdict_facts *f,
                          const struct deepening_account *a)
{
	double spent = f->outcome->elapsed_s * 1000;
	double want = spent + 2 * a->left_ms;
	if (a->unknown && want < 10 * spent)
		want = 10 * spent;
	if (!(want < DAY_MS))
		return;
	unsigned minutes = (unsigned)(want / MINUTE_MS) + 1;
	buf_printf(b, "try: more time: scree check -t %um %s\n", minutes, f->program);
}

/* A function that has something untested in it. */
static const char *doubtful_function(const struct verdict_facts *f)
{
	const struct race_table *t = &f->jobs->races;
	for (size_t i = 0; i < t->races.n; i++) {
		const struct known_race *k = &t->races.at[i];
		const struct source_frame *place = symbols_place(f->symbols, &k->a.point.pc, 1);
		if (k->class == RACE_UNTESTED && place && place->function)
			return place->function;
	}
	return NULL;
}

static void add_advice(struct buf *b, const struct verdict_facts *f,
                       const struct deepening_account *a)
{
	const char *function = doubtful_function(f);
	if (!f->program || !cut_short(a))
		return;
	try_more_time(b, f, a);
	if (function && !has_rules(f)) {
		buf_text(b, "try: switches in the code that you doubt only: scree check --within=");
		escape_text(b, function);
		buf_printf(b, " %s\n", f->program);
	}
	buf_printf(b,
	           "try: few preemptions, of which most bugs need no more: scree check "
	           "--bound=2 %s\n",
	           f->program);
	buf_text(b, "try: a smaller test: fewer threads, fewer rounds, one scenario each\n");
}

/* ---- all together ---- */

void account_text(struct buf *b, const struct verdict_facts *f, enum verdict verdict)
{
	struct deepening_account a = deepening_account(f->jobs);
	const struct job *total = deepening_total_job(f->jobs);
	/* Who stops at the first finding wants to see that one. */
	bool brief = verdict == VERDICT_FINDING && !f->jobs->options.keep_going;
	if (verdict == VERDICT_ERROR)
		return;
	if (verdict == VERDICT_VERIFIED)
		add_verified(b, f, total);
	else if (verdict == VERDICT_FINDING)
		add_finding(b, f, total);
	else
		add_not_verified(b, f, &a);
	if (!total && !brief) {
		add_completed(b, f);
		add_limited(b, f);
	}
	add_races(b, f, brief);
	add_jobs(b, &a, f->jobs);
	if (!total && !brief)
		add_left(b, &a);
	if (verdict == VERDICT_BUDGET)
		add_advice(b, f, &a);
}
