/* SPDX-License-Identifier: MIT */
/*
 * Why a worker ended without its last word: a finding where the tested program is to
 * blame, an explanation (outcome.trouble) where it is not or nobody can know.
 */
#ifndef JOBS_AUTOPSY_H
#define JOBS_AUTOPSY_H

#include "jobs/system/process.h"
#include "jobs/workers/outcome.h"
#include "jobs/workers/watchdog.h"

/* p has been reaped. hello: the worker had started; phase: enum wire_phase, unchecked. */
void autopsy(const struct process *p, bool hello, uint64_t phase, struct outcome *o);
/* It made no progress and did not answer the stuck signal. */
void autopsy_stuck(const struct watchdog *w, bool hello, uint64_t phase, struct outcome *o);
/* Keeps the memory map of a live worker in the outcome, for symbols. */
void worker_map(pid_t pid, struct outcome *o);

#endif
