/* SPDX-License-Identifier: MIT */
/* What is said of a candidate, when it is news, and what is counted. */
#include "tests/unit/race/events.h"

static unsigned news(void)
{
	unsigned n = 0;
	while (race_next_news(analysis))
		n++;
	return n;
}

static void test_both_orders(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(2, 2, READ, X, 4);
	assert_int_equal(news(), 1);
	assert_int_equal(found(1, 2)->execution, 1);
	assert_false(found(1, 2)->flags & RACE_BOTH_ORDERS);
	next_execution();
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(2, 2, READ, X, 4);
	assert_int_equal(news(), 0);
	next_execution();
	two_threads();
	AT(2, 2, READ, X, 4);
	AT(1, 1, WRITE, X, 4);
	assert_int_equal(news(), 1);
	assert_true(found(1, 2)->flags & RACE_BOTH_ORDERS);
	assert_int_equal(found(1, 2)->execution, 1);
	assert_int_equal(n_found(), 1);
	stop();
}

/* One line that two threads run: the order is that of the threads. */
static void test_one_place(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(1, 2, WRITE, X, 4);
	assert_false(found(1, 1)->flags & RACE_BOTH_ORDERS);
	next_execution();
	two_threads();
	AT(1, 2, WRITE, X, 4);
	AT(1, 1, WRITE, X, 4);
	assert_true(found(1, 1)->flags & RACE_BOTH_ORDERS);
	stop();
}

/* Read and write, success and failure are different places at one pc. */
static void test_kinds(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	happens((struct event){.thread = 1, .kind = OP_ATOMIC_CAS, .addr = X, .size = 4, .pc = 1});
	happens((struct event){.thread = 2,
	                       .kind = OP_ATOMIC_CAS,
	                       .addr = X,
	                       .size = 4,
	                       .pc = 1,
	                       .flags = EV_FAILED});
	assert_int_equal(n_found(), 1);
	assert_int_not_equal(found(1, 1)->first.writes, found(1, 1)->second.writes);
	happens((struct event){.thread = 2, .kind = OP_ATOMIC_CAS, .addr = X, .size = 4, .pc = 1});
	assert_int_equal(n_found(), 2);
	stop();
}

/* Not only the first race at an address, and not only with the latest access of a thread. */
static void test_all_races(void **state)
{
	(void)state;
	start(RACES_PURE);
	two_threads();
	AT(1, 1, WRITE, X, 8);
	AT(2, 1, WRITE, X + 4, 4);
	AT(3, 1, READ, X, 1);
	AT(4, 2, WRITE, X, 2);
	AT(5, 2, READ, X + 6, 2);
	assert_non_null(found(1, 4));
	assert_non_null(found(3, 4));
	assert_non_null(found(1, 5));
	assert_non_null(found(2, 5));
	assert_null(found(2, 4));
	assert_null(found(3, 5));
	assert_int_equal(n_found(), 4);
	stop();
}

static void test_bytes(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X + 6, 4);
	AT(2, 2, WRITE, X + 4, 2);
	AT(3, 2, WRITE, X + 10, 6);
	assert_int_equal(n_found(), 0);
	AT(4, 2, READ, X + 9, 1);
	assert_int_equal(n_found(), 1);
	assert_int_equal(found(1, 4)->addr, X + 9);
	stop();
}

/* What C11 calls a data race, and what it does not. */
static void test_c11(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(2, 2, READ, X, 4);
	assert_true(found(1, 2)->flags & RACE_C11);
	AT(3, 1, ATOMIC_STORE, Y, 4);
	AT(4, 2, ATOMIC_LOAD, Y, 4);
	assert_false(found(3, 4)->flags & RACE_C11);
	AT(5, 2, READ, Y, 4);
	assert_true(found(3, 5)->flags & RACE_C11);
	AT(6, 1, IO, P, 1);
	AT(7, 2, IO, P, 1);
	assert_false(found(6, 7)->flags & RACE_C11);
	stop();
}

/* Only another schedule shows the race: not C11's until an execution has it unordered. */
static void test_c11_is_shown(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, MUTEX_UNLOCK, M, 40);
	DO(2, MUTEX_LOCK, M, 40);
	DO(2, MUTEX_UNLOCK, M, 40);
	AT(2, 2, READ, X, 4);
	assert_false(found(1, 2)->flags & RACE_C11);
	news();
	next_execution();
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(2, 2, READ, X, 4);
	assert_true(found(1, 2)->flags & RACE_C11);
	assert_int_equal(news(), 1);
	stop();
}

/* Thesis §4.4.5: delivered, marked, and only as long as one order was seen. */
static void test_initialization(void **state)
{
	(void)state;
	struct race_record r;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, MUTEX_INIT, M, 40);
	AT(2, 2, MUTEX_LOCK, M, 40);
	assert_int_equal(news(), 1);
	race_describe(analysis, found(1, 2), &r);
	assert_true(race_is_initialization(&r));
	race_release(&r);
	next_execution();
	two_threads();
	AT(2, 2, MUTEX_LOCK, M, 40);
	AT(1, 1, MUTEX_INIT, M, 40);
	assert_int_equal(news(), 1);
	race_describe(analysis, found(1, 2), &r);
	assert_false(race_is_initialization(&r));
	race_release(&r);
	AT(3, 1, WRITE, X, 4);
	AT(4, 2, WRITE, X, 4);
	race_describe(analysis, found(3, 4), &r);
	assert_false(race_is_initialization(&r));
	race_release(&r);
	stop();
}

static void test_destroy_while_used(void **state)
{
	(void)state;
	start(RACES_PURE);
	two_threads();
	AT(1, 1, MUTEX_UNLOCK, M, 40);
	AT(2, 2, MUTEX_DESTROY, M, 40);
	assert_non_null(found(1, 2));
	AT(3, 1, COND_SIGNAL, COND, 48);
	AT(4, 2, WRITE, COND + 16, 8);
	assert_non_null(found(3, 4));
	stop();
}

/* Writes to an object's bytes from before its first use, each once, by bytes. */
static void test_object_bytes(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, M + 4, 40); /* six cells, and beyond the object */
	AT(2, 1, WRITE, M + 40, 4);
	AT(3, 1, WRITE, M + 36, 4);
	AT(4, 1, READ, M, 4);
	AT(5, 2, MUTEX_LOCK, M, 40);
	assert_non_null(found(1, 5));
	assert_null(found(2, 5));
	assert_non_null(found(3, 5));
	assert_null(found(4, 5));
	assert_int_equal(n_found(), 2);
	AT(6, 1, WRITE, M + 39, 1);
	AT(7, 1, WRITE, M + 40, 1);
	assert_non_null(found(5, 6));
	assert_null(found(5, 7));
	assert_int_equal(found(5, 6)->addr, M);
	stop();
}

static void test_object_recycled(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, MUTEX_UNLOCK, HEAP, 40);
	AT(2, 1, FREE, HEAP, 48);
	DO(2, ALLOC, HEAP, 48);
	AT(3, 2, MUTEX_INIT, HEAP, 40);
	AT(4, 2, MUTEX_LOCK, HEAP, 40);
	assert_true(found(1, 3)->flags & RACE_RECYCLED);
	assert_true(found(2, 4)->flags & RACE_RECYCLED);
	AT(5, 1, WRITE, HEAP + 8, 1);
	assert_false(found(4, 5)->flags & RACE_RECYCLED);
	stop();
}

static void test_locks_are_told(void **state)
{
	(void)state;
	struct race_record r;
	start(RACES_LIMITED);
	two_threads();
	DO(1, MUTEX_LOCK, M, 40);
	DO(1, RWLOCK_RDLOCK, RW, 56);
	AT(1, 1, WRITE, X, 4);
	DO(2, MUTEX_LOCK, N, 40);
	AT(2, 2, WRITE, X, 4);
	race_describe(analysis, found(1, 2), &r);
	assert_int_equal(r.first.thread, 1);
	assert_int_equal(r.first.locks.n, 2);
	assert_int_equal(r.first.locks.at[0].addr, M);
	assert_int_equal(r.first.locks.at[1].addr, RW);
	assert_int_equal(r.first.locks.at[1].kind, RACE_LOCK_RWLOCK);
	assert_true(r.first.locks.at[1].shared);
	assert_int_equal(r.second.locks.n, 1);
	assert_int_equal(r.second.locks.at[0].addr, N);
	race_release(&r);
	stop();
}

/* --- semaphores that turn out not to be locks ------------------------------------------------ */

static void section(unsigned thread, uint64_t place)
{
	happens((struct event){.thread = (uint16_t)thread,
	                       .kind = OP_SEM_WAIT,
	                       .addr = SEM,
	                       .size = 32,
	                       .arg = 1});
	happens((struct event){
	        .thread = (uint16_t)thread, .kind = OP_WRITE, .addr = X, .size = 4, .pc = place});
	happens((struct event){
	        .thread = (uint16_t)thread, .kind = OP_SEM_POST, .addr = SEM, .size = 32});
}

static void test_semaphore_demoted_later(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	section(1, 1);
	section(2, 2);
	next_execution();
	two_threads();
	section(2, 2);
	section(1, 1);
	assert_int_equal(n_found(), 0);
	assert_int_equal(race_stats(analysis).hidden, 2);
	next_execution();
	two_threads();
	DO_ARG(1, SEM_POST, SEM, 32, 1); /* one unit too many */
	assert_int_equal(news(), 1);
	assert_non_null(found(1, 2));
	assert_true(found(1, 2)->flags & RACE_BOTH_ORDERS);
	assert_int_equal(found(1, 2)->execution, 1);
	assert_int_equal(race_stats(analysis).hidden, 0);
	assert_int_equal(race_stats(analysis).sems_not_locks, 1);
	next_execution(); /* and it is trusted no more */
	two_threads();
	section(1, 3);
	section(2, 4);
	assert_non_null(found(3, 4));
	stop();
}

static void test_two_semaphores(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	DO_ARG(1, SEM_WAIT, N, 32, 1);
	section(1, 1);
	DO_ARG(1, SEM_POST, N, 32, 0);
	DO_ARG(2, SEM_WAIT, N, 32, 1);
	section(2, 2);
	DO_ARG(2, SEM_POST, N, 32, 0);
	DO_ARG(1, SEM_POST, SEM, 32, 1);
	assert_null(found(1, 2)); /* the other one still keeps them apart */
	DO_ARG(1, SEM_POST, N, 32, 1);
	assert_non_null(found(1, 2));
	stop();
}

/* --- nothing is lost silently ---------------------------------------------------------------- */

static void test_forgotten(void **state)
{
	(void)state;
	analysis = race_new(&(struct race_options){.mode = RACES_LIMITED, .most_in_cell = 2});
	race_begin_execution(analysis);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	AT(2, 1, WRITE, X, 4);
	AT(1, 1, WRITE, X, 4); /* known already */
	assert_int_equal(race_stats(analysis).forgotten, 0);
	AT(3, 1, WRITE, X, 4); /* place 2 is the oldest now */
	assert_int_equal(race_stats(analysis).forgotten, 1);
	AT(4, 2, WRITE, X, 4);
	assert_non_null(found(1, 4));
	assert_non_null(found(3, 4));
	assert_null(found(2, 4));
	stop();
}

static void test_thread_ids_used_again(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(1, 1, WRITE, X, 4);
	DO(1, THREAD_EXIT, 0, 0);
	DO_ARG(0, THREAD_JOIN, 0, 0, 1);
	DO_ARG(0, THREAD_CREATE, 0, 0, 1);
	assert_int_equal(race_stats(analysis).ids_reused, 0);
	DO(1, THREAD_EXIT, 0, 0);
	DO_ARG(2, THREAD_CREATE, 0, 0, 1); /* thread 2 knows nothing of its end */
	assert_int_equal(race_stats(analysis).ids_reused, 1);
	AT(2, 2, WRITE, X, 4);
	assert_non_null(found(1, 2));
	stop();
}

static void test_many_addresses(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	for (unsigned round = 0; round < 3; round++) {
		two_threads();
		for (unsigned i = 0; i < 5000; i++) {
			AT(1, 1, WRITE, 0x100000 + 8 * i, 8);
			AT(2 + i % 7, 2, READ, 0x100000 + 8 * i, 8);
		}
		next_execution();
	}
	assert_int_equal(n_found(), 7);
	stop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_both_orders),
	        cmocka_unit_test(test_one_place),
	        cmocka_unit_test(test_kinds),
	        cmocka_unit_test(test_all_races),
	        cmocka_unit_test(test_bytes),
	        cmocka_unit_test(test_c11),
	        cmocka_unit_test(test_c11_is_shown),
	        cmocka_unit_test(test_initialization),
	        cmocka_unit_test(test_destroy_while_used),
	        cmocka_unit_test(test_object_bytes),
	        cmocka_unit_test(test_object_recycled),
	        cmocka_unit_test(test_locks_are_told),
	        cmocka_unit_test(test_semaphore_demoted_later),
	        cmocka_unit_test(test_two_semaphores),
	        cmocka_unit_test(test_forgotten),
	        cmocka_unit_test(test_thread_ids_used_again),
	        cmocka_unit_test(test_many_addresses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
