/* SPDX-License-Identifier: MIT */
/*
 * --json=lines: what happens in a search over many sets of preemption points, on stdout, one JSON
 * object a line, each with a member "event". docs/json.md describes them.
 */
#ifndef CLI_EVENT_LINES_H
#define CLI_EVENT_LINES_H

#include "jobs/controller/controller.h"
#include "report/names/symbols.h"

struct event_lines {
	bool on;
	uint64_t interval_ms;
	uint64_t next_ms;
	VEC(enum job_state) jobs; /* as they were told */
	VEC(int) races;           /* enum race_suppressed, as it was told; -1: not told */
	size_t findings;          /* of those of the outcome: so many were told */
};

/* interval_ms: how often progress is told; 0: every second. */
void event_lines_init(struct event_lines *e, bool on, uint64_t interval_ms);
/* Every WORKER_TICK_MS. */
void event_lines_watch(struct event_lines *e, const struct controller *c, struct symbols *symbols);
/* Tells what has not been told. */
void event_lines_end(struct event_lines *e, const struct controller *c, struct symbols *symbols);

#endif
