/* SPDX-License-Identifier: MIT */
/*
 * Recycled memory: the programs of figures 2 to 9 of the soundness proofs, as executions. With the
 * heap as it is, memory is not reused within an execution, so that real programs show none
 * of them (of figure 7 the overflow is found at once); tests/cli/test_races.sh has figure 5.
 */
#include "tests/unit/race/events.h"

#define FOO_1 11 /* x1->foo = … in thread 1 */
#define FOO_2 12 /* x2->foo = …, or y->bar = …, in thread 2 */
#define FREE  13
#define PTR_1 14 /* p1->ptr = x1 */
#define PTR_2 15 /* x2 = p2->ptr */
#define PUB   16
#define GET   17

static void publish(void)
{
	AT(PUB, 1, WRITE, P, 8);
}

static void get_published(void)
{
	AT(GET, 2, READ, P, 8);
}

static bool recycled(uint64_t a, uint64_t b)
{
	const struct candidate *c = found(a, b);
	assert_non_null(c);
	return c->flags & RACE_RECYCLED;
}

static bool is_news(uint64_t a, uint64_t b)
{
	bool news = false;
	for (const struct candidate *c; (c = race_next_news(analysis));)
		news |= (c->first.pc == a && c->second.pc == b) ||
		        (c->first.pc == b && c->second.pc == a);
	return news;
}

/* The common case: reordered, malloc gives other memory, and nothing is left of it. */
static void figure_2(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(FOO_1, 1, WRITE, HEAP, 4);
	AT(FREE, 1, FREE, HEAP, 16);
	DO(2, ALLOC, HEAP, 16);
	DO(2, WRITE, P, 8);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	assert_true(recycled(FOO_1, FOO_2));
	assert_true(recycled(FREE, FOO_2));
	next_execution();
	two_threads();
	DO(2, ALLOC, HEAP + 64, 16);
	DO(2, WRITE, P, 8);
	AT(FOO_2, 2, WRITE, HEAP + 64, 4);
	AT(FOO_1, 1, WRITE, HEAP, 4);
	AT(FREE, 1, FREE, HEAP, 16);
	assert_true(recycled(FOO_1, FOO_2));
	assert_int_equal(n_found(), 2);
	stop();
}

/* The adversary, and the interleaving that gives it away. */
static void figures_3_and_4(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	publish();
	get_published();
	AT(FOO_1, 1, WRITE, HEAP, 4);
	AT(FREE, 1, FREE, HEAP, 16);
	DO(2, ALLOC, HEAP, 16);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	assert_true(recycled(FOO_1, FOO_2));
	assert_false(recycled(PUB, GET));
	assert_true(is_news(FOO_1, FOO_2));
	assert_false(is_news(FOO_1, FOO_2));
	next_execution();
	two_threads();
	publish();
	get_published();
	DO(2, ALLOC, HEAP + 64, 16);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	AT(FOO_1, 1, WRITE, HEAP, 4);
	assert_false(recycled(FOO_1, FOO_2));
	assert_true(is_news(FOO_1, FOO_2));
	const struct candidate *c = found(FOO_1, FOO_2);
	assert_int_equal(c->execution, 2);
	assert_int_equal(c->first.pc, FOO_2);
	assert_false(c->flags & RACE_BOTH_ORDERS); /* what was recycled was no order of these */
	AT(FREE, 1, FREE, HEAP, 16);
	assert_false(recycled(FREE, FOO_2));
	stop();
}

/* Seen without recycling, a pair stays what it is. */
static void recycled_afterwards(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(FOO_1, 1, WRITE, HEAP, 4);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	assert_true(is_news(FOO_1, FOO_2));
	next_execution();
	two_threads();
	AT(FOO_1, 1, WRITE, HEAP, 4);
	AT(FREE, 1, FREE, HEAP, 16);
	DO(2, ALLOC, HEAP, 16);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	assert_false(recycled(FOO_1, FOO_2));
	assert_false(is_news(FOO_1, FOO_2));
	stop();
}

/* Lemma 3, the case of free and malloc both before the two accesses: the younger block. */
static void both_after_recycling(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	DO(2, FREE, HEAP, 16);
	DO(2, ALLOC, HEAP, 16);
	AT(FOO_2, 2, WRITE, HEAP, 4);
	AT(FOO_1, 1, WRITE, HEAP, 4);
	assert_false(recycled(FOO_1, FOO_2));
	assert_int_equal(found(FOO_1, FOO_2)->first.generation, 1);
	assert_int_equal(found(FOO_1, FOO_2)->second.generation, 1);
	stop();
}

/* The address of x is published in memory that is recycled too. */
static void figure_6(void **state)
{
	(void)state;
	const uint64_t p = HEAP, x = HEAP + 32;
	start(RACES_LIMITED);
	two_threads();
	AT(PTR_1, 1, WRITE, p, 8);
	publish();
	DO(1, FREE, p, 16);
	AT(FOO_1, 1, WRITE, x, 4);
	DO(1, FREE, x, 16);
	get_published();
	DO(2, ALLOC, p, 16);
	AT(PTR_2, 2, READ, p, 8);
	DO(2, ALLOC, x, 16);
	AT(FOO_2, 2, WRITE, x, 4);
	assert_true(recycled(PTR_1, PTR_2));
	assert_true(recycled(FOO_1, FOO_2));
	assert_false(recycled(PUB, GET));
	next_execution(); /* preempted after publish: the base case of the induction */
	two_threads();
	AT(PTR_1, 1, WRITE, p, 8);
	publish();
	get_published();
	DO(2, ALLOC, HEAP + 64, 16);
	AT(PTR_2, 2, READ, p, 8);
	assert_false(recycled(PTR_1, PTR_2));
	assert_true(recycled(FOO_1, FOO_2));
	DO(2, ALLOC, HEAP + 96, 16);
	AT(FOO_2, 2, WRITE, x, 4);
	DO(1, FREE, p, 16);
	AT(FOO_1, 1, WRITE, x, 4);
	assert_false(recycled(FOO_1, FOO_2));
	stop();
}

/* Thread 2 gets there by an index past the end of a block of its own. */
static void figures_7_and_9(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	DO(2, ALLOC, HEAP, 48);
	DO(1, ALLOC, HEAP + 48, 16);
	AT(FOO_1, 1, WRITE, HEAP + 50, 4);
	DO(1, FREE, HEAP + 48, 16);
	DO(2, ALLOC, HEAP + 48, 16);
	AT(FOO_2, 2, WRITE, HEAP + 50, 4);
	assert_true(recycled(FOO_1, FOO_2));
	next_execution();
	two_threads();
	DO(2, ALLOC, HEAP, 48);
	DO(1, ALLOC, HEAP + 48, 16);
	DO(2, ALLOC, HEAP + 64, 16);
	AT(FOO_2, 2, WRITE, HEAP + 50, 4);
	AT(FOO_1, 1, WRITE, HEAP + 50, 4);
	assert_false(recycled(FOO_1, FOO_2));
	stop();
}

/* The stack of a thread that is gone. */
static void recycled_without_events(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(FOO_1, 1, WRITE, HEAP + 8, 4);
	AT(PTR_1, 1, WRITE, HEAP + 16, 4);
	race_recycle(analysis, HEAP, HEAP + 16);
	AT(FOO_2, 2, WRITE, HEAP + 8, 4);
	AT(PTR_2, 2, WRITE, HEAP + 16, 4);
	assert_true(recycled(FOO_1, FOO_2));
	assert_false(recycled(PTR_1, PTR_2));
	stop();
}

/* Free and access, in one generation: a candidate like others (thesis §3.4.2). */
static void free_and_access(void **state)
{
	(void)state;
	start(RACES_LIMITED);
	two_threads();
	AT(FOO_2, 2, READ, HEAP + 8, 4);
	AT(FREE, 1, FREE, HEAP, 16);
	const struct candidate *c = found(FREE, FOO_2);
	assert_non_null(c);
	assert_int_equal(c->flags, 0); /* no C11 race: free is no access */
	assert_int_equal(c->addr, HEAP + 8);
	stop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(figure_2),
	        cmocka_unit_test(figures_3_and_4),
	        cmocka_unit_test(recycled_afterwards),
	        cmocka_unit_test(both_after_recycling),
	        cmocka_unit_test(figure_6),
	        cmocka_unit_test(figures_7_and_9),
	        cmocka_unit_test(recycled_without_events),
	        cmocka_unit_test(free_and_access),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
