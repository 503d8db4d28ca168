/* SPDX-License-Identifier: MIT */
/* Random programs and options for tests/unit/jobs/deepening_sim.h. */
#ifndef TESTS_UNIT_DEEPENING_PROGRAMS_H
#define TESTS_UNIT_DEEPENING_PROGRAMS_H

#include "tests/unit/jobs/deepening_sim.h"

static const uint32_t some_classes[] = {
        0,
        PP_BIT(PP_CREATE) | PP_BIT(PP_JOIN),
        PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK),
        PP_BIT(PP_CREATE) | PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK) | PP_BIT(PP_SIGNAL),
};

static inline struct job_set random_needs(uint64_t *seed, uint32_t used, uint64_t n_points)
{
	struct job_set s = job_set_of(test_random(seed) & used);
	for (uint64_t i = 0; i < n_points; i++) {
		struct job_point p = sim_point(100 + i);
		if (test_random(seed) % 3 == 0)
			job_set_add(&s, &p);
	}
	return s;
}

/* Race i needs some of the points of races before it: every one of them can be reached. */
static inline struct sim_program random_program(uint64_t seed)
{
	uint64_t r = seed * 0x9e3779b97f4a7c15ull + 1;
	struct sim_program p = {
	        .used = some_classes[test_random(&r) % ARRAY_SIZE(some_classes)],
	        .base = 1 + test_random(&r) % 60,
	        .growth = 1.2 + (double)(test_random(&r) % 8) / 10,
	        .noise = 1 + (double)(test_random(&r) % 20),
	        .n_races = test_random(&r) % 5,
	};
	for (uint64_t i = 0; i < p.n_races; i++) {
		struct sim_race *race = &p.races[i];
		race->first = 100 + test_random(&r) % (i + 1);
		race->second = 100 + i;
		if (test_random(&r) & 1) {
			race->second = race->first;
			race->first = 100 + i;
		}
		race->seen_with = random_needs(&r, p.used, i);
		race->other_with = random_needs(&r, p.used, i + 1);
		job_set_add_all(&race->other_with, &race->seen_with);
	}
	return p;
}

static inline struct deepening_options random_options(uint64_t seed)
{
	uint64_t r = seed + 5;
	static const uint32_t slots[] = {1, 2, 4};
	return (struct deepening_options){
	        .mode = test_random(&r) % 4 ? MODE_DEEPEN : MODE_MAXIMAL,
	        .slots = slots[test_random(&r) % ARRAY_SIZE(slots)],
	        .races = true,
	        .pin_maximal = test_random(&r) % 3 == 0,
	        .turns = test_random(&r) % 2 == 0,
	        .eta.eta_threshold = 1 + test_random(&r) % 40,
	};
}

#endif
