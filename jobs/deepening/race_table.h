/* SPDX-License-Identifier: MIT */
/*
 * The racing accesses that jobs have reported, and what became of them.
 *
 * A race is a pair of accesses, whichever came first when it was seen. Seen in one
 * order only it is *single-order*, else *both-order* (QUICKSAND §3.5); the orders may
 * have been seen by different jobs. Pure; owns its entries, never forgets one.
 */
#ifndef JOBS_RACE_TABLE_H
#define JOBS_RACE_TABLE_H

#include "event/finding.h"
#include "jobs/deepening/job_set.h"

struct race_side {
	struct job_point point; /* its class follows from the kind: race_table_see() fills it in */
	uint8_t kind;           /* enum op_kind */
};

/* What a job reports. */
struct race_sighting {
	struct race_side first, second; /* in the order in which they happened */
	bool both_orders;               /* the job has seen the other order as well */
	bool first_execution;           /* else it took a search to see it: nondeterministic */
};

/* Per pair, as in QUICKSAND's statistics (§6; thesis table 4.4). */
enum race_fate {
	RACE_UNTESTED, /* no job that preempts on it and sees it was completed */
	RACE_BENIGN,   /* one was, without a bug: harmless or no race at all, in this test */
	RACE_BUGGY,    /* a schedule that shows a bug preempts at one of its accesses */
	RACE_FATES
};
extern const char *const race_fate_name[RACE_FATES];

struct known_race {
	struct race_side a, b; /* in a fixed order */
	bool a_first, b_first; /* seen with this one first */
	bool nondeterministic; /* no job saw it on its first execution */
	bool tested; /* a job that preempts on it and sees it was completed without a bug */
	enum race_fate class;
	VEC(uint32_t) reporters; /* ids of jobs, each once, in the order of their reports */
};

struct race_table {
	VEC(struct known_race) races;
	/*
	 * Every access that must be a preemption point before all is covered: the earlier one of
	 * every race, and the later one of a both-order race.
	 *
	 * The later one of a single-order race need not be (QUICKSAND §3.5, thesis
	 * §4.2.5). Let x be the earlier and y the later access, seen only as x, y in a completed
	 * space that preempts on all of this set. Suppose a switch before y mattered for x: y's
	 * thread stands before y, the other thread then runs on over x. Let y's thread go on
	 * over y to its next preemption point instead, which the space does without a switch
	 * before y. If the other thread still comes to x, then y, x was seen and the race is
	 * both-order. If it does not, something between y and that point changed what it found
	 * before x. That is a race of its own, with no common lock, because both threads stood
	 * or ran there at once, and its earlier access is a preemption point; so it is y itself
	 * that is the earlier access. Either way y is in the set.
	 * Test: later_access_waits_for_the_upgrade.
	 */
	struct job_set points;
};

struct race_news {
	size_t index;      /* of the race */
	bool new_race;     /* nobody had reported this pair */
	bool new_reporter; /* this job had not */
	bool upgraded;     /* single-order until now */
};

struct race_news race_table_see(struct race_table *t, uint32_t job, const struct race_sighting *s);
bool race_both_orders(const struct known_race *r) MUST_USE;
/* The accesses of r that are in t->points because of r: 1 or 2 of them. */
size_t race_points(const struct known_race *r, struct job_point out[2]);
bool race_reported_by(const struct known_race *r, uint32_t job) MUST_USE;
/* Does p belong to a race that was seen in both orders? */
bool race_table_both_orders(const struct race_table *t, const struct job_point *p) MUST_USE;
/*
 * The schedule of a bug leaves threads that could have gone on at these places, and nowhere else.
 * That a job has a race among its points says little of it: the largest job has them all.
 * Test: a_bug_accuses_where_it_preempts.
 */
void race_table_bug(struct race_table *t, const pc_vec *places);
/* As if no bug had been found; each that is left is told again. */
void race_table_forget_bugs(struct race_table *t);
/* A job was completed without a bug. */
void race_table_completed(struct race_table *t, uint32_t job, const struct job_set *set);
/* Every schedule was run, and nothing was found. */
void race_table_verified(struct race_table *t);
void race_table_release(struct race_table *t);

#endif
