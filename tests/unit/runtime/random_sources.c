/* SPDX-License-Identifier: MIT */
/* Randomness: the same for the same thread, events where threads share a generator. */
#include "tests/unit/runtime/libc_around.h"

#include "runtime/intercept/range.c"
#include "runtime/intercept/descriptor.c"
#include "runtime/intercept/random.c"

/* A new execution: what is EXEC_STATE is as new. */
static int set_up(void **state)
{
	(void)state;
	around_reset();
	memset(drawn, 0, sizeof(drawn));
	return 0;
}

static void test_entropy_is_the_same_in_every_execution(void **state)
{
	uint64_t first[4], again[4];
	assert_int_equal(scree_i_getrandom(first, sizeof(first), 0), sizeof(first));
	set_up(state);
	assert_int_equal(scree_i_getentropy(again, sizeof(again)), 0);
	assert_memory_equal(first, again, sizeof(first));
	assert_int_not_equal(first[0], first[1]);
}

static void test_threads_differ_and_do_not_disturb_one_another(void **state)
{
	uint32_t a = scree_i_arc4random(), b = scree_i_arc4random();
	set_up(state);
	assert_int_equal(scree_i_arc4random(), a);
	self = &around.threads[1].base;
	assert_int_not_equal(scree_i_arc4random(), a);
	self = &around.threads[0].base;
	assert_int_equal(scree_i_arc4random(), b);
}

static void test_odd_lengths_stay_in_bounds(void **state)
{
	char bytes[16];
	(void)state;
	memset(bytes, 7, sizeof(bytes));
	threads_exist = true;
	scree_i_arc4random_buf(bytes, 11);
	expect_event(0, OP_WRITE, bytes, 11);
	for (int i = 11; i < 16; i++)
		assert_int_equal(bytes[i], 7);
	for (int i = 0; i < 100; i++)
		assert_true(scree_i_arc4random_uniform(10) < 10);
}

static void test_errors(void **state)
{
	char bytes[300];
	(void)state;
	assert_int_equal(scree_i_getentropy(bytes, sizeof(bytes)), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(scree_i_getrandom(bytes, 1, 0x100), -1);
	assert_int_equal(errno, EINVAL);
}

static void test_shared_generators_are_events(void **state)
{
	unsigned seed = 1;
	unsigned short own[3] = {1, 2, 3};
	(void)state;
	threads_exist = true;
	scree_i_srand(1);
	(void)scree_i_rand();
	expect_event(0, OP_IO, (void *)IO_RANDOM, 1);
	expect_event(1, OP_IO, (void *)IO_RANDOM, 1);
	(void)scree_i_drand48();
	expect_event(2, OP_WRITE, &drand48_state, 8);
	(void)scree_i_rand_r(&seed);
	expect_event(3, OP_READ, &seed, sizeof(seed));
	expect_event(4, OP_WRITE, &seed, sizeof(seed));
	(void)scree_i_erand48(own);
	expect_event(5, OP_WRITE, own, sizeof(own));
}

static void test_random_devices_are_counted(void **state)
{
	(void)state;
	path_note_open("/dev/null", 0);
	assert_int_equal(around.counters[COUNT_UNMODELLED_IO], 0);
	path_note_open("/dev/urandom", 0);
	path_note_open("/dev/random", 0);
	assert_int_equal(around.counters[COUNT_UNMODELLED_IO], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_entropy_is_the_same_in_every_execution, set_up),
	        cmocka_unit_test_setup(test_threads_differ_and_do_not_disturb_one_another, set_up),
	        cmocka_unit_test_setup(test_odd_lengths_stay_in_bounds, set_up),
	        cmocka_unit_test_setup(test_errors, set_up),
	        cmocka_unit_test_setup(test_shared_generators_are_events, set_up),
	        cmocka_unit_test_setup(test_random_devices_are_counted, set_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
