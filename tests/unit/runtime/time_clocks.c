/* SPDX-License-Identifier: MIT */
/* Virtual time: where clocks start, how they go on, what sleeping does. */
#include "tests/unit/runtime/libc_around.h"

#include "runtime/intercept/range.c"
#include "runtime/intercept/time.c"

static int set_up(void **state)
{
	(void)state;
	around_reset();
	return 0;
}

static struct timespec now(clockid_t clock)
{
	struct timespec t;
	assert_int_equal(scree_i_clock_gettime(clock, &t), 0);
	return t;
}

static void test_where_clocks_start(void **state)
{
	(void)state;
	assert_int_equal(scree_i_time(NULL), 1577836800);
	assert_int_equal(now(CLOCK_MONOTONIC).tv_sec, VIRTUAL_MONOTONIC);
	assert_int_equal(now(CLOCK_PROCESS_CPUTIME_ID).tv_sec, 0);
	struct timeval tv;
	struct timezone zone = {1, 1};
	assert_int_equal(scree_i_gettimeofday(&tv, &zone), 0);
	assert_int_equal(tv.tv_sec, 1577836800);
	assert_int_equal(zone.tz_minuteswest, 0);
}

static void test_time_goes_on(void **state)
{
	(void)state;
	struct timespec last = now(CLOCK_MONOTONIC);
	unsigned n = 0;
	for (struct timespec t; (t = now(CLOCK_MONOTONIC)).tv_sec < last.tv_sec + 10; n++)
		assert_true(t.tv_nsec > 0);
	assert_true(n < 1500); /* ten seconds of polling */
	for (n = 0; n < 100000; n++)
		(void)now(CLOCK_MONOTONIC);
	uint64_t before = native(self)->clock_ns;
	(void)now(CLOCK_MONOTONIC);
	assert_true(native(self)->clock_ns >= before);
}

static void test_each_thread_has_its_own(void **state)
{
	(void)state;
	scree_i_sleep(100);
	assert_int_equal(native(self)->clock_ns, 100 * NS_PER_SECOND);
	self = &around.threads[1].base;
	assert_int_equal(scree_i_time(NULL), 1577836800);
}

static void test_sleeps(void **state)
{
	struct timespec t = {.tv_sec = 2, .tv_nsec = 5};
	(void)state;
	threads_exist = true;
	scree_i_sleep(1);
	expect_event(0, OP_YIELD, NULL, 0);
	assert_int_equal(scree_i_nanosleep(&t, NULL), 0);
	assert_int_equal(native(self)->clock_ns, 3 * NS_PER_SECOND + 5);
	scree_i_usleep(7);
	assert_int_equal(native(self)->clock_ns, 3 * NS_PER_SECOND + 7005);
	scree_i_sched_yield();
	assert_int_equal(native(self)->clock_ns, 3 * NS_PER_SECOND + 7005);
	/* Until a moment; the past is no wait. */
	t = (struct timespec){.tv_sec = VIRTUAL_MONOTONIC + 50};
	assert_int_equal(scree_i_clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL), 0);
	assert_int_equal(native(self)->clock_ns, 50 * NS_PER_SECOND);
	t.tv_sec = 1;
	assert_int_equal(scree_i_clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL), 0);
	assert_int_equal(native(self)->clock_ns, 50 * NS_PER_SECOND);
	/* Longer than time lasts. */
	t = (struct timespec){.tv_sec = INT64_MAX};
	assert_int_equal(scree_i_nanosleep(&t, NULL), 0);
	assert_true(scree_i_time(NULL) > 1577836800);
}

static void test_sleep_makes_queries_small_again(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++)
		(void)now(CLOCK_MONOTONIC);
	scree_i_usleep(1);
	uint64_t before = native(self)->clock_ns;
	(void)now(CLOCK_MONOTONIC);
	assert_int_equal(native(self)->clock_ns - before, QUERY_NS);
}

static void test_errors(void **state)
{
	struct timespec t = {.tv_nsec = 1000000000};
	(void)state;
	assert_int_equal(scree_i_nanosleep(&t, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(scree_i_clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL), EINVAL);
	t = (struct timespec){.tv_sec = -1};
	assert_int_equal(scree_i_clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL), EINVAL);
	assert_int_equal(scree_i_clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL), EINVAL);
	errno = 0;
	assert_int_equal(scree_i_clock_gettime(77, &t), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(scree_i_clock_gettime(CLOCK_REALTIME, NULL), -1);
	assert_int_equal(errno, EFAULT);
	assert_int_equal(scree_i_timespec_get(&t, 5), 0);
	assert_int_equal(native(self)->clock_ns, 0);
}

static void test_before_the_runtime_is_up(void **state)
{
	(void)state;
	self = NULL;
	assert_int_equal(scree_i_time(NULL), 1577836800);
	assert_int_equal(scree_i_sleep(5), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_where_clocks_start, set_up),
	        cmocka_unit_test_setup(test_time_goes_on, set_up),
	        cmocka_unit_test_setup(test_each_thread_has_its_own, set_up),
	        cmocka_unit_test_setup(test_sleeps, set_up),
	        cmocka_unit_test_setup(test_sleep_makes_queries_small_again, set_up),
	        cmocka_unit_test_setup(test_errors, set_up),
	        cmocka_unit_test_setup(test_before_the_runtime_is_up, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
