/* SPDX-License-Identifier: MIT */
/*
 * What the commands that run a finding file once more have in common:
 * `scree COMMAND [OPTIONS] FILE [PROG]`.
 */
#ifndef CLI_RECORDED_H
#define CLI_RECORDED_H

#include "cli/exec_options.h"
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
/* Adds --force. */
void recorded_add_force(struct option_table *t, struct recorded *r);
/*
 * Reads FILE and PROG, and the options of the table, which may stand before, between and after
 * them: the program gets none of them. Where help is asked for (r->exec.help) nothing else counts.
 */
struct result recorded_parse(struct recorded *r, const struct option_table *table, int argc,
                             char **argv) MUST_USE;
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

#endif
