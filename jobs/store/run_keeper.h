/* SPDX-License-Identifier: MIT */
/*
 * Keeps a run in its directory while it goes on: the controller's log
 *(jobs/controller/controller.h), written to a store (jobs/store/store.h) a few times a second.
 *
 *	struct run_keeper k;
 *	run_keeper_init(&k, &options);
 *	controller_options.log = run_keeper_log(&k);
 *	… controller_run …
 *	char *dir = run_keeper_end(&k, &c);
 *
 * A run that nobody named a directory for gets one only once it has lasted KEEP_AFTER_MS, or is
 * stopped: short runs write nothing. Until then everything waits in memory.
 *
 * A store that cannot be written never costs the run its result: the keeper says so once,
 * through options.warn, and keeps nothing from then on. An error of the run (ENDING_ERROR,
 * a divergence) is not kept: who resumes meets it again.
 */
#ifndef JOBS_RUN_KEEPER_H
#define JOBS_RUN_KEEPER_H

#include "jobs/controller/controller.h"
#include "jobs/store/run_dir.h"
#include "jobs/store/store.h"

#define KEEP_AFTER_MS 1000
#define KEEP_EVERY_MS 250

struct run_keeper_options {
	const char *dir; /* NULL: a fresh one */
	const struct program *program;
	int argc; /* the command line, after "scree" */
	char **argv;
	uint64_t slots;
	uint64_t budget_ms;
	void (*warn)(const char *message);
};

struct kept_record {
	enum store_kind kind;
	struct buf bytes;
};

struct run_keeper {
	struct run_keeper_options options;
	struct run_dir dir;
	struct store store;              /* db NULL: not yet, or no more */
	bool off;                        /* it could not be written */
	VEC(struct kept_record) waiting; /* for the next transaction, in order */
	/*
	 * Of each part the last progress since another input. Those before it were told for
	 * nothing: the manager only remembers the last, and looks at it when it decides.
	 */
	VEC(struct deepening_input) progress;
	char *maps; /* as they were written */
	uint64_t written_ms;
	uint64_t history_ms; /* when the last point of the history was kept */
};

/* Fails where options.dir holds a run already; other trouble is warned of. */
struct result run_keeper_init(struct run_keeper *k,
                              const struct run_keeper_options *options) MUST_USE;
/* Of a run that is resumed; takes dir and store over. */
void run_keeper_resume(struct run_keeper *k, const struct run_keeper_options *options,
                       struct run_dir *dir, struct store *store);
struct controller_log run_keeper_log(struct run_keeper *k);
/* A row that the store holds already, told again: it is a part's last progress. */
void run_keeper_take_progress(struct run_keeper *k, const struct deepening_input *in);
/*
 * The run is over, or cannot go on for now. Removes a directory that nobody asked for where nothing
 * is left to be resumed. Otherwise, and if something is left, the directory to resume, to be freed;
 * else NULL.
 */
char *run_keeper_end(struct run_keeper *k, const struct controller *c) MUST_USE;
void run_keeper_release(struct run_keeper *k);

#endif
