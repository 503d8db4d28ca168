/* SPDX-License-Identifier: MIT */
/* For tests that tell jobs/deepening/deepening.h by hand what happens, and look at each command. */
#ifndef TESTS_UNIT_DEEPENING_HAND_H
#define TESTS_UNIT_DEEPENING_HAND_H

#include "tests/unit/jobs/deepening_sim.h"

#define LOCK   PP_BIT(PP_LOCK)
#define UNLOCK PP_BIT(PP_UNLOCK)

static inline struct deepening begin(enum deepening_mode mode, uint32_t slots)
{
	struct deepening d;
	deepening_init(&d,
	               &(struct deepening_options){.mode = mode, .slots = slots, .races = true});
	return d;
}

/* The id of the job with this set, which it releases; NO_JOB: there is none. */
static inline uint32_t id_of(const struct deepening *d, struct job_set set)
{
	uint32_t id = NO_JOB;
	for (size_t i = 0; i < d->jobs.n; i++)
		if (job_set_equal(&d->jobs.at[i].set, &set))
			id = d->jobs.at[i].id;
	job_set_release(&set);
	return id;
}

static inline enum job_state state_of(const struct deepening *d, struct job_set set)
{
	uint32_t id = id_of(d, set);
	assert_int_not_equal(id, NO_JOB);
	return d->jobs.at[id].state;
}

static inline void race(struct deepening *d, uint32_t job, uint64_t first, uint64_t second,
                        bool both)
{
	struct race_sighting s = sim_sighting(first, second, both);
	deepening_race(d, job, &s);
}

static inline void expect(struct deepening *d, enum deepening_command_kind kind, uint32_t job,
                          uint32_t part)
{
	struct deepening_command c;
	assert_true(deepening_command(d, &c));
	assert_int_equal(c.kind, kind);
	assert_int_equal(c.job, job);
	assert_int_equal(c.part, part);
}

static inline void expect_none(struct deepening *d)
{
	struct deepening_command c;
	assert_false(deepening_command(d, &c));
}

static inline void drain(struct deepening *d)
{
	struct deepening_command c;
	while (deepening_command(d, &c))
		continue;
}

static inline void progress(struct deepening *d, uint32_t job, uint32_t part, uint64_t done,
                            double eta_ms)
{
	struct part_progress p = {.executions = done, .total = (double)done * 2, .eta_ms = eta_ms};
	deepening_progress(d, job, part, &p);
}

#endif
