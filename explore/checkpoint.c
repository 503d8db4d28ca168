/* SPDX-License-Identifier: MIT */
#include "explore/checkpoint.h"
#include "explore/search.h"

#define CHECKPOINT_MAGIC 0x31706b63u /* "ckp1" */

/* --- steps and trees --------------------------------------------------------------------- */

enum { STEP_STABLE = 1, STEP_FORETOLD = 2 };

static void put_step(struct buf *b, const struct step *s)
{
	buf_u16(b, s->thread);
	buf_u8(b, (uint8_t)((s->stable ? STEP_STABLE : 0) | (s->foretold ? STEP_FORETOLD : 0)));
	buf_u32(b, s->n_outcomes);
	for (unsigned i = 0; i < s->n_outcomes; i++) {
		buf_u16(b, s->outcomes[i].value);
		buf_u16(b, s->outcomes[i].n);
		buf_u16(b, s->outcomes[i].kind);
	}
	buf_u32(b, s->n_accesses);
	buf_bytes(b, s->accesses, s->n_accesses * sizeof(struct access));
}

/* NULL where the bytes do not fit. */
static struct step *get_step(struct explorer *x, struct reader *r)
{
	access_vec accesses = {0};
	outcome_vec outcomes = {0};
	unsigned thread = read_u16(r);
	unsigned flags = read_u8(r);
	struct step *s = NULL;

	for (size_t i = read_count(r, 6); i-- > 0;) {
		struct outcome o = {.value = read_u16(r), .n = read_u16(r), .kind = read_u16(r)};

		r->bad |= o.value >= o.n;
		vec_push(&outcomes, o);
	}
	for (size_t i = read_count(r, sizeof(struct access)); i-- > 0;) {
		struct access a;

		read_bytes(r, &a, sizeof(a));
		r->bad |= a.tag > TAG_WORLD || a.group >= GROUP_COUNT ||
		          (a.tag == TAG_MEMORY && !a.size);
		vec_push(&accesses, a);
	}
	r->bad |= thread >= MAX_THREADS || outcomes.n > UINT16_MAX;
	if (!r->bad) {
		s = step_new(&x->trace.pool, thread, &accesses, &outcomes);
		s->stable = flags & STEP_STABLE;
		s->foretold = flags & STEP_FORETOLD;
	}
	vec_release(&accesses);
	vec_release(&outcomes);
	return s;
}

enum { TREE_SURE = 1, TREE_OPEN = 2, TREE_CHILD = 4, TREE_NEXT = 8 };

/* First each branch, then what is below it, then what is to its right. */
static void put_tree(struct buf *b, const struct wakeup *w)
{
	VEC(const struct wakeup *) later = {0};

	buf_u8(b, w != NULL);
	while (w) {
		buf_u8(b, (uint8_t)((w->sure ? TREE_SURE : 0) | (w->open ? TREE_OPEN : 0) |
		                    (w->child ? TREE_CHILD : 0) | (w->next ? TREE_NEXT : 0)));
		put_step(b, w->step);
		if (w->child && w->next)
			vec_push(&later, w->next);
		w = w->child ? w->child : w->next ? w->next : later.n ? vec_pop(&later) : NULL;
	}
	vec_release(&later);
}

static void get_tree(struct explorer *x, struct reader *r, struct wakeup **link)
{
	VEC(struct wakeup **) later = {0};

	if (!read_u8(r))
		return;
	while (link && !r->bad) {
		uint8_t flags = read_u8(r);
		struct step *s = get_step(x, r);
		struct wakeup *w;

		if (!s)
			break;
		*link = w = wakeup_new(&x->plans, s);
		w->sure = flags & TREE_SURE;
		w->open = flags & TREE_OPEN;
		if ((flags & TREE_CHILD) && (flags & TREE_NEXT))
			vec_push(&later, &w->next);
		link = (flags & TREE_CHILD)  ? &w->child
		       : (flags & TREE_NEXT) ? &w->next
		       : later.n             ? vec_pop(&later)
		                             : NULL;
	}
	vec_release(&later);
}

/* --- nodes ------------------------------------------------------------------------------- */

static void put_node(struct buf *b, const struct node *n)
{
	buf_u32(b, n->preemptions);
	buf_u16(b, n->current);
	buf_u8(b, n->unsure);
	buf_u8(b, n->could_go_on);
	buf_bytes(b, &n->runnable, sizeof(n->runnable));
	buf_u32(b, n->estimate.done);
	buf_double(b, n->estimate.portion);
	buf_double(b, n->estimate.usecs);
	buf_double(b, n->estimate.step);
}

static void get_node(struct explorer *x, struct reader *r)
{
	struct node n = {.first_sleeper = (uint32_t)x->sleepers.n};

	n.preemptions = read_u32(r);
	n.current = read_u16(r);
	n.unsure = read_u8(r);
	n.could_go_on = read_u8(r);
	read_bytes(r, &n.runnable, sizeof(n.runnable));
	n.estimate.done = read_u32(r);
	n.estimate.portion = read_double(r);
	n.estimate.usecs = read_double(r);
	n.estimate.step = read_double(r);
	for (size_t i = read_count(r, 12); i-- > 0;) {
		bool served = read_u8(r);
		struct step *s = get_step(x, r);

		if (s)
			vec_push(&x->sleepers, (struct sleeper){s, served});
	}
	get_tree(x, r, &n.plans);
	if (read_u8(r))
		n.forced = get_step(x, r);
	vec_push(&x->nodes, n);
}

static void put_sleepers(struct buf *b, const struct explorer *x, uint32_t node)
{
	uint32_t from = x->nodes.at[node].first_sleeper, to = search_sleep_end(x, node);

	buf_u32(b, to - from);
	for (uint32_t i = from; i < to; i++) {
		buf_u8(b, x->sleepers.at[i].served);
		put_step(b, x->sleepers.at[i].step);
	}
}

/* --- the whole search -------------------------------------------------------------------- */

#define FOR_EACH_STAT(DO)                                                                          \
	DO(executions)                                                                             \
	DO(blocked)                                                                                \
	DO(limited)                                                                                \
	DO(bounded)                                                                                \
	DO(repeated)                                                                               \
	DO(dropped)                                                                                \
	DO(steps)                                                                                  \
	DO(events)                                                                                 \
	DO(replayed_events)                                                                        \
	DO(races)                                                                                  \
	DO(plans)                                                                                  \
	DO(restarts)                                                                               \
	DO(peak_plan_nodes)                                                                        \
	DO(guaranteed)                                                                             \
	DO(bounds_done)                                                                            \
	DO(longest)                                                                                \
	DO(threads)                                                                                \
	DO(complete)

static void put_stats(struct buf *b, const struct explore_stats *s)
{
#define PUT(name) buf_u64(b, (uint64_t)s->name);
	FOR_EACH_STAT(PUT)
#undef PUT
}

static void get_stats(struct reader *r, struct explore_stats *s)
{
#define GET(name) s->name = (__typeof__(s->name))read_u64(r);
	FOR_EACH_STAT(GET)
#undef GET
}

/* The step that the path takes from a node, with its outcomes; NULL at the last node. */
static const struct step *taken(const struct explorer *x, uint32_t node)
{
	if (node + 1 >= x->nodes.n)
		return NULL;
	return x->rebuild ? x->nodes.at[node].forced : x->trace.steps.at[node].rec;
}

bool explorer_save(struct explorer *x, struct buf *out)
{
	bool more;
	uint32_t n_nodes;

	BUG_ON(x->trace.divergence.happened);
	more = search_sampling(x) || search_advance(x);
	/* One that was stopped in the middle, by a limit, does not go on either. */
	n_nodes = more ? (uint32_t)x->nodes.n : 0;

	buf_u32(out, CHECKPOINT_MAGIC);
	buf_u8(out, !more);
	buf_u64(out, x->random);
	buf_u8(out, x->trace.fine_steps);
	buf_u8(out, x->trace.foretells);
	put_stats(out, &x->stats);
	buf_double(out, x->usecs);
	buf_u32(out, x->bound);
	buf_u64(out, x->round.runs);
	buf_double(out, x->round.usecs);
	buf_u32(out, n_nodes);
	for (uint32_t i = 0; i < n_nodes; i++) {
		const struct node *n = &x->nodes.at[i];
		const struct step *s = taken(x, i);

		put_node(out, n);
		put_sleepers(out, x, i);
		put_tree(out, n->plans);
		buf_u8(out, s != NULL);
		if (s)
			put_step(out, s);
	}
	return more;
}

/* Whether the path can be walked: each node but the last says how. */
static bool sensible(const struct explorer *x)
{
	if (x->stopped)
		return !x->nodes.n;
	for (uint32_t i = 0; i < x->nodes.n; i++)
		if (!x->nodes.at[i].forced != (i + 1 == x->nodes.n))
			return false;
	return !x->nodes.n || vec_last(&x->nodes)->plans;
}

bool explorer_restore(struct explorer *x, struct reader *in)
{
	bool magic = read_u32(in) == CHECKPOINT_MAGIC;

	BUG_ON(x->started);
	x->stopped = read_u8(in);
	x->random = read_u64(in);
	x->trace.fine_steps = read_u8(in);
	x->trace.foretells = read_u8(in);
	get_stats(in, &x->stats);
	x->usecs = read_double(in);
	x->bound = read_u32(in);
	x->round.runs = read_u64(in);
	x->round.usecs = read_double(in);
	for (size_t i = read_count(in, 70); i-- > 0 && !in->bad;)
		get_node(x, in);
	if (!magic || in->bad || in->left || !sensible(x))
		return false;
	x->started = x->nodes.n > 0;
	x->advanced = x->started;
	x->rebuild = x->nodes.n ? (uint32_t)x->nodes.n - 1 : 0;
	return true;
}
