/* SPDX-License-Identifier: MIT */
/* Guides and what came of them as bytes: the same on the other side, and no bytes do harm. */
#include "tests/unit/unit.h"

#include "event/guide.h"

#include <string.h>

static void random_choices(choice_vec *v, uint64_t *seed)
{
	for (size_t n = test_random(seed) % 20; n--;)
		vec_push(v, (struct choice){.kind = (uint8_t)(test_random(seed) % CHOICE_KINDS),
		                            .value = (uint16_t)(test_random(seed) % 9),
		                            .n = 9,
		                            .thread = (uint16_t)(test_random(seed) % MAX_THREADS)});
}

static void random_stretches(stretch_vec *v, uint64_t *seed, size_t choices)
{
	for (size_t n = test_random(seed) % 20; n--;)
		vec_push(v,
		         (struct stretch){.until = (uint32_t)test_random(seed),
		                          .choice = (uint32_t)(test_random(seed) % (choices + 1)),
		                          .thread = (uint16_t)(test_random(seed) % MAX_THREADS),
		                          .preempts = test_random(seed) % 2});
}

static void random_guide(struct guide *g, uint64_t *seed)
{
	*g = (struct guide){.other = (uint32_t)test_random(seed)};
	random_choices(&g->exact, seed);
	random_stretches(&g->stretches, seed, 50);
	random_choices(&g->values, seed);
}

static void random_tried(struct tried *t, uint64_t *seed)
{
	*t = (struct tried){.reason = (uint8_t)(test_random(seed) % (END_CUT + 1)),
	                    .diverged = test_random(seed) % 2};
	random_choices(&t->choices, seed);
	random_stretches(&t->stretches, seed, t->choices.n);
}

#define assert_same_vec(a, b)                                                                      \
	do {                                                                                       \
		assert_int_equal((a).n, (b).n);                                                    \
		if ((a).n)                                                                         \
			assert_memory_equal((a).at, (b).at, (a).n * sizeof(*(a).at));              \
	} while (0)

static void guides_round_trip(void **state)
{
	uint64_t seed = 3;
	(void)state;
	for (int i = 0; i < 500; i++) {
		struct guide a, b;
		struct buf bytes = {0};
		random_guide(&a, &seed);
		guide_encode(&bytes, &a);
		struct reader r = {bytes.at, bytes.n, false};
		assert_true(guide_decode(&r, &b));
		assert_int_equal(r.left, 0);
		assert_int_equal(a.other, b.other);
		assert_same_vec(a.exact, b.exact);
		assert_same_vec(a.stretches, b.stretches);
		assert_same_vec(a.values, b.values);
		guide_release(&a);
		guide_release(&b);
		buf_release(&bytes);
	}
}

static void tried_round_trips(void **state)
{
	uint64_t seed = 4;
	(void)state;
	for (int i = 0; i < 500; i++) {
		struct tried a, b;
		struct buf bytes = {0};
		random_tried(&a, &seed);
		tried_encode(&bytes, &a);
		struct reader r = {bytes.at, bytes.n, false};
		assert_true(tried_decode(&r, &b));
		assert_int_equal(a.reason, b.reason);
		assert_int_equal(a.diverged, b.diverged);
		assert_same_vec(a.choices, b.choices);
		assert_same_vec(a.stretches, b.stretches);
		tried_release(&a);
		tried_release(&b);
		buf_release(&bytes);
	}
}

/* What is decoded can be used: threads exist, and so do the choices that stretches name. */
static void use(const struct tried *t)
{
	assert_true(t->reason <= END_CUT);
	for (size_t i = 0; i < t->stretches.n; i++) {
		assert_true(t->stretches.at[i].thread < MAX_THREADS);
		assert_true(t->stretches.at[i].choice <= t->choices.n);
	}
}

static void noise_does_no_harm(void **state)
{
	uint64_t seed = 5;
	unsigned good = 0, bad = 0;
	(void)state;
	for (int i = 0; i < 5000; i++) {
		struct tried t;
		struct guide g;
		struct buf bytes = {0};
		random_tried(&t, &seed);
		tried_encode(&bytes, &t);
		tried_release(&t);
		for (size_t k = 1 + test_random(&seed) % 3; k--;)
			bytes.at[test_random(&seed) % bytes.n] = (uint8_t)test_random(&seed);
		struct reader r = {bytes.at, bytes.n - test_random(&seed) % 2, false};
		struct reader again = r;
		if (tried_decode(&r, &t)) {
			use(&t);
			good++;
		} else {
			bad++;
		}
		tried_release(&t);
		if (guide_decode(&again, &g))
			for (size_t k = 0; k < g.stretches.n; k++)
				assert_true(g.stretches.at[k].thread < MAX_THREADS);
		guide_release(&g);
		buf_release(&bytes);
	}
	assert_true(good && bad);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(guides_round_trip),
	        cmocka_unit_test(tried_round_trips),
	        cmocka_unit_test(noise_does_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
