/* SPDX-License-Identifier: MIT */
/*
 * What the commands that run a finding file once more have in common:
 * `scree COMMAND [OPTIONS] FILE [PROG]`.
 */
#ifndef ACTIONS_RECORDED_H
#define ACTIONS_RECORDED_H

#include "actions/results.h"
#include "actions/settings.h"
#include "jobs/workers/program.h"
#include "jobs/workers/worker.h"

/* The first member of what such a command knows. */
struct recorded {
	const char *command;
	struct exec_options exec;
	bool force; /* another build than the recorded one will do */
	const char *file;
	struct schedule schedule; /* what the file holds, once it is loaded */
};

/* No option was given. */
void recorded_init(struct recorded *r, const char *command);
void recorded_release(struct recorded *r);
/*
 * Reads the file. Its options, its arguments and, where none was named, its program become those
 * of r->exec.
 */
struct result recorded_load(struct recorded *r) MUST_USE;
/*
 * Opens the program, after recorded_load. Fails where it is another build than the recorded one,
 * unless that is forced. From here on an interrupt ends a worker, not us. p is released by
 * program_release where this succeeds.
 */
struct result recorded_open(const struct recorded *r, struct program *p) MUST_USE;

/* What comes of an execution. */
typedef struct result recorded_use(const struct recorded *r, const struct program *p,
                                   const struct worker *w);
/*
 * Runs the program once, muted, and hands the worker that has done so to use. config: what of the
 * configuration is the command's; the rules about code are filled in.
 */
struct result recorded_run(const struct recorded *r, const struct program *p,
                           const struct wire_config *config, recorded_use *use) MUST_USE;

enum replay_verdict {
	REPLAY_REPRODUCED, /* the same kind at the same place */
	REPLAY_OTHER,      /* the schedule was followed, and something else happened */
	REPLAY_DIVERGED,   /* the schedule could not be followed */
	REPLAY_ERROR,      /* the program could not be run to its end */
	REPLAY_FINDING,    /* a schedule without a recorded finding: one was found */
	REPLAY_PASSED,     /* … or not */
	REPLAY_STOPPED,    /* at the step that was asked for */
};

/* Which of its findings the recorded one is, or how many there are. o is collected. */
size_t replay_finding(const struct schedule *s, const struct output *o);
enum replay_verdict replay_verdict(const struct schedule *s, const struct output *o);

#endif
