/* SPDX-License-Identifier: MIT */
/*
 * The estimators on the tree of thesis figure 3.6, its six branches in order, one
 * second for each transition, with the figures of thesis §3.4.3.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/estimate.h"

static bool close_to(double a, double b)
{
	return a - b < 0.01 && b - a < 0.01;
}

/* A chain of transitions without other branches below a node. */
static struct estimate_branch chain(unsigned n)
{
	return (struct estimate_branch){.portion = 1, .usecs = n};
}

/* root - first read - increment [two branches], one half of the tree. */
struct half {
	struct estimate_node increment; /* 2nd transition, where the first tag is */
	struct estimate_node below;     /* 4th transition, where the second is */
};

static const struct half fresh = {.increment = {.step = 1}, .below = {.step = 1}};

static struct estimate_branch up(struct estimate_branch increment)
{
	return (struct estimate_branch){increment.portion, increment.usecs + 1};
}

static void expect(const struct estimate_node *root, struct estimate_branch half, unsigned planned,
                   unsigned done, double executions, double seconds)
{
	struct estimate_branch all = estimate_node(root, half, planned);

	assert_true(close_to(done / all.portion, executions));
	assert_true(close_to(all.usecs, seconds));
}

/* The three branches of one half; what they add up to goes to the root. */
static void walk_half(struct estimate_node *root, unsigned planned, unsigned done,
                      const double (*expected)[2])
{
	struct half h = fresh;
	struct estimate_branch b;

	/* x <- tmp, then the other thread: four more transitions */
	b = estimate_node(&h.increment, chain(4), 1);
	expect(root, up(b), planned, done + 1, expected[0][0], expected[0][1]);
	estimate_done(&h.increment, chain(4));
	/* the other thread's read and increment, then two orders of the writes */
	b = estimate_node(&h.below, chain(2), 1);
	b = estimate_node(&h.increment, up(b), 0);
	expect(root, up(b), planned, done + 2, expected[1][0], expected[1][1]);
	estimate_done(&h.below, chain(2));
	b = estimate_node(&h.below, chain(2), 0);
	b = estimate_node(&h.increment, up(b), 0);
	expect(root, up(b), planned, done + 3, expected[2][0], expected[2][1]);
	estimate_done(root, up(b));
}

static void test_figure_3_6(void **state)
{
	static const double first[][2] = {{4, 20}, {5.33, 24}, {6, 24}};
	static const double second[][2] = {{5.33, 22}, {5.71, 24}, {6, 24}};
	struct estimate_node root = {0};

	(void)state;
	walk_half(&root, 1, 0, first);
	walk_half(&root, 0, 3, second);
	assert_true(close_to(root.portion, 2));
	assert_true(close_to(root.usecs, 24));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_figure_3_6)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
