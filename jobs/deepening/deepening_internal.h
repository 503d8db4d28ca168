/* SPDX-License-Identifier: MIT */
/* What the files of deepening share: deepening.c learns, deepening_decide.c decides. */
#ifndef JOBS_DEEPENING_INTERNAL_H
#define JOBS_DEEPENING_INTERNAL_H

#include "jobs/deepening/deepening.h"

/* The maximal job gets its first turn when so many jobs have ended, for at least so long. */
#define FIRST_TURN      16
#define TURN_EXECUTIONS 1000

void deepening_push(struct deepening *d, enum deepening_command_kind kind, const struct job *j,
                    uint32_t part);
/* Adds a job unless one has this set or is going to cover it; takes the set over. */
void deepening_add(struct deepening *d, enum job_origin origin, struct job_set set);
/* Ends an open job: its workers go, its slots are free. */
void deepening_end(struct deepening *d, struct job *j, enum job_state state, uint32_t because);
/* The slot of a running part is free. */
void deepening_free_slot(struct deepening *d, struct job_part *p, enum part_state next);

#endif
