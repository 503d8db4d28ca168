/* SPDX-License-Identifier: MIT */
/*
 * The frontier of a depth-first search: every item lies on the path of the last execution. The
 * deepest one is next, leftmost plan first; what is deeper is finished.
 */
#include "explore/encode.h"
#include "explore/search.h"

/* The branch of the last node is finished; goes up to where one is planned. */
static bool take(struct explorer *x)
{
	struct estimate_branch leaf = {.portion = 1, .usecs = x->usecs - x->estimate.start};

	while (x->nodes.n) {
		uint32_t last = (uint32_t)x->nodes.n - 1;
		struct node *n = &x->nodes.at[last];

		estimate_done(&n->estimate, leaf);
		vec_push(&x->sleepers,
		         (struct sleeper){step_ref(x->trace.steps.at[last].rec), true});
		if (x->reduction->branch_done)
			x->reduction->branch_done(x, last);
		if (n->plans)
			path_drop_done(x, last);
		if (n->plans) {
			x->keep = last;
			return true;
		}
		leaf.portion = n->estimate.portion / n->estimate.done;
		leaf.usecs = n->estimate.usecs;
		path_pop(x);
	}
	return false;
}

static void clear(struct explorer *x)
{
	while (x->nodes.n)
		path_pop(x);
}

static struct estimate_branch estimate(const struct explorer *x)
{
	struct estimate_branch b = {.portion = 1, .usecs = x->usecs - x->estimate.start};

	for (size_t i = x->nodes.n; i-- > 0;)
		b = estimate_node(&x->nodes.at[i].estimate, b, wakeup_count(x->nodes.at[i].plans));
	return b;
}

/* --- as bytes: each node, with the step that leads to it --------------------------------- */

/* The step that the path takes to a node, with its outcomes. */
static const struct step *taken(const struct explorer *x, uint32_t node)
{
	if (!node)
		return NULL;
	return x->unreplayed_steps ? x->nodes.at[node - 1].forced : x->trace.steps.at[node - 1].rec;
}

static void save(const struct explorer *x, struct buf *out)
{
	buf_u32(out, (uint32_t)x->nodes.n);
	for (uint32_t i = 0; i < x->nodes.n; i++) {
		uint32_t from = x->nodes.at[i].first_sleeper, end = search_sleep_end(x, i);

		encode_step(out, taken(x, i));
		encode_node(out, &x->nodes.at[i]);
		encode_sleepers(out, x->sleepers.at + from, end - from);
	}
}

static bool restore(struct explorer *x, struct reader *in)
{
	for (size_t i = read_count(in, ENCODED_NODE); i-- > 0 && !in->bad;) {
		struct step *to = decode_step(x, in);
		struct node n = {.first_sleeper = (uint32_t)x->sleepers.n};

		in->bad |= !to != !x->nodes.n;
		if (to && x->nodes.n)
			vec_last(&x->nodes)->forced = to;
		else
			step_unref(&x->trace.pool, to);
		decode_node(x, in, &n);
		decode_sleepers(x, in, &x->sleepers);
		vec_push(&x->nodes, n);
	}
	if (!x->nodes.n)
		return true;
	if (in->bad || !vec_last(&x->nodes)->plans)
		return false;
	x->unreplayed_steps = (uint32_t)x->nodes.n - 1;
	phase_enter(&x->phase, PHASE_READY);
	return true;
}

const struct frontier frontier_depth_first = {
        .take = take,
        .clear = clear,
        .estimate = estimate,
        .save = save,
        .restore = restore,
};
