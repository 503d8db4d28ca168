/* SPDX-License-Identifier: MIT */
/* Rules about code, as the controller sends them. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

void fuzz_one(const uint8_t *at, size_t n)
{
	FUZZ_ROUND_TRIP(code_rules, code_rules, at, n);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	if (i == 0)
		record_code_rules(b);
	else if (i == 1)
		code_rules_encode(b, &(struct code_rules){0});
	return i < 2;
}
