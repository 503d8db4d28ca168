/* SPDX-License-Identifier: MIT */
/*
 * The engine on the simulated machine against brute force: generated programs, with preemption
 * points everywhere and at synchronization, with and without loops that wait. It must reach the
 * same final states and findings; each recorded schedule must replay.
 *
 * usage: oracle [FIRST [COUNT]]: from seed FIRST on, COUNT programs of each kind.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "tests/unit/engine/checks.h"

static uint64_t first = 10000;
static unsigned wanted = 400;

static void expect_none(const char *wrong)
{
	if (wrong)
		fail_msg("%s", wrong);
}

static void test_everywhere(void **state)
{
	(void)state;
	expect_none(check_programs(first, wanted, PP_SET_EVERYWHERE, false, ENGINE_SOUND));
}

static void test_synchronization(void **state)
{
	(void)state;
	expect_none(check_programs(first, wanted, PP_SET_ALL, false, ENGINE_SOUND));
}

static void test_spins(void **state)
{
	(void)state;
	expect_none(check_programs(first, wanted, PP_SET_EVERYWHERE, true, ENGINE_SOUND));
}

static void test_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		const char *wrong = checks[i].fn(ENGINE_SOUND);
		if (wrong)
			fail_msg("%s: %s", checks[i].name, wrong);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_everywhere),
	        cmocka_unit_test(test_synchronization),
	        cmocka_unit_test(test_spins),
	        cmocka_unit_test(test_by_hand),
	};
	if (argc > 1)
		first = strtoull(argv[1], NULL, 10);
	if (argc > 2)
		wanted = (unsigned)strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
