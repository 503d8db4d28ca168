/* SPDX-License-Identifier: MIT */
/* What a worker says of one pair of accesses again and again becomes one record. */
#include "tests/unit/unit.h"

#include "jobs/workers/outcome.h"

static struct race_record race(uint64_t first, uint64_t second, unsigned flags, bool with_stack)
{
	struct race_record r = {
	        .first = {.pc = first, .kind = OP_WRITE, .writes = 1},
	        .second = {.pc = second, .kind = OP_READ},
	        .execution = 3,
	        .flags = (uint8_t)flags,
	};
	if (first > second) {
		struct race_access a = r.first;
		r.first = r.second;
		r.second = a;
		r.first.pc = first;
		r.second.pc = second;
	}
	if (with_stack)
		vec_push(&r.stack, second);
	return r;
}

static void add(struct outcome *o, struct race_record r)
{
	outcome_add_race(o, &r);
}

static void pairs_are_merged(void **state)
{
	struct outcome o = {0};
	(void)state;
	add(&o, race(1, 2, RACE_RECYCLED, true));
	add(&o, race(1, 3, 0, false));
	assert_int_equal(o.races.n, 2);
	/* More is known of the same sighting: its stack stays. */
	add(&o, race(1, 2, RACE_BOTH_ORDERS, false));
	assert_int_equal(o.races.n, 2);
	assert_int_equal(o.races.at[0].flags, RACE_BOTH_ORDERS);
	assert_int_equal(o.races.at[0].stack.n, 1);
	/* Another sighting replaces it, the other way round too. */
	struct race_record later = race(2, 1, RACE_C11, false);
	later.execution = 9;
	add(&o, later);
	assert_int_equal(o.races.n, 2);
	assert_int_equal(o.races.at[0].execution, 9);
	assert_int_equal(o.races.at[0].stack.n, 0);
	outcome_release(&o);
	assert_int_equal(o.races.n, 0);
}

static void kinds_are_places_of_their_own(void **state)
{
	struct outcome o = {0};
	(void)state;
	add(&o, race(1, 1, 0, false));
	struct race_record write = race(1, 1, 0, false);
	write.second.kind = OP_WRITE;
	write.second.writes = 1;
	add(&o, write);
	struct race_record failed = race(1, 1, 0, false);
	failed.first.writes = 0;
	add(&o, failed);
	assert_int_equal(o.races.n, 3);
	outcome_release(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(pairs_are_merged),
	        cmocka_unit_test(kinds_are_places_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
