/* SPDX-License-Identifier: MIT */
/* What a replay records of events, stacks and threads. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

/* Everything that a valid one refers to is there. */
static void look_at_all(const struct detail *d)
{
	if (!detail_valid(d))
		return;
	for (size_t i = 0; i < d->numbers.n; i++) {
		const struct event_detail *e = detail_of(d, i);
		BUG_ON(e && e->stack != DETAIL_NONE && e->stack >= d->stacks.n);
		BUG_ON(e && e->block != DETAIL_NONE && e->block >= d->blocks.n);
	}
}

void fuzz_one(const uint8_t *at, size_t n)
{
	struct detail d;
	struct reader r = {at, n, false};
	if (detail_decode(&r, &d))
		look_at_all(&d);
	detail_release(&d);
	FUZZ_ROUND_TRIP(detail, detail, at, n);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	if (i == 0)
		record_detail(b);
	else if (i == 1)
		detail_encode(b, &(struct detail){0});
	return i < 2;
}
