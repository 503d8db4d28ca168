/* SPDX-License-Identifier: MIT */
/*
 * What makes two executions the same: the dependency relation of event/dep.def,
 * written a second time, plainly, by comparing all pairs of steps.
 *
 * Level of a step: one more than the highest level it depends on. Steps of one level
 * are independent, so a sum over the hashes of (level, step) does not depend on
 * their order, and the levels are the same for all equivalent executions.
 */
#ifndef ORACLE_CANON_H
#define ORACLE_CANON_H

#include "tests/oracle/vm.h"

#define CANON_STEPS 256

/* A hash that is the same for all executions of one Mazurkiewicz trace, and differs otherwise. */
uint64_t canon_trace(const struct vm_run *run);

/* Adds the last step of run to the sum of those before, whose levels are given; its level. */
uint32_t canon_step(const struct vm_run *run, const uint32_t *level, uint64_t *sum);

/* Whether two events of different threads touch a common byte, at least one writing. */
bool canon_conflict(const struct event *a, const struct event *b);

#endif
