/* SPDX-License-Identifier: MIT */
/* Schedule and finding files, of this version and of all that are still read. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

#include "base/text.h"

static bool parse(struct schedule *s, const uint8_t *at, size_t n)
{
	struct result r = schedule_parse(s, (const char *)at, n);
	bool good = !result_failed(r);
	result_release(&r);
	return good;
}

void fuzz_one(const uint8_t *at, size_t n)
{
	struct schedule first, second;
	struct buf once = {0}, twice = {0};
	if (parse(&first, at, n)) {
		BUG_ON(choices_first_bad(&first.choices) != first.choices.n);
		schedule_encode(&once, &first);
		BUG_ON(!parse(&second, once.at, once.n));
		schedule_encode(&twice, &second);
		schedule_release(&second);
	}
	schedule_release(&first);
	fuzz_expect_same(&once, &twice);
	buf_release(&once);
	buf_release(&twice);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	if (i < RECORD_SCHEDULES)
		record_schedule(b, i);
	return i < RECORD_SCHEDULES;
}
