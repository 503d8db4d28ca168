/* SPDX-License-Identifier: MIT */
/* The watchdog against a simulated clock and simulated samples. */
#include "tests/unit/unit.h"

#include "jobs/workers/watchdog.h"

static bool step(struct watchdog *w, uint64_t progress, char state, uint64_t cpu, uint64_t now)
{
	struct process_sample s = {.state = state, .cpu_ms = cpu};
	return watchdog_sample(w, progress, &s, now);
}

static void burning_cpu(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	for (unsigned i = 0; i < 10; i++)
		assert_false(step(&w, 1, 'R', i * 100, i * 100));
	assert_true(step(&w, 1, 'R', 1000, 1000));
	assert_false(watchdog_asleep(&w));
}

static void progress_and_messages_reset_it(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	for (unsigned i = 0; i < 100; i++)
		assert_false(step(&w, i / 5, 'R', i * 100, i * 100));
	for (unsigned i = 100; i < 200; i++) {
		if (i % 5 == 0)
			watchdog_feed(&w);
		assert_false(step(&w, 19, 'R', i * 100, i * 100));
	}
}

static void a_starved_process_is_not_stuck(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	/* Ready to run, but a hundredth of the CPU is all it gets. */
	for (unsigned i = 0; i < 900; i++)
		assert_false(step(&w, 1, 'R', i, i * 100));
}

static void a_stopped_process_is_not_stuck(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	for (unsigned i = 0; i < 900; i++)
		assert_false(step(&w, 1, i % 2 ? 'T' : 't', 0, i * 100));
}

static void asleep_in_a_system_call(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	for (unsigned i = 0; i < 10; i++)
		assert_false(step(&w, 1, i % 2 ? 'S' : 'D', 0, i * 100));
	assert_true(step(&w, 1, 'S', 0, 1000));
	assert_true(watchdog_asleep(&w));
}

static void a_stopped_controller_does_not_count(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	assert_false(step(&w, 1, 'S', 0, 0));
	assert_false(step(&w, 1, 'S', 0, 3600 * 1000));
	assert_true(step(&w, 1, 'S', 0, 2 * 3600 * 1000));
}

static void a_new_child_starts_at_zero(void **state)
{
	struct watchdog w = {.limit_ms = 1000};
	(void)state;
	assert_false(step(&w, 1, 'R', 900, 0));
	assert_false(step(&w, 1, 'R', 10, 100));
	assert_false(step(&w, 1, 'R', 110, 200));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(burning_cpu),
	        cmocka_unit_test(progress_and_messages_reset_it),
	        cmocka_unit_test(a_starved_process_is_not_stuck),
	        cmocka_unit_test(a_stopped_process_is_not_stuck),
	        cmocka_unit_test(asleep_in_a_system_call),
	        cmocka_unit_test(a_stopped_controller_does_not_count),
	        cmocka_unit_test(a_new_child_starts_at_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
