/* SPDX-License-Identifier: MIT */
/* What a replay records besides its events, over the wire and back. */
#include "tests/unit/unit.h"

#include "base/str.h"
#include "event/detail.h"

#include <string.h>

static void fill(struct detail *d)
{
	*d = (struct detail){.known = true, .first = 3, .events_in_all = 9};
	static const uint32_t numbers[] = {2, 4, 5};
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		vec_push(&d->numbers, numbers[i]);
	for (uint8_t i = 0; i < 2; i++) {
		struct event_detail e = {.stack = i, .block = i ? DETAIL_NONE : 0, .n_before = 4};
		memset(e.before, i + 1, 4);
		vec_push(&d->events, e);
		pc_vec stack = {0};
		for (uint64_t k = 0; k <= i; k++)
			vec_push(&stack, 0x1000 + k);
		vec_push(&d->stacks, stack);
		struct thread_detail t = {.pending = {.thread = i, .kind = OP_READ, .addr = 0x20},
		                          .status = THREAD_BLOCKED,
		                          .began = i,
		                          .start = 0x4000,
		                          .name = str_copy(i ? "worker" : "")};
		t.bytes.stack = t.bytes.block = DETAIL_NONE;
		vec_push(&t.stack, 0x5000u + i);
		vec_push(&t.held, (struct held_detail){0x30, 0x6000});
		vec_push(&d->threads, t);
	}
	struct block_detail block = {.start = 0x7000, .size = 24, .thread = 1};
	vec_push(&block.stack, 0x8000);
	vec_push(&d->blocks, block);
	vec_push(&d->switches,
	         (struct switch_detail){.from = 0, .to = 1, .after = 5, .stack = 1, .preempts = 1});
	vec_push(&d->choices, (struct choice_detail){7, {.kind = CHOICE_USER, .value = 2, .n = 3}});
}

static void there_and_back(void **state)
{
	struct detail d, copy;
	struct buf b = {0}, again = {0};
	(void)state;
	fill(&d);
	detail_encode(&b, &d);
	struct reader r = {b.at, b.n, false};
	assert_true(detail_decode(&r, &copy));
	assert_true(detail_valid(&copy));
	assert_string_equal(copy.threads.at[1].name, "worker");
	assert_int_equal(copy.blocks.at[0].stack.at[0], 0x8000);
	assert_int_equal(copy.switches.at[0].after, 5);
	detail_encode(&again, &copy);
	assert_int_equal(again.n, b.n);
	assert_memory_equal(again.at, b.at, b.n);
	assert_null(detail_of(&copy, 0)); /* no longer kept */
	assert_ptr_equal(detail_of(&copy, 1), &copy.events.at[1]);
	assert_null(detail_of(&copy, 2)); /* was never there */
	assert_null(detail_of(&copy, 3));
	detail_release(&d);
	detail_release(&copy);
	buf_release(&b);
	buf_release(&again);
}

static void cut_off(void **state)
{
	struct detail d, copy;
	struct buf b = {0};
	(void)state;
	fill(&d);
	detail_encode(&b, &d);
	for (size_t n = 0; n < b.n; n++) {
		struct reader r = {b.at, n, false};
		assert_false(detail_decode(&r, &copy));
		detail_release(&copy);
	}
	buf_u8(&b, 0); /* a byte too many */
	struct reader r = {b.at, b.n, false};
	assert_false(detail_decode(&r, &copy));
	detail_release(&copy);
	detail_release(&d);
	buf_release(&b);
}

/* Any bytes are either refused or harmless. */
static void damaged(void **state)
{
	struct detail d, copy;
	struct buf b = {0};
	uint64_t seed = 1;
	(void)state;
	fill(&d);
	detail_encode(&b, &d);
	for (int i = 0; i < 20000; i++) {
		uint64_t x = test_random(&seed);
		size_t at = (size_t)(x % b.n);
		uint8_t old = b.at[at];
		b.at[at] = (uint8_t)(x >> 32);
		struct reader r = {b.at, b.n, false};
		if (detail_decode(&r, &copy) && detail_valid(&copy))
			for (size_t k = 0; k < copy.events.n; k++)
				assert_true(copy.events.at[k].stack == DETAIL_NONE ||
				            copy.events.at[k].stack < copy.stacks.n);
		detail_release(&copy);
		b.at[at] = old;
	}
	detail_release(&d);
	buf_release(&b);
}

static void points_to_nothing(void **state)
{
	struct detail d;
	(void)state;
#define REFUSED(change)                                                                            \
	do {                                                                                       \
		fill(&d);                                                                          \
		assert_true(detail_valid(&d));                                                     \
		change;                                                                            \
		assert_false(detail_valid(&d));                                                    \
		detail_release(&d);                                                                \
	} while (0)
	REFUSED(d.events.at[0].stack = 2);
	REFUSED(d.events.at[0].block = 1);
	REFUSED(d.events.at[1].n_after = DETAIL_BYTES + 1);
	REFUSED(d.switches.at[0].to = 2);
	REFUSED(d.switches.at[0].stack = 2);
	REFUSED(d.switches.at[0].pending.kind = OP_COUNT);
	REFUSED(d.choices.at[0].choice.thread = 2);
	REFUSED(d.threads.at[0].status = 99);
	REFUSED(d.threads.at[0].pending.kind = OP_COUNT);
	REFUSED(d.threads.at[1].bytes.block = 1);
#undef REFUSED
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(there_and_back),
	        cmocka_unit_test(cut_off),
	        cmocka_unit_test(damaged),
	        cmocka_unit_test(points_to_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
