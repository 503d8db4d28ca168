/* SPDX-License-Identifier: MIT */
/* Schedules to follow, and what came of following them: the first byte says which. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

void fuzz_one(const uint8_t *at, size_t n)
{
	if (!n)
		return;
	if (at[0] & 1)
		FUZZ_ROUND_TRIP(tried, tried, at + 1, n - 1);
	else
		FUZZ_ROUND_TRIP(guide, guide, at + 1, n - 1);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	buf_u8(b, (uint8_t)i);
	if (i == 0)
		record_guide(b);
	else if (i == 1)
		record_tried(b);
	return i < 2;
}
