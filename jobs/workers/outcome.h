/* SPDX-License-Identifier: MIT */
/* All that a worker told us, and how it ended. Plain data; filled by jobs/workers/worker.c. */
#ifndef JOBS_OUTCOME_H
#define JOBS_OUTCOME_H

#include "event/stopped.h"
#include "event/wire.h"

enum ending {
	ENDING_NONE,        /* still running */
	ENDING_DONE,        /* all executions ran, or a finding stopped them */
	ENDING_ERROR,       /* the worker cannot go on: see error */
	ENDING_DIED,        /* it died, or talked nonsense: see trouble */
	ENDING_STUCK,       /* it made no progress and was killed; the finding is ours */
	ENDING_THREADS,     /* it needs more threads than it was started with */
	ENDING_STACKS,      /* a thread touched another's stack: it needs them shown */
	ENDING_INTERRUPTED, /* ended by us: Ctrl-C, or it did not stop when its time was over */
};

/* Why a worker was asked to stop before it was done. It may have answered with DONE. */
enum stop { STOP_NONE, STOP_TIME, STOP_INTERRUPT };

/* Findings with the same kind and the same innermost pc, as the worker sends them. */
struct found {
	struct finding finding; /* the first one */
	uint64_t count;
	bool post_mortem; /* told by jobs/workers/autopsy.c: nobody knows its schedule */
	uint32_t job; /* that found it, where there are several (jobs/controller/controller.h) */
};

struct outcome {
	enum ending ending;
	enum stop stopped;
	VEC(struct found) found;
	VEC(struct race_record) races; /* each pair of places once */
	VEC(struct event) trace;       /* of the last execution, where it was asked for */
	struct detail detail;          /* besides the trace, where it was asked for */
	/* Answers to worker_ask and worker_try: payloads as they came, and how many there were. */
	struct buf checkpoint; /* the latest struct wire_checkpoint, encoded */
	struct buf order; /* the latest constraint_vec, encoded; empty: cannot be divided now */
	struct buf tried; /* the latest struct tried, encoded and checked */
	uint64_t checkpoints, orders, trials;
	uint64_t checkpoints_refused; /* they were too large */
	bool waiting;                 /* for a debugger, and for WIRE_GO */
	struct stopped stopped_at;    /* where it was asked to stop at a step, and got there */
	/* Executions, events and estimates are valid whatever the ending. */
	struct wire_done done;
	struct wire_error error; /* ENDING_ERROR */
	char *trouble;           /* ENDING_DIED: what happened and what to do */
	char *maps;              /* /proc/PID/maps of the worker; NULL where it died too early */
	double elapsed_s;
	double cpu_s;
	/* Of a run with several workers (jobs/controller/controller.h): */
	double lost_cpu_s; /* of cpu_s, what was begun again: a space was divided, stacks were shown
	                    */
	double busiest_cpu_s; /* of cpu_s, the most that one of the workers at a time had */
	double idle_s;        /* time of workers that had nothing to do */
	uint64_t peak_rss_kb;
	bool randomised; /* the kernel did not let us fix addresses */
};

/* How many executions came to their end or limit: those that the explorer gave up do not count. */
uint64_t outcome_executions(const struct outcome *o);
/* Takes the finding over. */
void outcome_add(struct outcome *o, struct finding *f);
/* The same for a race candidate; what is known of the same pair already is replaced. */
void outcome_add_race(struct outcome *o, struct race_record *r);
/* Forgets them: what is found from now on is new. */
void outcome_clear_findings(struct outcome *o);
void outcome_release(struct outcome *o);

/* A finding together with what the controller knows of it, as a record. */
void found_encode(struct buf *b, const struct found *f);
/* f->finding is released by finding_release in either case. */
bool found_decode(struct reader *r, struct found *f) MUST_USE;

#endif
