/* SPDX-License-Identifier: MIT */
/* How to see an execution of `scree run` again: a command, or a schedule file. */
#ifndef CLI_RUN_REPLAY_H
#define CLI_RUN_REPLAY_H

#include "cli/output.h"
#include "cli/run_options.h"

/* The command line, quoted for a shell, to be freed. saved: the schedule is in --save-schedule. */
char *run_replay_command(const struct run_options *o, const struct finding *f, bool saved) MUST_USE;
/* Writes the schedule of a finding, or of the last execution for NULL, to --save-schedule. */
struct result run_save_schedule(const struct run_options *o, const struct output *out,
                                const struct distinct *d) MUST_USE;

#endif
