/* SPDX-License-Identifier: MIT */
/*
 * The candidates of all executions of a run: each pair of places once, with what is known of it.
 *
 * A pair is known in one of two ways, of which the stronger counts:
 *   recycled   only seen with the memory freed and allocated again in between (QUICKSAND §5.2).
 *              Told, marked RACE_RECYCLED. Leaving it alone is sound: if the accesses can race at
 *              all, another execution of the same maximal space shows them without the
 *              recycling, or a use after free (soundness proofs, theorem 3)
 *   shown      anything else
 * What is shown for the first time begins anew, with that execution.
 *
 * Pairs that only a semaphore kept from being candidates, because it seems to be used as a lock,
 * are remembered apart and told to nobody, until the semaphore turns out to be no lock.
 */
#ifndef RACE_CANDIDATES_H
#define RACE_CANDIDATES_H

#include "base/index.h"
#include "event/race.h"
#include "race/cells.h"

struct candidate {
	struct cell_access first, second;
	uint64_t addr;
	uint64_t execution;
	uint64_t semaphore; /* of hidden ones: what keeps them apart */
	uint8_t flags;      /* enum race_flag */
	bool is_news;
};
typedef VEC(struct candidate) candidate_vec;

struct candidates {
	struct index index;
	candidate_vec all;
	VEC(uint32_t) news; /* told for the first time, or more is known of them */
	struct index hidden_index;
	candidate_vec hidden;
};

void candidates_init(struct candidates *c);
void candidates_release(struct candidates *c);
/* One more time that a pair was seen, in this order. */
void candidates_see(struct candidates *c, const struct candidate *seen);
/* The same, but seen->semaphore kept the two apart, as far as is known. */
void candidates_hide(struct candidates *c, const struct candidate *seen);
/* One that is news, or NULL; it is none afterwards. Valid until the next call. */
const struct candidate *candidates_next(struct candidates *c);

#endif
