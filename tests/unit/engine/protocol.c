/* SPDX-License-Identifier: MIT */
/*
 * The worker's side of the protocol on the simulated machine: a search that is saved and resumed,
 * reaches what the whole one reaches; details of a trace have the values that the
 * program read and wrote.
 */
#include "tests/unit/unit.h"

#include "tests/unit/engine/checks.h"

#define PROGRAMS 60

/* Final states of two runs together. */
static bool together(const struct sim_seen *a, const struct sim_seen *b,
                     const struct sim_seen *whole)
{
	struct hash_set all = {0};
	const struct hash_set *parts[] = {&a->states, &b->states};
	bool same;

	for (unsigned k = 0; k < 2; k++)
		for (size_t i = 0; i < parts[k]->n_slots; i++)
			if (parts[k]->slots[i])
				hash_set_add(&all, parts[k]->slots[i]);
	same = hash_set_equal(&all, &whole->states);
	hash_set_release(&all);
	return same;
}

/* The next generated program that the engine runs at least `most` executions of. */
static void next_program(struct vm_program *p, uint64_t *seed, struct sim_seen *whole)
{
	struct wire_config c = sim_config(PP_SET_EVERYWHERE);

	for (;; (*seed)++) {
		*p = (struct vm_program){0};
		gen_program(p, *seed);
		p->plain_spins = true;
		if (creates_in_order(p)) {
			sim_run_engine(p, &c, 2000, whole);
			if (!whole->over && whole->executions > 8) {
				(*seed)++;
				return;
			}
			sim_seen_release(whole);
		}
		vm_program_release(p);
	}
}

static void test_save_and_resume(void **state)
{
	uint64_t seed = 500;

	(void)state;
	for (unsigned i = 0; i < PROGRAMS; i++) {
		struct vm_program p;
		struct sim_seen whole, first, rest;
		struct wire_config c = sim_config(PP_SET_EVERYWHERE);
		struct sim_host host = {.asks = WIRE_SAVE, .stops_then = true};

		next_program(&p, &seed, &whole);
		host.asks_after = 1 + i % (whole.executions - 1);
		sim_run_engine_with(&p, &c, 0, &host, &first);
		assert_false(first.failed);
		assert_true(host.checkpoint.n);
		c.resume = host.checkpoint;
		sim_run_engine(&p, &c, 0, &rest);
		assert_false(rest.failed);
		assert_true(rest.complete && !rest.diverged);
		assert_int_equal(first.executions + rest.executions, whole.executions);
		assert_true(together(&first, &rest, &whole));
		sim_host_release(&host);
		sim_seen_release(&whole);
		sim_seen_release(&first);
		sim_seen_release(&rest);
		vm_program_release(&p);
	}
}

/* A damaged checkpoint is an error, not another search. */
static void test_damaged_checkpoint(void **state)
{
	uint64_t seed = 900;
	struct vm_program p;
	struct sim_seen whole, first, rest;
	struct wire_config c = sim_config(PP_SET_EVERYWHERE);
	struct sim_host host = {.asks = WIRE_SAVE, .asks_after = 3, .stops_then = true};

	(void)state;
	next_program(&p, &seed, &whole);
	sim_run_engine_with(&p, &c, 0, &host, &first);
	c.resume = host.checkpoint;
	c.resume.n--;
	sim_run_engine(&p, &c, 0, &rest);
	assert_true(rest.failed);
	assert_int_equal(rest.executions, 0);
	sim_host_release(&host);
	sim_seen_release(&whole);
	sim_seen_release(&first);
	sim_seen_release(&rest);
	vm_program_release(&p);
}

/* x = 3; y = x + 1 in one thread: what each event read and wrote. */
static void test_details(void **state)
{
	struct vm_program p = {.name = "values", .bytes = 16};
	struct wire_config c = sim_config(PP_SET_EVERYWHERE);
	struct sim_host host = {0};
	struct sim_seen seen;
	struct detail d = {0};
	unsigned writes = 0;

	(void)state;
	create_all(&p, 1);
	put(&p, 0, I_END, 0, 0, 0, 0);
	put(&p, 1, I_WRITE, 0, 0, 8, 3);
	put(&p, 1, I_READ, 0, 0, 8, 0);
	put(&p, 1, I_WRITE_REG, 0, 8, 8, 1);
	put(&p, 1, I_END, 0, 0, 0, 0);
	c.flags |= WIRE_DETAIL | WIRE_WANT_TRACE;
	sim_run_engine_with(&p, &c, 0, &host, &seen);
	struct reader r = {host.details.at, host.details.n, false};
	assert_true(detail_decode(&r, &d) && detail_valid(&d));
	const struct event *events = (const struct event *)(const void *)host.trace.at;
	size_t n = host.trace.n / sizeof(*events);
	assert_int_equal(d.numbers.n, n);
	for (size_t i = 0; i < n; i++) {
		const struct event_detail *e = detail_of(&d, i);
		uint64_t before, after;
		if (events[i].kind != OP_WRITE)
			continue;
		assert_non_null(e);
		assert_int_equal(e->n_before, 8);
		assert_int_equal(e->n_after, 8);
		memcpy(&before, e->before, 8);
		memcpy(&after, e->after, 8);
		assert_int_equal(before, 0);
		assert_int_equal(after, events[i].addr == VM_MEMORY ? 3 : 4);
		writes++;
	}
	assert_int_equal(writes, 2);
	detail_release(&d);
	sim_host_release(&host);
	sim_seen_release(&seen);
	vm_program_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_save_and_resume),
	        cmocka_unit_test(test_damaged_checkpoint),
	        cmocka_unit_test(test_details),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
