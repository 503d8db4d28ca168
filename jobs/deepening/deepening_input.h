/* SPDX-License-Identifier: MIT */
/*
 * Everything that the job manager is ever told, as records. The manager is a function of
 * what it was told: a run that keeps the records can make its manager again (jobs/store/store.h).
 */
#ifndef JOBS_DEEPENING_INPUT_H
#define JOBS_DEEPENING_INPUT_H

#include "base/buf.h"
#include "jobs/deepening/deepening.h"

enum deepening_input_kind {
	INPUT_CLASS_USED,
	INPUT_PROGRESS,
	INPUT_RACE,
	INPUT_BUG,
	INPUT_PART_DONE,
	INPUT_PART_DIED,
	INPUT_SPLIT_REFUSED,
	INPUT_DECIDE,
	INPUT_CUT_SHORT,
	INPUT_BUDGET, /* another budget from now on: a run was resumed */
	INPUT_SLOTS,  /* another number of workers, likewise */
	INPUT_PART_ADDED,
	INPUT_STACKS,
	INPUT_KINDS
};

struct deepening_input {
	enum deepening_input_kind kind;
	uint32_t job, part;
	uint64_t number; /* the class, the finding, the place, the time, the budget, the slots */
	struct part_progress progress;
	struct race_sighting race;
	/* Borrowed, unless they were decoded: */
	char *limit;   /* INPUT_PART_DONE; NULL: complete */
	pc_vec places; /* INPUT_BUG: at which its schedule preempts */
};

void deepening_apply(struct deepening *d, const struct deepening_input *in);
/* Can the manager be told this now? What it was once told in this state, it can. */
bool deepening_input_fits(const struct deepening *d, const struct deepening_input *in) MUST_USE;
/*
 * deepening_decide. False where it changed nothing that the next decision would not find out by
 * itself: then it need not be kept. Test: tests/unit/jobs/deepening_replay.c.
 */
bool deepening_decide_matters(struct deepening *d, uint64_t now_ms);
void deepening_input_encode(struct buf *b, const struct deepening_input *in);
/* False where the bytes are none. in is to be released in either case. */
bool deepening_input_decode(struct reader *r, struct deepening_input *in) MUST_USE;
/* Of one that was decoded. */
void deepening_input_release(struct deepening_input *in);

#endif
