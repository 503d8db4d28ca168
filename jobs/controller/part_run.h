/* SPDX-License-Identifier: MIT */
/*
 * A part of a job and the worker that explores it, if one does.
 *
 * A part is described by its job's preemption points and its orders (explore/constraint.h).
 * Between workers it lives on in its last checkpoint: suspended, it has no process, takes no
 * memory but that, and goes on where it was; a worker that dies costs what it did since.
 */
#ifndef JOBS_PART_RUN_H
#define JOBS_PART_RUN_H

#include "explore/constraint.h"
#include "jobs/workers/worker.h"

/* How often a checkpoint is asked for; a large one less often: a second more for each MB. */
#define CHECKPOINT_MS 500
/* The same for a worker that has once refused: each try costs it seconds. */
#define CHECKPOINT_REFUSED_MS 60000

/* What a part has come to, over all of its workers. */
struct part_counts {
	uint64_t executions; /* that came to their end, or to a limit */
	uint64_t events;
	struct wire_done done; /* once it has ended; without schedule and words */
};

struct part_run {
	uint32_t job, part;
	constraint_vec orders;
	struct buf checkpoint; /* the latest, as it was sent; empty: none yet, or spilled */
	bool spilled;          /* there is one, but the store has it alone */
	bool unsaved;          /* orders, checkpoint or counts have changed; the store clears it */
	bool works;            /* it has a worker: started, not yet released */
	struct worker worker;
	uint64_t started_ms;
	uint64_t asked_ms;      /* for the checkpoint that is to come; 0: none is */
	uint64_t saved_ms;      /* when the last one came, or the worker began */
	uint64_t seen_saves;    /* of worker.outcome.checkpoints */
	uint64_t seen_refusals; /* of worker.outcome.checkpoints_refused */
	uint64_t seen_orders;   /* of worker.outcome.orders */
	size_t seen_found;
	VEC(uint8_t) race_flags; /* of worker.outcome.races, as they were told */
	struct part_counts counts;
	uint32_t gives_to; /* the part that its space is to be divided for, or NO_PART */
	bool early;        /* its worker will say unasked how to divide its space */
	bool suspending;   /* ends as soon as its checkpoint has come */
	bool paused;       /* for want of memory; the manager does not know (controller_memory.c) */
	uint64_t paused_at; /* executions when it last was, plus one; 0: never */
	double earlier_cpu; /* seconds of workers before this one */
	double lost_cpu;    /* of workers whose work was forgotten: part_run_forget() */
	uint32_t slot;      /* where it last ran */
	uint64_t peak_rss_kb;
};

#define NO_PART UINT32_MAX

void part_run_init(struct part_run *p, uint32_t job, uint32_t part);
/* Goes on from the last checkpoint where there is one. config: everything but that and the orders.
 */
struct result part_run_start(struct part_run *p, const struct worker_options *how,
                             const struct wire_config *config, uint64_t now_ms) MUST_USE;
/* Brings counts up to date while there is a worker. */
void part_run_count(struct part_run *p);
/* Of all its workers. */
double part_run_cpu_s(const struct part_run *p);
/* Every tick: asks for checkpoints as they fall due. */
void part_run_tick(struct part_run *p, uint64_t now_ms);
/* After worker_receive: a checkpoint that came is kept. */
void part_run_take(struct part_run *p, uint64_t now_ms);
/* Asks for a last checkpoint; the worker ends when it comes, or has not come in time. */
void part_run_suspend(struct part_run *p, uint64_t now_ms);
/* Suspending is over: the worker can be let go. */
bool part_run_suspended(const struct part_run *p, uint64_t now_ms);
/* Ends the worker, if there is one; the checkpoint stays. */
void part_run_stop(struct part_run *p);
/* Forgets what was explored. It has no worker. */
void part_run_forget(struct part_run *p);
/* The same, and from now on explores only what this order leaves. */
void part_run_narrow(struct part_run *p, const struct explore_constraint *half);
void part_run_release(struct part_run *p);

#endif
