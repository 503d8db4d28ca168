/* SPDX-License-Identifier: MIT */
/* How far a run had come at points of time: for people, nothing is decided by it. */
#ifndef JOBS_HISTORY_H
#define JOBS_HISTORY_H

#include "jobs/controller/controller.h"

struct history_point {
	uint64_t ms; /* since the run began */
	uint64_t executions;
	double total; /* executions that everything is thought to take; 0: not known */
	uint64_t jobs, jobs_ended;
	uint64_t races;
	uint64_t findings;
};
typedef VEC(struct history_point) history_vec;

/*
 * Is it time for another point? Points are HISTORY_EVERY_MS apart at first, then further, as the
 * run gets longer: their number grows with the logarithm of its time (2,000 after a day), and none
 * that was kept has to go.
 */
#define HISTORY_EVERY_MS 250
bool history_due(uint64_t last_ms, uint64_t now_ms) MUST_USE;

struct history_point history_point_of(const struct controller *c, uint64_t now_ms) MUST_USE;

void history_encode(struct buf *b, const struct history_point *p);
/* False where the bytes are none. */
bool history_decode(struct reader *r, struct history_point *p) MUST_USE;

#endif
