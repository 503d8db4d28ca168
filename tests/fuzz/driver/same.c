/* SPDX-License-Identifier: MIT */
/* What both drivers have. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

void fuzz_expect_same(const struct buf *a, const struct buf *b)
{
	BUG_ON(a->n != b->n || (a->n && memcmp(a->at, b->at, a->n) != 0));
}
