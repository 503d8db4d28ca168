/* SPDX-License-Identifier: MIT */
/*
 * A job: a set of preemption points and how far its state space has been explored.
 *
 * The space may be shared out over several parts, each one explored by a worker of its
 * own; a job is complete when all of them are. Plain data and sums; jobs/deepening/deepening.h
 * decides what happens to it.
 */
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "jobs/deepening/job_set.h"

enum job_state {
#define JOB_STATE(name, word, meaning) JOB_##name,
#include "jobs/deepening/job_state.def"
#undef JOB_STATE
	JOB_STATES
};
extern const char *const job_state_name[JOB_STATES];
extern const char *const job_state_meaning[JOB_STATES];

/* Who asked for it. */
enum job_origin {
	JOB_SEED,    /* classes of synchronization alone */
	JOB_SMALL,   /* {yield, one racing access} */
	JOB_BIG,     /* the set of the job that reported the race, and the access */
	JOB_MAXIMAL, /* all that is known */
	JOB_FIXED,   /* the one job of --mode=single and --mode=everywhere */
};

enum part_state {
	PART_FRESH,     /* no worker has begun it */
	PART_RUNNING,   /* on a slot */
	PART_SUSPENDED, /* its worker waits */
	PART_DEAD,      /* its worker died: it goes on from its last checkpoint */
	PART_DONE,
	PART_GONE, /* the job was ended before it */
};

#define NO_SLOT     UINT32_MAX
#define NO_JOB      UINT32_MAX
#define ETA_UNKNOWN (-1.0)

struct part_progress {
	uint64_t executions; /* run so far */
	double total;        /* estimate of all of them; 0: none yet */
	/* What the rest takes one worker, by the clock on the wall; ETA_UNKNOWN, or INFINITY. */
	double eta_ms;
	uint64_t cpu_ms; /* spent so far */
};

struct part_death {
	uint64_t place;
	unsigned count;
};

struct job_part {
	enum part_state state;
	uint32_t slot; /* PART_RUNNING */
	struct part_progress progress;
	VEC(struct part_death) deaths;
};

struct job {
	uint32_t id; /* its index, in the order in which jobs were thought of */
	enum job_state state;
	enum job_origin origin;
	uint32_t bugs;     /* that it found */
	uint32_t ended_by; /* JOB_CANCELLED, JOB_PRUNED: because of this job, or NO_JOB */
	unsigned suspensions;
	struct job_set set;
	char *limit;                /* why not everything was run; the first reason; NULL: none */
	VEC(struct job_part) parts; /* at least one; ids are indices */
	uint64_t since;             /* executions when it last began or went on */
	uint64_t split_at;          /* executions when it was last split */
	bool complete;              /* every schedule was run, whatever was found */
	uint64_t floor; /* of executions: what a completed job within it took; 0: none was */
};

/* Takes the set over. */
struct job job_of(uint32_t id, enum job_origin origin, struct job_set set) MUST_USE;
void job_release(struct job *j);

bool job_open(const struct job *j) MUST_USE;
/*
 * {yield, one access}: meant to find a bug fast. It does not breed: what it would lead to
 * is reached from the larger jobs (thesis §4.2.3, footnote 3).
 */
bool job_small(const struct job *j) MUST_USE;
uint64_t job_executions(const struct job *j) MUST_USE;
uint64_t job_cpu_ms(const struct job *j) MUST_USE;
unsigned job_parts_in(const struct job *j, enum part_state state) MUST_USE;
/* Estimated number of all executions, never below what was run, or floor; 0: no estimate. */
double job_total(const struct job *j) MUST_USE;
/* Work that is left, as time of one worker; ETA_UNKNOWN while no part knows. */
double job_work_left_ms(const struct job *j) MUST_USE;
/* When it will be finished if it keeps its slots; parts are taken to stay balanced by splits. */
double job_eta_ms(const struct job *j) MUST_USE;
/*
 * Schedules that differ with some points differ with more of them, too: a job has at least as many
 * as one within it, here a completed one.
 */
void job_raise_floor(struct job *j, const struct job *done);

#endif
