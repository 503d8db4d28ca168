/* SPDX-License-Identifier: MIT */
/*
 * Is a worker stuck? It is when its progress counter stands still while it burns
 * CPU time, or while it sleeps in a system call. A stopped process (Ctrl-Z, a debugger)
 * and one that gets no CPU on a busy machine are not stuck: for them no time passes.
 *
 * Pure: time and samples come in as arguments.
 */
#ifndef JOBS_WATCHDOG_H
#define JOBS_WATCHDOG_H

#include "jobs/system/process.h"

/* A sample this late means that the controller itself was stopped: the rest does not count. */
#define WATCHDOG_MAX_STEP_MS 500

struct watchdog {
	uint64_t limit_ms;
	uint64_t progress;  /* at the last change */
	uint64_t cpu_ms;    /* last sample */
	uint64_t now_ms;    /* last sample */
	uint64_t burned_ms; /* CPU time since progress changed */
	uint64_t asleep_ms; /* wall time asleep since then */
	bool started;
};

/* True: stuck for the limit. Called every tenth of a second or so. */
bool watchdog_sample(struct watchdog *w, uint64_t progress, const struct process_sample *s,
                     uint64_t now_ms);
/* Something else showed that the worker lives. */
void watchdog_feed(struct watchdog *w);
/* Did it mostly sleep, rather than run? */
bool watchdog_asleep(const struct watchdog *w);

#endif
