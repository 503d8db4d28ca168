/* SPDX-License-Identifier: MIT */
/* A controller as it was when its run was last kept (jobs/store/run_keeper.h). */
#ifndef JOBS_RESTORE_H
#define JOBS_RESTORE_H

#include "jobs/controller/controller.h"
#include "jobs/store/run_keeper.h"

/*
 * c is new and has the options with which the run was begun; k has the run's store. The manager is
 * told again all that it was told, which makes it what it was; parts get their orders, counts and
 * checkpoints; those that were at work begin again with controller_run. A split that had not
 * happened yet is refused. Fails where the store is damaged; then c can only be released.
 */
struct result controller_restore(struct controller *c, struct run_keeper *k,
                                 const struct run_facts *facts) MUST_USE;

/*
 * For a report of it, instead of controller_run: c.total says all, as if the run had ended when
 * it was last kept. True: something was left to do then.
 */
bool controller_conclude(struct controller *c) MUST_USE;

#endif
