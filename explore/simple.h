/* SPDX-License-Identifier: MIT */
/*
 * Schedulers that do not search: the default order, a random walk, and a recorded
 * schedule.
 */
#ifndef EXPLORE_SIMPLE_H
#define EXPLORE_SIMPLE_H

#include "explore/scheduler.h"

enum simple_kind {
	SIMPLE_DEFAULT, /* a thread runs until it blocks or yields, then the next one */
	SIMPLE_RANDOM,  /* uniform among all that can run */
	SIMPLE_FIXED,   /* recorded choices, then the default order */
};

struct simple_config {
	enum simple_kind kind;
	uint64_t seed;                /* execution k of a run (from 0) uses seed + k */
	uint64_t executions;          /* begin() says no after this many */
	const struct choice *choices; /* kept by the caller */
	size_t n_choices;
};

struct scheduler *simple_scheduler_new(const struct simple_config *config);
/* Who goes on in the default order; at least one can. */
unsigned simple_default_thread(const struct sched_view *v);
/* A recorded choice did not fit what the program asked: at which one, or -1. */
int64_t simple_scheduler_diverged(const struct scheduler *s);

#endif
