/* SPDX-License-Identifier: MIT */
/*
 * Runs jobs in worker processes: does what the job manager (jobs/deepening.h) decides, tells
 * it what workers say, and adds up what they found.
 *
 *	struct controller c;
 *	controller_init(&c, &options);
 *	… controller_restore() from a store, to go on with a run …
 *	struct result r = controller_run(&c);
 *	… c.total, c.deepening …
 *	controller_release(&c);
 *
 * A failure to run at all is a result; what went wrong with the program is in c.total. One
 * thread, one event loop; the only clock is the one here.
 */
#ifndef JOBS_CONTROLLER_H
#define JOBS_CONTROLLER_H

#include "jobs/deepening.h"
#include "jobs/part_run.h"

struct controller;

/* Told of what must not be lost, before anything follows from it. Any may be NULL. */
struct controller_log {
	void (*input)(struct controller *, void *arg, const struct buf *record);
	void (*part)(struct controller *, void *arg, const struct part_run *);
	void (*found)(struct controller *, void *arg, uint32_t job, const struct found *);
	void (*raced)(struct controller *, void *arg, uint32_t job, const struct race_record *);
	/* The end of a turn: what was told so far belongs together. */
	void (*commit)(struct controller *, void *arg);
	void *arg;
};

struct controller_options {
	struct deepening_options deepening;
	struct worker_options worker; /* config: all but preemption points, orders and checkpoint */
	/* Called every WORKER_TICK_MS; may be NULL. */
	void (*watch)(const struct controller *c, void *arg);
	void *watch_arg;
	struct controller_log log;
};

/* Of c.total.found[i]. */
struct found_in {
	uint32_t job;
};

struct controller {
	struct controller_options options;
	struct deepening deepening;
	VEC(struct part_run *) parts; /* all that were ever begun */
	/*
	 * What all workers said: executions, events and counters of parts as far as they count,
	 * findings and races once each. ending: how the run ended, as if by one worker.
	 */
	struct outcome total;
	VEC(struct found_in) found_in;
	uint64_t start_ms;   /* by the clock; what was spent before a run was resumed counts */
	uint64_t earlier_ms; /* spent before it was resumed */
	uint64_t classes;    /* told to the manager */
	uint32_t errors;     /* findings that are not warnings */
	int interrupts_seen;
	uint64_t progress_ms;  /* when it was last told */
	double cpu_s;          /* of all workers, once it is over */
	char *death;           /* what the last worker that died had to say */
	struct result trouble; /* a worker could not be started, a store not be written */
};

void controller_init(struct controller *c, const struct controller_options *options);
struct result controller_run(struct controller *c) MUST_USE;
void controller_release(struct controller *c);

uint64_t controller_elapsed_ms(const struct controller *c);
/* The part's state, or NULL where it was never begun. */
struct part_run *controller_part(const struct controller *c, uint32_t job, uint32_t part);

#endif
