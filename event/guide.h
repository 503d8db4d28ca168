/* SPDX-License-Identifier: MIT */
/*
 * A schedule that is to be followed as well as possible, and what came of following it: the words
 * between the minimiser (jobs/minimise/minimise.h) and the scheduler that follows
 * (explore/guided.h).
 *
 * Recorded choices fit one execution exactly. Once one of them is changed, the ones after it mean
 * something else. A stretch says how far a thread goes, in steps of its own: that keeps its meaning
 * where the other threads do something else than before.
 */
#ifndef EVENT_GUIDE_H
#define EVENT_GUIDE_H

#include "event/finding.h"

/* Steps of one thread without another in between. */
struct stretch {
	uint32_t until; /* this many steps of its own, from the start of the execution, are done */
	/* Of a recorded one: the choice that began it, from 1; 0: there was none. */
	uint32_t choice;
	uint16_t thread;
	uint8_t preempts; /* of a recorded one: the thread before it could have gone on */
	uint8_t pad;
};
_Static_assert(sizeof(struct stretch) == 12, "struct stretch is a wire layout");
typedef VEC(struct stretch) stretch_vec;

#define STRETCH_TO_THE_END UINT32_MAX
#define GUIDE_AS_RECORDED  UINT32_MAX

/* First the exact choices, then one that differs, then the stretches, then the default order. */
struct guide {
	choice_vec exact;
	/*
	 * The last of exact is not to be made as it says: which of the other possibilities is taken
	 * instead, from 0; who ran before comes first. GUIDE_AS_RECORDED: none.
	 */
	uint32_t other;
	stretch_vec stretches;
	/* Choices of other kinds than CHOICE_THREAD: each thread takes its own. */
	choice_vec values;
};

/* What came of it, besides findings. */
struct tried {
	uint8_t reason;   /* enum end_reason */
	uint8_t diverged; /* the exact choices did not fit */
	choice_vec choices;
	stretch_vec stretches;
};

void guide_encode(struct buf *b, const struct guide *g);
/* g is released by guide_release in either case. */
bool guide_decode(struct reader *r, struct guide *g) MUST_USE;
void guide_release(struct guide *g);
void tried_encode(struct buf *b, const struct tried *t);
/* t is released by tried_release in either case. */
bool tried_decode(struct reader *r, struct tried *t) MUST_USE;
void tried_release(struct tried *t);

#endif
