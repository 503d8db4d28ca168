/* SPDX-License-Identifier: MIT */
/* How to see an execution of `scree run` again: a command, or a schedule file. */
#ifndef CLI_RUN_REPLAY_H
#define CLI_RUN_REPLAY_H

#include "cli/run_options.h"
#include "event/finding.h"
#include "jobs/program.h"

/* The command line, quoted for a shell, to be freed. saved: the schedule is in --save-schedule. */
char *replay_command(const struct run_options *o, const struct finding *f, bool saved) MUST_USE;
/* Writes a schedule with all that is needed to repeat it to the file of --save-schedule. */
struct result replay_save(const struct run_options *o, const struct program *p,
                          const choice_vec *choices) MUST_USE;

#endif
