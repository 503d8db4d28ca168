/* SPDX-License-Identifier: MIT */
#include "explore/strategy.h"
#include "explore/search.h"

#define SEARCHES                                                                                   \
	.next = search_advance, .begin = path_begin, .thread = path_thread,                        \
	.step_begun = path_step_begun, .value = path_value, .ended = path_ended
#define SAMPLES .next = sample_next, .value = sample_value, .ended = sample_ended

static const struct strategy strategies[] = {
        [STRATEGY_DEPTH_FIRST] = {SEARCHES, .frontier = &frontier_depth_first},
        [STRATEGY_ICB] = {SEARCHES, .frontier = &frontier_depth_first, .bound = &bound_iterative},
        [STRATEGY_RANDOM] = {SAMPLES, .begin = random_begin, .thread = random_thread, .fair = true},
        [STRATEGY_PCT] = {SAMPLES, .begin = pct_begin, .thread = pct_thread,
                          .counting = pct_counting, .guarantee = pct_guarantee},
        [STRATEGY_SHUFFLED] = {SEARCHES, .frontier = &frontier_shuffled},
};

const struct strategy *strategy_of(enum explore_strategy kind)
{
	BUG_ON((size_t)kind >= ARRAY_SIZE(strategies));
	return &strategies[kind];
}

bool strategy_samples(enum explore_strategy kind)
{
	return !strategy_of(kind)->frontier;
}

bool strategy_chooses_fairly(enum explore_strategy kind)
{
	return strategy_of(kind)->fair;
}
