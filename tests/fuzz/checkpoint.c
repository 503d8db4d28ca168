/* SPDX-License-Identifier: MIT */
/*
 * Searches as bytes, and the orders that divide them. The first byte chooses the options of the
 * search. What is accepted is saved again, and that is accepted, too.
 */
#include "tests/fuzz/fuzz.h"

#include "explore/checkpoint.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/vm.h"

#define ORDERS 0x80u /* of the first byte: the rest is an constraint_vec */

static struct explore_options options(uint8_t byte)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	o.reduction = (enum explore_reduction)(byte % (REDUCTION_NONE + 1));
	o.strategy = byte & 8 ? STRATEGY_ICB : STRATEGY_DEPTH_FIRST;
	return o;
}

static bool restored_and_saved(uint8_t byte, const uint8_t *at, size_t n, struct buf *out)
{
	struct explore_options o = options(byte);
	struct explorer *x = explorer_new(&o);
	struct reader r = {at, n, false};
	bool good = explorer_restore(x, &r) == RESTORE_OK;
	if (good)
		explorer_save(x, out);
	explorer_scheduler(x)->ops->free(explorer_scheduler(x));
	return good;
}

static void orders(const uint8_t *at, size_t n)
{
	struct buf once = {0}, twice = {0};
	constraint_vec first, second;
	struct reader r = {at, n, false};
	if (constraint_vec_decode(&r, &first)) {
		constraint_vec_encode(&once, &first);
		r = (struct reader){once.at, once.n, false};
		BUG_ON(!constraint_vec_decode(&r, &second) || r.left);
		constraint_vec_encode(&twice, &second);
		vec_release(&second);
	}
	vec_release(&first);
	fuzz_expect_same(&once, &twice);
	buf_release(&once);
	buf_release(&twice);
}

void fuzz_one(const uint8_t *at, size_t n)
{
	struct buf once = {0}, twice = {0}, thrice = {0};
	if (!n)
		return;
	if (at[0] & ORDERS) {
		orders(at + 1, n - 1);
		return;
	}
	/* Saving moves a search on to where it has something to run: the second time it is there.
	 */
	if (restored_and_saved(at[0], at + 1, n - 1, &once) &&
	    restored_and_saved(at[0], once.at, once.n, &twice)) {
		BUG_ON(!restored_and_saved(at[0], twice.at, twice.n, &thrice));
		fuzz_expect_same(&twice, &thrice);
	}
	buf_release(&once);
	buf_release(&twice);
	buf_release(&thrice);
}

/* The search of a generated program, after a few executions. */
static void save_search(struct buf *b, uint8_t byte, unsigned executions)
{
	struct explore_options o = options(byte);
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_program p;
	struct vm_run run = {0};

	gen_program(&p, 7u + byte);
	while (executions-- && s->ops->begin(s))
		vm_execute(&p, s, PP_SET_ALL, &run);
	buf_u8(b, byte);
	explorer_save(x, b);
	s->ops->free(s);
	vm_run_release(&run);
	vm_program_release(&p);
}

bool fuzz_seed(unsigned i, struct buf *b)
{
	struct explore_constraint halves[] = {{1, 2, 3, 4, true}, {2, 0, 1, 9, false}};
	if (i < 12)
		save_search(b, (uint8_t)(i % 3 + (i / 3 % 2) * 9), i / 6 * 5 + 2);
	if (i == 12) {
		buf_u8(b, ORDERS);
		constraint_vec_encode(b, &(constraint_vec){halves, 2, 2});
	}
	return i <= 12;
}
