/* SPDX-License-Identifier: MIT */
/*
 * The minimiser's machine (jobs/minimise/minimise.h) for a real program: one worker that is told
 * before each execution which schedule to follow, and workers that search within a bound.
 *
 * A worker that dies, or ends otherwise, has not shown the finding; another one is started for
 * the next trial. A time limit and Ctrl-C end everything: what was reached until then stays.
 */
#ifndef JOBS_TRIALS_H
#define JOBS_TRIALS_H

#include "jobs/minimise/minimise.h"
#include "jobs/workers/worker.h"

struct trials_options {
	/* Program, arguments, input and configuration as in the run that had the finding. */
	struct worker_options how;
	uint8_t reduction; /* of the searches: enum explore_reduction */
	uint64_t budget_ms;
	/* Is this the finding that is minimised? */
	bool (*same)(const struct finding *f, void *arg);
	void *arg;
};

struct trials {
	struct trials_options options;
	struct worker worker;
	bool works;
	unsigned starts;
	uint64_t start_ms;
	uint64_t deadline_ms; /* of the stage */
	uint64_t lost;        /* trials in which the worker ended */
};

void trials_init(struct trials *t, const struct trials_options *options);
struct minimise_machine trials_machine(struct trials *t);
/*
 * The schedule as `scree replay` would run it, by a worker of its own, with as much time as
 * everything before. True: it shows the finding, which f becomes, to be released.
 */
bool trials_replay(struct trials *t, const choice_vec *choices, struct finding *f);
void trials_release(struct trials *t);

#endif
