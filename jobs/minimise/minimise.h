/* SPDX-License-Identifier: MIT */
/*
 * The smallest schedule that shows a finding: one with the fewest preemptions, among those with few
 * switches, among those with long stretches of one thread. Which of its preemptions are necessary,
 * and the nearest schedule that passes.
 *
 *  1. reduce (reduce.h): stretches of the recorded schedule are left out and moved, as long
 *     as the finding shows and the schedule gets smaller.
 *  2. search: everything with fewer preemptions than that, fewest first. What is found is reduced
 *     again.
 *  3. gather: each stretch is made as long as it can be; a thread is preempted as late as possible.
 *  4. judge: each preemption is taken away; the thread goes on, the rest follows as well as it can.
 *  5. passing: from the last choice to the first, each other way to decide it, until one of them
 *     leads to no finding.
 *
 * Why the number of preemptions is the least where complete is set. A search with a bound
 * (explore/bound.c) runs, up to equivalence, every schedule within it, and a finding shows in all
 * schedules that are equivalent. It never counts more preemptions than recorded choices say there
 * are (it leaves a thread for nothing after very many steps), so that every schedule with at most
 * as many recorded ones is within the bound. bounds_done counts the bounds whose search came to its
 * end without the finding, and without a counter that weakens it. The test against brute force is
 * tests/unit/jobs/minimise.c.
 *
 * Everything is in the order of the schedule and depends on nothing else, so that the same input
 * has the same result unless the machine says that its time is over.
 */
#ifndef JOBS_MINIMISE_H
#define JOBS_MINIMISE_H

#include "event/guide.h"
#include "event/schedule.h"

enum minimise_stage {
	STAGE_REDUCE,
	STAGE_SEARCH,
	STAGE_GATHER,
	STAGE_JUDGE,
	STAGE_PASSING,
	STAGES
};

/* What came of one execution. */
struct trial {
	bool shows;  /* the finding that is minimised */
	bool passes; /* the program came to its end without any finding */
	struct tried did;
};

/* What a search for fewer preemptions came to. */
struct minimise_search {
	choice_vec found;     /* the first schedule that shows the finding; empty: none does */
	uint32_t bounds_done; /* every schedule with fewer preemptions than this was run */
};

/* Who runs the program: jobs/minimise/trials.h, or a simulated machine in a test. */
struct minimise_machine {
	/* What comes next, so that no stage takes the time of the others. May be NULL. */
	void (*stage)(void *arg, enum minimise_stage stage);
	/* One execution; t is to be released. False: there is no time for it, and t is empty. */
	bool (*run)(void *arg, const struct guide *g, struct trial *t);
	/*
	 * Every schedule without a preemption, then with at most one, … up to bound, until one
	 * shows the finding. False: its time ended; what it says is true all the same.
	 */
	bool (*search)(void *arg, uint32_t bound, struct minimise_search *s);
	void *arg;
};

void trial_release(struct trial *t);
/*
 * choices, as recorded, become those of the smaller schedule. False: they did not show the finding,
 * or there was no time to see it (out_of_time); they stay as they are. out is released by
 * minimised_release in either case.
 */
bool minimise(const struct minimise_machine *m, choice_vec *choices, struct minimised *out);

#endif
