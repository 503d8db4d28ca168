/* SPDX-License-Identifier: MIT */
/* Race candidates, as a worker sends them and as the journal of a run keeps them. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

void fuzz_one(const uint8_t *at, size_t n)
{
	FUZZ_ROUND_TRIP(race_record, race, at, n);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	if (i == 0)
		record_race(b);
	else if (i == 1)
		race_encode(b, &(struct race_record){0});
	return i < 2;
}
