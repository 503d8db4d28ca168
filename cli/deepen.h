/* SPDX-License-Identifier: MIT */
/* `scree check` with many sets of preemption points: Iterative Deepening (docs/deepening.md). */
#ifndef CLI_DEEPEN_H
#define CLI_DEEPEN_H

#include "cli/check_options.h"
#include "jobs/program.h"

/* status: as of the command, once something was printed. */
struct result deepen(const struct check_options *o, const struct program *p, int *status) MUST_USE;

#endif
