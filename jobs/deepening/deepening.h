/* SPDX-License-Identifier: MIT */
/*
 * Iterative Deepening: which jobs there are, and which of them run.
 * QUICKSAND (OOPSLA'16) §3, thesis chapter 4. docs/deepening.md explains it to people.
 *
 * Pure: no system calls, no clock, no globals. The controller tells what happened and
 * what time it is; the manager answers with commands:
 *
 *	struct deepening d;
 *	deepening_init(&d, &options);
 *	while (!d.over) {
 *		… for everything that workers told: deepening_race(), deepening_progress(), …
 *		deepening_decide(&d, now_ms);
 *		while (deepening_command(&d, &c))
 *			… carry it out …
 *	}
 *
 * The controller carries commands out in their order. From then on, for the manager, they have
 * happened: a slot that SUSPEND or CANCEL named is free for the next START. What a worker
 * said before the command reached it may come in late; it is taken, or ignored where it no
 * longer matters. A command may name a worker that has just ended by itself: then there is nothing
 * to do, its end is on its way. What one worker says must come in in its order: above all, its
 * races and bugs before its end, and those found before a checkpoint before the checkpoint counts.
 *
 * WHAT MAKES IT TOTAL. Every schedule of the test was run, up to equivalence, if there is a
 * completed job (all of its parts, nothing limited) whose set contains every class
 * of synchronization and every point of race_table.points, which holds the
 * races that this job itself reported (proofs: theorem 1; it needs race analysis on, by limited
 * happens-before). Or if a job that preempts everywhere is completed. Nothing else is total;
 * no job may have failed.
 *
 * EXECUTIONS THAT ARE CUT SHORT. The theorem is about executions in which every thread goes on as
 * long as it can. An assertion that fails, or scree_assume, ends an execution at once, and what
 * the other threads would have done is not seen: a race that only shows behind it stays
 * unknown, and with it the schedules that need it. (One thread reads x twice and gives up
 * unless it reads 0, then 1; the other one writes it. The second read is never seen to race.) If
 *that happened, the maximal set is everywhere. So it is where a finding ended an operation that was
 *not done, such as the use of freed memory: nobody knows what it would have raced with. Where
 *nobody else could have gone on it is no cut: the thread that fails can be thought to wait for
 *ever. Nor is exit(), before which others can run. Tests: tests/unit/jobs/totality.c,
 *tests/totality/test_programs.sh.
 *
 * The maximal set has all classes whether the program was seen to
 * use them or not: those that it does not use cost nothing, and one that it first uses deep in the
 * search is not missed.
 *
 * CONVERGENCE. Whenever there is no pending job, and no job has or had the maximal set, and none
 * that contains it is complete, a job with that set is made (plan_maximal). A job is ended
 * before its end only if a job that contains it was completed (pruned), if it
 * contains a bug that was found (cancelled, not with keep_going), if it is given up for
 * the maximal one (--mode=maximal), or if its worker dies again and again (failed). So without
 * bugs, deaths and limits the search ends total, for there are finitely many places in a
 * program. Test: random simulations in tests/unit/jobs/deepening_random.c.
 */
#ifndef JOBS_DEEPENING_H
#define JOBS_DEEPENING_H

#include "jobs/deepening/best_job.h"

enum deepening_mode {
#define DEEPENING_MODE(name, word, meaning) MODE_##name,
#include "jobs/deepening/deepening_mode.def"
#undef DEEPENING_MODE
	DEEPENING_MODES
};
extern const char *const deepening_mode_name[DEEPENING_MODES];
extern const char *const deepening_mode_meaning[DEEPENING_MODES];

/* A worker that dies this often at one place found something: it is not started again. */
#define DEATHS_AT_ONE_PLACE 3
/* The same for a part that dies wherever it is, and never gets further than it was. */
#define DEATHS_OF_A_PART 16
#define DEEPENING_JOBS   1024
#define DEEPENING_SLOTS  1024 /* most workers at a time */

struct deepening_options {
	enum deepening_mode mode;
	uint32_t slots;              /* workers at a time: -j; 1 to DEEPENING_SLOTS */
	uint64_t budget_ms;          /* 0: no end, and no job is too large */
	struct best_job_options eta; /* 0: the defaults */
	const struct job_set *fixed; /* MODE_SINGLE; NULL: all synchronization */
	bool races;       /* the workers analyse races; else only "everywhere" is total */
	bool keep_going;  /* a bug ends nothing */
	bool hide_stacks; /* MODE_EVERYWHERE: at first (PP_HIDE_STACKS); of MODE_SINGLE, fixed says
	                     it */
	bool pin_maximal; /* one slot always explores the maximal set; needs two slots */
	bool turns; /* MODE_DEEPEN without pin_maximal: that set gets turns, see maximal_turn() */
	/* No more jobs than this are planned, the maximal ones excepted; 0: DEEPENING_JOBS. */
	uint32_t max_jobs;
};

enum deepening_command_kind {
	COMMAND_START,   /* a fresh worker explores the job's part on the slot */
	COMMAND_RESUME,  /* the part's suspended worker goes on, on the slot */
	COMMAND_RESTART, /* a fresh worker goes on from the part's last checkpoint */
	COMMAND_SUSPEND, /* the part's worker waits, and keeps its state */
	COMMAND_CANCEL,  /* the part's worker ends; its state is not needed again */
	/*
	 * The worker of `from`, a part of the same job, gives away some of what it has left; a
	 * fresh worker explores that as the new part on the slot. Answer deepening_split_refused if
	 * there is nothing to give.
	 */
	COMMAND_SPLIT,
	COMMAND_REPORT_DEATH, /* the part died too often: a finding of kind "died" */
};

struct deepening_command {
	enum deepening_command_kind kind;
	uint32_t job;
	uint32_t part;
	uint32_t slot; /* NO_SLOT where the part was on none */
	uint32_t from; /* COMMAND_SPLIT */
};

/* A bug, and the points that its schedule needs: whatever preempts on them finds it too. */
struct known_bug {
	uint64_t finding;
	uint32_t job;
	struct job_set needs;
	pc_vec places; /* at which its schedule preempts */
};

/* How often something was given up or put off. Nothing of it weakens deepening_total(). */
struct deepening_counts {
	uint64_t suspensions;
	uint64_t resumptions;
	uint64_t splits;
	uint64_t splits_refused;
	uint64_t parts_added; /* deepening_part_added() */
	uint64_t restarts;
	uint64_t unplanned;  /* times that a job was not made: max_jobs */
	uint64_t not_bred;   /* races that a small job reported: no jobs were made for it */
	uint64_t superseded; /* jobs given up for a larger one */
};

struct slot {
	uint32_t job, part; /* job NO_JOB: free */
};

struct deepening {
	struct deepening_options options;
	VEC(struct job) jobs; /* by id */
	struct race_table races;
	VEC(struct known_bug) bugs;
	VEC(struct slot) slots;
	uint32_t used;  /* classes that the program was seen to use */
	bool cut_short; /* deepening_cut_short() */
	uint32_t pinned;
	uint32_t next_turn; /* the maximal job gets a turn when so many jobs have ended */
	uint64_t turn;      /* executions that its turn lasts; 0: it has none */
	uint64_t now_ms;
	bool over; /* nothing is left to run, or it was stopped */
	bool stopped;
	bool out_of_time; /* which stopped it */
	struct deepening_counts counts;
	VEC(struct deepening_command) commands;
	size_t taken; /* of commands */
};

/* Copies what the options point to. */
void deepening_init(struct deepening *d, const struct deepening_options *options);
void deepening_release(struct deepening *d);

/*
 * What happened. Ids are those of commands; others are BUG(). Work that became needless is
 * cancelled at once; nothing is begun before deepening_decide.
 */

/* The program used an operation of this class. Makes the seed sets that have it. */
void deepening_class_used(struct deepening *d, enum pp_class class);
void deepening_progress(struct deepening *d, uint32_t job, uint32_t part,
                        const struct part_progress *p);
/* An execution was ended in the middle: from now on only preempting everywhere is total. */
void deepening_cut_short(struct deepening *d);
/* A race, or one that the job had reported as single-order and now saw the other way. */
void deepening_race(struct deepening *d, uint32_t job, const struct race_sighting *s);
/* needs NULL: all that the job preempts on. Without keep_going the job ends with it. */
void deepening_bug(struct deepening *d, uint32_t job, uint64_t finding,
                   const struct job_set *needs);
/*
 * Where the schedule of a bug, told before, leaves threads that could have gone on: races with an
 * access there are buggy. Told again, of a smaller schedule, it replaces what was known.
 */
void deepening_bug_places(struct deepening *d, uint64_t finding, const pc_vec *places);
/* limit NULL: every schedule of the part was run, and nothing weakens that. Else why not. */
void deepening_part_done(struct deepening *d, uint32_t job, uint32_t part, const char *limit);
/* place: how far it had come, such as executions: the same number for the same place. */
void deepening_part_died(struct deepening *d, uint32_t job, uint32_t part, uint64_t place);
void deepening_split_refused(struct deepening *d, uint32_t job, uint32_t part);
/*
 * A part of the job has given some of what it had to a new one (its number is the next), which
 * waits for a slot. p: what is known of the new part. The job is open.
 */
void deepening_part_added(struct deepening *d, uint32_t job, uint32_t part,
                          const struct part_progress *p);
/*
 * A thread touched another's stack, in a job that hides them: what it ran shows nothing. A job with
 * the same points and no stack hidden takes its place.
 */
void deepening_stacks_shared(struct deepening *d, uint32_t job);
/* Another budget from now on, counted as before; what the end of the last one stopped goes on. */
void deepening_set_budget(struct deepening *d, uint64_t budget_ms);
/* So many workers at a time from now on; parts on slots that are gone are suspended. */
void deepening_set_slots(struct deepening *d, uint32_t slots);

/* Gives the commands that follow from all that, at this time. Time does not go back. */
void deepening_decide(struct deepening *d, uint64_t now_ms);
/* Interrupted: suspends what is running; it is over and stays so. */
void deepening_stop(struct deepening *d);
/* The next command; false: there is none. */
bool deepening_command(struct deepening *d, struct deepening_command *c) MUST_USE;

/* For the display and the final account; jobs and races can be read directly. */

struct deepening_account {
	uint32_t jobs[JOB_STATES]; /* how many are in each state; open ones were not finished */
	uint32_t races[RACE_FATES];
	uint64_t executions; /* of all jobs */
	uint64_t cpu_ms;
	double total;     /* executions: run by ended jobs, estimated for open ones, and foreseen */
	double left_ms;   /* until all that is finished: by the clock on the wall, on all slots */
	uint32_t unknown; /* open jobs without an estimate of their own */
	/*
	 * Of total, executions of jobs without one: each that will be begun has as many as a
	 * completed job within it, and so has the maximal job, which is always the last.
	 */
	double foreseen;
	bool total_coverage; /* every schedule was run */
	bool verified;       /* and nothing was found */
};
struct deepening_account deepening_account(const struct deepening *d) MUST_USE;

/* See above: every schedule was run. */
bool deepening_total(const struct deepening *d) MUST_USE;
/* The job that shows it: its schedules are all there are. NULL where there is none. */
const struct job *deepening_total_job(const struct deepening *d) MUST_USE;
/* All classes, and all racing accesses that must be preemption points. The caller releases it. */
struct job_set deepening_maximal_set(const struct deepening *d) MUST_USE;
/*
 * Is j one of the completed jobs that say all: no other completed one contains it? They are what
 * to tell about a search that did not come to its end (thesis §4.6.4).
 */
bool deepening_shows(const struct deepening *d, const struct job *j) MUST_USE;

#endif
