/* SPDX-License-Identifier: MIT */
/* A schedule that shows a finding, made smaller step by step (jobs/minimise/minimise.h). */
#ifndef JOBS_REDUCE_H
#define JOBS_REDUCE_H

#include "jobs/minimise/minimise.h"

/* best is replaced by smaller ones that show the finding. False: the time was over. */
bool reduce(const struct minimise_machine *m, struct trial *best);
/*
 * best is replaced by ones of the same size whose stretches are longer, until none can be longer
 * by one step. False: as above.
 */
bool gather(const struct minimise_machine *m, struct trial *best);

/* The guide that follows the stretches of t. To be released with guide_release. */
struct guide guide_along(const struct trial *t);
/*
 * Stretch i goes on to where the next one of its thread ends, which is left out then; where there
 * is none, to the end.
 */
void guide_extend(struct guide *g, size_t i);

#endif
