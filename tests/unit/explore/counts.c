/* SPDX-License-Identifier: MIT */
/*
 * The optimal explorer runs exactly as many executions as there are Mazurkiewicz
 * traces, and none is blocked: programs whose number of traces can be derived.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/programs.h"

static void expect(struct vm_program *p, uint64_t executions)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct seen s;

	check_explore(p, &o, PP_SET_EVERYWHERE, 0, false, &s);
	assert_int_equal(s.stats.executions, executions);
	assert_int_equal(s.stats.blocked, 0);
	assert_true(s.stats.complete);
	assert_false(s.diverged);
	seen_release(&s);
	vm_program_release(p);
}

/*
 * Message m of thread t hashes to 7 (11 m + t) mod 128: two collide iff 11 m + t are
 * equal, so threads t and t + 11 collide for 3 of their 4 messages, others never.
 * Each collision has two orders: 8 for each of the n - 11 such pairs.
 */
static void test_indexer(void **state)
{
	static const uint64_t expected[] = {8, 64, 512, 4096, 32768};
	struct vm_program p;

	(void)state;
	for (unsigned n = 1; n <= 11; n += 5) {
		program_indexer(&p, n);
		expect(&p, 1);
	}
	for (unsigned n = 12; n <= 16; n++) {
		program_indexer(&p, n);
		expect(&p, expected[n - 12]);
	}
}

/*
 * Thread i looks for a free block from 2 i mod 26: threads i and i + 13 meet at the
 * same block, one takes it and the other the next, which no one else wants. Two
 * orders for each of the n - 13 pairs.
 */
static void test_filesystem(void **state)
{
	struct vm_program p;

	(void)state;
	for (unsigned n = 9; n <= 13; n += 2) {
		program_filesystem(&p, n);
		expect(&p, 1);
	}
	for (unsigned n = 14; n <= 26; n += 2) {
		program_filesystem(&p, n);
		expect(&p, 1ull << (n - 13));
	}
}

/*
 * How many words there are with a accesses of one thread and b of another, reads
 * and writes by turns, in which the second thread's read is not followed at once by
 * the first one's: neighbouring reads commute, so each trace has one such word. An
 * even number left means that a read is next.
 */
static uint64_t words(unsigned a, unsigned b, bool after_second_read)
{
	uint64_t n = 0;

	if (!a && !b)
		return 1;
	if (a && !(a % 2 == 0 && after_second_read))
		n += words(a - 1, b, false);
	if (b)
		n += words(a, b - 1, b % 2 == 0);
	return n;
}

/*
 * n threads that do k times (read, write) on one variable. Two threads: see words().
 * Three: no closed form is known to us; two independent optimal checkers agree on
 * 7134 for k = 2.
 */
static void test_counter(void **state)
{
	struct vm_program p;

	(void)state;
	assert_int_equal(words(10, 10, false), 34904);
	for (unsigned k = 1; k <= 5; k++) {
		program_counter(&p, 2, k);
		expect(&p, words(2 * k, 2 * k, false));
	}
	program_counter(&p, 3, 2);
	expect(&p, 7134);
}

/* (n + 3) 2^(n-2): agrees with the figures two independent optimal checkers give. */
static void test_last_zero(void **state)
{
	struct vm_program p;

	(void)state;
	for (unsigned n = 2; n <= 12; n += 5) {
		program_last_zero(&p, n);
		expect(&p, (n + 3ull) << (n - 2));
	}
}

/* Each reader reads before or after the only write. */
static void test_readers(void **state)
{
	struct vm_program p;

	(void)state;
	program_readers(&p, 3);
	expect(&p, 8);
	program_readers(&p, 16);
	expect(&p, 65536);
}

/* The orders of the critical sections: 12! / 4!^3. */
static void test_mutex_counter(void **state)
{
	struct vm_program p;

	(void)state;
	program_mutex_counter(&p, 3, 4);
	expect(&p, 34650);
}

/*
 * Each of the n forks goes to one of its two neighbours first; the two choices that
 * would make all wait in a circle cannot happen.
 */
static void test_philosophers(void **state)
{
	struct vm_program p;

	(void)state;
	program_philosophers(&p, 3);
	expect(&p, 6);
	program_philosophers(&p, 12);
	expect(&p, 4094);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_indexer),      cmocka_unit_test(test_filesystem),
	        cmocka_unit_test(test_counter),      cmocka_unit_test(test_last_zero),
	        cmocka_unit_test(test_readers),      cmocka_unit_test(test_mutex_counter),
	        cmocka_unit_test(test_philosophers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
