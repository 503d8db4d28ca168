/* SPDX-License-Identifier: MIT */
/* From options to an outcome: what the commands that execute programs share. */
#ifndef ACTIONS_EXECUTE_H
#define ACTIONS_EXECUTE_H

#include "actions/settings.h"
#include "jobs/workers/worker.h"

/*
 * Runs a worker until its outcome is known. how holds the program, the configuration and
 * what is special to the command; the rest is filled in from the options. w is released
 * by worker_release in either case.
 */
struct result execute(struct worker *w, const struct exec_options *o, struct worker_options *how,
                      const char *command) MUST_USE;
/* The same in two steps; execute_wait where the worker was started. */
struct result execute_start(struct worker *w, const struct exec_options *o,
                            struct worker_options *how) MUST_USE;
void execute_wait(struct worker *w, const char *command);
/* What the program reads; -1: our own. To be closed. */
struct result execute_stdin(const struct exec_options *o, int *fd) MUST_USE;
/* Was the schedule recorded with another build of the program? */
bool other_build(const struct schedule *s, const struct program *p);

#endif
