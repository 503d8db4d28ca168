/* SPDX-License-Identifier: MIT */
/* Loops made of single operations: when is a thread parked, wherever its code and variables lie? */
#include "tests/unit/unit.h"

#include "engine/loop.c"

#include <stdlib.h>

/* ---- what loop.c needs of the engine and a machine whose memory is this process's ---- */

struct wire_config wire_config;
struct engine_config engine_config;
bool explorer_detached;
static struct frame frames[SHADOW_STACK_MAX];
static struct thread thread = {.frames = frames};
struct thread *self = &thread;
struct thread *thread_table[MAX_THREADS] = {&thread};
unsigned n_threads = 1;
static const struct machine flat;
const struct machine *machine = &flat;

void count(enum wire_counter counter)
{
	(void)counter;
}

void thread_ask(const struct thread *t)
{
	assert_ptr_equal(t, &thread);
}

void finding_note_loop(struct finding *f, const struct thread *t, const uint64_t *pcs, size_t n)
{
	(void)f, (void)t, (void)pcs, (void)n;
}

/* ---- loops ---- */

#define ROUNDS 10

static uint8_t memory[4096] __attribute__((aligned(64)));

static int start(void **state)
{
	(void)state;
	free(thread.loop);
	thread = (struct thread){.frames = frames};
	loop_begin();
	memset(memory, 0, sizeof(memory));
	for (unsigned i = 0; i < LOOP_LIMIT_COUNT; i++)
		wire_config.loops[i] = ROUNDS;
	return 0;
}

/* One operation. True: it is one round too many. */
static bool does(enum op_kind kind, uintptr_t pc, size_t at, uint32_t size)
{
	struct event e = {.addr = (uintptr_t)(memory + at), .kind = (uint8_t)kind, .size = size};
	if (loop_check(kind, pc))
		return true;
	if (kind == OP_WRITE)
		memory[at]++;
	loop_event(&e);
	return false;
}

/* The i-th pc of those whose places compete for the same room. */
static uintptr_t alike(unsigned i)
{
	uintptr_t pc = 0x1000;
	for (unsigned n = 0;; pc++) {
		uint64_t key = place_key(OP_READ, pc);
		if ((key >> 8 & (PLACES - 1)) / WAYS == 7 && n++ == i)
			return pc;
	}
}

/* In how many rounds of a look at memory[0] by each of n operations it is parked; 0: never. */
static unsigned rounds_of_looks(unsigned n)
{
	for (unsigned round = 1; round < 10 * ROUNDS; round++)
		for (unsigned i = 0; i < n; i++)
			if (does(OP_READ, alike(i), 0, 4))
				return round;
	return 0;
}

static void test_places_alike(void **state)
{
	for (unsigned n = 1; n <= 4; n++) {
		start(state);
		assert_int_equal(rounds_of_looks(n), ROUNDS + 2);
	}
}

/* Waits for memory[flag] and counts in memory[a] and memory[b], which it reads before. */
static unsigned rounds_of_counts(size_t flag, size_t a, size_t b, uint32_t size)
{
	for (unsigned round = 1; round < 10 * ROUNDS; round++)
		if (does(OP_READ, 10, flag, size) || does(OP_READ, 11, a, size) ||
		    does(OP_WRITE, 12, a, size) || does(OP_READ, 13, b, size) ||
		    does(OP_WRITE, 14, b, size))
			return round;
	return 0;
}

static void test_words(void **state)
{
	static const struct {
		size_t flag, a, b;
		uint32_t size;
	} cases[] = {
	        {0, 64, 128, 8}, {0, 4, 8, 4},      {4, 0, 8, 4},      {3, 2, 4, 1},
	        {0, 64, 576, 4}, {0, 512, 1024, 4}, {0, 1536, 512, 8}, {7, 15, 23, 8},
	        {6, 10, 14, 4},  {0, 32, 64, 32},
	};
	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		start(state);
		unsigned rounds =
		        rounds_of_counts(cases[i].flag, cases[i].a, cases[i].b, cases[i].size);
		assert_int_equal(rounds, ROUNDS + 2);
	}
}

/* Who looks only at what it writes itself does not wait. */
static void test_only_counts(void **state)
{
	(void)state;
	assert_int_equal(rounds_of_counts(0, 0, 8, 4), 0);
	start(state);
	assert_int_equal(rounds_of_counts(6, 4, 16, 4), 0); /* a part of it is enough */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(test_places_alike, start),
	        cmocka_unit_test_setup(test_words, start),
	        cmocka_unit_test_setup(test_only_counts, start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
