/* SPDX-License-Identifier: MIT */
#include "explore/lifecycle.h"

#define TO(phase) (1u << (phase))

static const struct {
	const char *name;
	uint32_t next; /* the phases that may follow */
} phases[] = {
        [PHASE_NEW] = {"new", TO(PHASE_READY) | TO(PHASE_ENDED) | TO(PHASE_STOPPED)},
        /* A search that was advanced in order to be saved may be stopped by a limit. */
        [PHASE_READY] = {"ready", TO(PHASE_BETWEEN_STEPS) | TO(PHASE_STOPPED)},
        [PHASE_BETWEEN_STEPS] = {"between steps", TO(PHASE_IN_STEP) | TO(PHASE_ABANDONED) |
                                                          TO(PHASE_LIMITED) | TO(PHASE_ENDED) |
                                                          TO(PHASE_RESTART) | TO(PHASE_DIVERGED)},
        [PHASE_IN_STEP] = {"in a step", TO(PHASE_BETWEEN_STEPS) | TO(PHASE_DIVERGED)},
        [PHASE_ABANDONED] = {"abandoned", TO(PHASE_ENDED) | TO(PHASE_RESTART) | TO(PHASE_DIVERGED)},
        [PHASE_LIMITED] = {"limited", TO(PHASE_ENDED) | TO(PHASE_RESTART) | TO(PHASE_DIVERGED)},
        [PHASE_ENDED] = {"ended", TO(PHASE_READY) | TO(PHASE_STOPPED)},
        [PHASE_RESTART] = {"to be restarted", TO(PHASE_READY) | TO(PHASE_STOPPED)},
        [PHASE_STOPPED] = {"stopped", 0},
        [PHASE_DIVERGED] = {"diverged", 0},
};
_Static_assert(ARRAY_SIZE(phases) == PHASE_COUNT, "each phase has its transitions");

bool phase_follows(enum explorer_phase from, enum explorer_phase to)
{
	return phases[from].next & TO(to);
}

void phase_enter(enum explorer_phase *phase, enum explorer_phase to)
{
	if (unlikely(!phase_follows(*phase, to)))
		BUG("the explorer is %s and cannot become %s", phases[*phase].name,
		    phases[to].name);
	*phase = to;
}
