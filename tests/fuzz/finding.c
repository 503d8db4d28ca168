/* SPDX-License-Identifier: MIT */
/* Findings, as a worker sends them. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

void fuzz_one(const uint8_t *at, size_t n)
{
	FUZZ_ROUND_TRIP(finding, finding, at, n);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	if (i == 0)
		record_finding(b);
	else if (i == 1)
		finding_encode(b, &(struct finding){.thread = NO_THREAD});
	return i < 2;
}
