/* SPDX-License-Identifier: MIT */
/*
 * Runs jobs in worker processes: does what the job manager (jobs/deepening/deepening.h) decides,
 *tells it what workers say, and adds up what they found.
 *
 *	struct controller c;
 *	controller_init(&c, &options);
 *	… controller_restore() from a store (jobs/store/restore.h), to go on with a run …
 *	struct result r = controller_run(&c);
 *	… c.total, c.deepening …
 *	controller_release(&c);
 *
 * A failure to run at all is a result; what went wrong with the program is in c.total. One
 * thread, one event loop; the only clock is the one here.
 */
#ifndef JOBS_CONTROLLER_H
#define JOBS_CONTROLLER_H

#include "jobs/controller/part_run.h"
#include "jobs/deepening/deepening_input.h"

struct controller;

/*
 * Told of what must not be lost, before anything follows from it. Any may be NULL. Parts whose
 * checkpoint, orders or counts have changed say so themselves: part_run.unsaved.
 */
struct controller_log {
	/* What the manager is told: jobs/deepening/deepening_input.h. */
	void (*input)(void *arg, const struct deepening_input *in);
	/* Findings and what is known of races, each as it is new. */
	void (*found)(void *arg, const struct found *f);
	void (*raced)(void *arg, const struct race_record *r);
	/*
	 * The end of a turn: what was told so far belongs together. last: no more follows; workers
	 * have left their last checkpoints.
	 */
	void (*commit)(void *arg, struct controller *c, bool last);
	/* Brings back a checkpoint that commit has taken out of memory (part_run.spilled). */
	void (*load)(void *arg, struct part_run *p);
	void *arg;
};

struct controller_options {
	struct deepening_options deepening;
	struct worker_options worker; /* config: all but preemption points, orders and checkpoint */
	/* Called every WORKER_TICK_MS; may be NULL. */
	void (*watch)(const struct controller *c, void *arg);
	void *watch_arg;
	uint64_t memory_kb;  /* more than this, of all workers, is too much; 0: no limit */
	const char *meminfo; /* a file like /proc/meminfo; NULL: that one */
	struct controller_log log;
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
	uint64_t start_ms;   /* by the clock; what was spent before a run was resumed counts */
	uint64_t earlier_ms; /* spent before it was resumed */
	uint64_t classes;    /* told to the manager */
	uint32_t errors;     /* findings that are not warnings */
	int interrupts_seen;
	bool many_threads;     /* the program has more than FEW_THREADS at once */
	bool starts;           /* some worker of the program has come to say hello */
	uint64_t progress_ms;  /* when it was last told */
	uint64_t idle_ms;      /* sum over workers that could have been and were not */
	uint64_t memory_ms;    /* when it was last looked at */
	uint64_t pauses;       /* of workers, because memory was short */
	double cpu_s;          /* of all workers, once it is over */
	char *death;           /* what the last worker that died had to say */
	struct result trouble; /* a worker could not be started, a store not be written */
};

void controller_init(struct controller *c, const struct controller_options *options);
struct result controller_run(struct controller *c) MUST_USE;
void controller_release(struct controller *c);

/*
 * Tells the manager something, and the log. For what comes from outside of the loop: another budget
 * for a run that is resumed.
 */
void controller_tell(struct controller *c, const struct deepening_input *in);

uint64_t controller_elapsed_ms(const struct controller *c);
/* The part's state, or NULL where it was never begun. */
struct part_run *controller_part(const struct controller *c, uint32_t job, uint32_t part);

#endif
