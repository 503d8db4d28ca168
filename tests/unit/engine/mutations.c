/* SPDX-License-Identifier: MIT */
/* Every way to break the engine (engine/mutation.def) is noticed by some check on the simulated
 * machine. */
#include "tests/unit/unit.h"

#include "tests/unit/engine/checks.h"

static const char *const names[ENGINE_MUTATIONS] = {
#define MUTATION(name) [ENGINE_##name] = #name,
#include "engine/mutation.def"
#undef MUTATION
};

/* The name of the first check that notices; NULL: none does. */
static const char *noticed_by(enum engine_mutation m)
{
	for (size_t i = ARRAY_SIZE(checks); i-- > 0;)
		if (checks[i].fn(m))
			return checks[i].name;
	return NULL;
}

static void test_each(void **state)
{
	(void)state;
	for (unsigned m = ENGINE_SOUND + 1; m < ENGINE_MUTATIONS; m++) {
		const char *by = noticed_by((enum engine_mutation)m);
		if (!by)
			fail_msg("%s is not noticed", names[m]);
		print_message("%s: noticed by \"%s\"\n", names[m], by);
	}
	assert_null(noticed_by(ENGINE_SOUND));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_each)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
