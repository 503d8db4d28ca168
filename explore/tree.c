/* SPDX-License-Identifier: MIT */
/*
 * A frontier whose items are taken in any order (frontier.h has the argument). It keeps the nodes
 * below which something is left to run; items share them. A node that has neither plans nor
 * children left is freed, and its branch sleeps at its parent from then on.
 *
 * The nodes that lead to the item being run are on the explorer's path: their plans and estimates
 * are there, and come back when the path is left. A node's sleep set on the path is what slept when
 * the node was made, the branches that are finished there, and those that were begun there and are
 * not finished, except the one that the path takes.
 *
 * Taking an item costs the length of its prefix, and the steps of it that the last execution did
 * not take are run anew and compared with what is known of them.
 */
#include "explore/encode.h"
#include "explore/search.h"

#define NO_SLOT 0xffffffffu

struct tree_node {
	struct tree_node *parent, *child, *next; /* children in the order in which they began */
	struct step *taken;                      /* the step that leads here; NULL at the root */
	struct node node;                        /* while it is not on the path */
	sleeper_vec sleepers;                    /* without the branches of the children */
	struct estimate_node sum;                /* scratch */
	uint32_t depth;
	uint32_t slot; /* in tree.open */
};

struct tree {
	struct tree_node *root;
	size_t n_nodes;
	VEC(struct tree_node *) path; /* of x->nodes */
	VEC(struct tree_node *) open; /* nodes that have plans */
};

static struct node *content(const struct explorer *x, struct tree_node *n)
{
	const struct tree *t = x->tree;

	return n->depth < t->path.n && t->path.at[n->depth] == n ? &x->nodes.at[n->depth]
	                                                         : &n->node;
}

static struct tree_node *new_node(struct explorer *x, struct tree_node *parent, struct step *taken)
{
	struct tree_node *n = mem_alloc(sizeof(*n)), **link;

	*n = (struct tree_node){.parent = parent, .taken = taken, .slot = NO_SLOT};
	n->depth = parent ? parent->depth + 1 : 0;
	for (link = parent ? &parent->child : &x->tree->root; *link; link = &(*link)->next)
		;
	*link = n;
	x->tree->n_nodes++;
	return n;
}

static void set_open(struct tree *t, struct tree_node *n, bool open)
{
	if (open == (n->slot != NO_SLOT))
		return;
	if (open) {
		n->slot = (uint32_t)t->open.n;
		vec_push(&t->open, n);
		return;
	}
	t->open.at[n->slot] = *vec_last(&t->open);
	t->open.at[n->slot]->slot = n->slot;
	t->open.n--;
	n->slot = NO_SLOT;
}

/* The node has neither children nor plans left. */
static void free_node(struct explorer *x, struct tree_node *n)
{
	struct tree_node **link = n->parent ? &n->parent->child : &x->tree->root;

	set_open(x->tree, n, false);
	while (*link != n)
		link = &(*link)->next;
	*link = n->next;
	x->tree->n_nodes--;
	for (size_t i = 0; i < n->sleepers.n; i++)
		step_unref(&x->trace.pool, n->sleepers.at[i].step);
	vec_release(&n->sleepers);
	step_unref(&x->trace.pool, n->taken);
	mem_free(n);
}

/* --- the path ---------------------------------------------------------------------------- */

static void push_sleepers(struct explorer *x, const struct tree_node *n,
                          const struct tree_node *via)
{
	for (size_t i = 0; i < n->sleepers.n; i++)
		vec_push(&x->sleepers, (struct sleeper){step_ref(n->sleepers.at[i].step), true});
	for (const struct tree_node *c = n->child; c; c = c->next)
		if (c != via)
			vec_push(&x->sleepers, (struct sleeper){step_ref(c->taken), true});
}

static void pop_sleepers(struct explorer *x, uint32_t from)
{
	while (x->sleepers.n > from)
		step_unref(&x->trace.pool, vec_pop(&x->sleepers).step);
}

/* The path goes on from the node to its child `via`; NULL: it ends there. */
static void set_branch(struct explorer *x, struct tree_node *n, const struct tree_node *via)
{
	struct node *on_path = vec_last(&x->nodes);

	pop_sleepers(x, on_path->first_sleeper);
	push_sleepers(x, n, via);
	step_unref(&x->trace.pool, on_path->forced);
	on_path->forced = via ? step_ref(via->taken) : NULL;
}

static void enter(struct explorer *x, struct tree_node *n, const struct tree_node *via)
{
	n->node.first_sleeper = (uint32_t)x->sleepers.n;
	n->node.forced = NULL;
	vec_push(&x->nodes, n->node);
	vec_push(&x->tree->path, n);
	n->node.plans = NULL;
	set_branch(x, n, via);
}

static void leave(struct explorer *x)
{
	struct tree_node *n = vec_pop(&x->tree->path);

	n->node = *vec_last(&x->nodes);
	pop_sleepers(x, n->node.first_sleeper);
	step_unref(&x->trace.pool, n->node.forced);
	n->node.forced = NULL;
	x->nodes.n--;
}

/* Makes the path lead to the node. Returns how many steps of the path stay as they were. */
static uint32_t go_to(struct explorer *x, struct tree_node *to)
{
	struct tree *t = x->tree;
	VEC(struct tree_node *) down = {0};
	struct tree_node *n = to;
	uint32_t same;

	for (; n && content(x, n) == &n->node; n = n->parent)
		vec_push(&down, n);
	while (t->path.n && *vec_last(&t->path) != n)
		leave(x);
	same = n ? n->depth : 0;
	if (n)
		set_branch(x, n, down.n ? *vec_last(&down) : NULL);
	while (down.n) {
		n = vec_pop(&down);
		enter(x, n, down.n ? *vec_last(&down) : NULL);
	}
	vec_release(&down);
	return same;
}

/* Frees the nodes at the end of the path below which nothing is left. */
static void trim(struct explorer *x)
{
	struct tree *t = x->tree;

	while (t->path.n && !vec_last(&x->nodes)->plans && !(*vec_last(&t->path))->child) {
		struct tree_node *n = vec_pop(&t->path);
		struct estimate_branch done = {1, vec_last(&x->nodes)->estimate.usecs};

		path_pop(x);
		if (n->parent) {
			vec_push(&n->parent->sleepers, (struct sleeper){step_ref(n->taken), true});
			estimate_done(&vec_last(&x->nodes)->estimate, done);
		}
		free_node(x, n);
	}
}

/* --- items ------------------------------------------------------------------------------- */

/* A node that the execution made, with what slept there then. */
static void add_node(struct explorer *x, uint32_t i)
{
	struct tree_node *parent = i ? x->tree->path.at[i - 1] : NULL;
	struct tree_node *n =
	        new_node(x, parent, parent ? step_ref(x->trace.steps.at[i - 1].rec) : NULL);

	for (uint32_t k = x->nodes.at[i].first_sleeper; k < search_sleep_end(x, i); k++)
		vec_push(&n->sleepers, (struct sleeper){step_ref(x->sleepers.at[k].step), true});
	vec_push(&x->tree->path, n);
}

/* The branch that ended is finished; what else is on the path is kept as nodes. */
static void absorb(struct explorer *x)
{
	struct estimate_branch leaf = {.portion = 1, .usecs = x->usecs - x->estimate.start};
	uint32_t last = (uint32_t)x->nodes.n - 1;

	if (!x->nodes.n)
		return;
	if (!x->tree)
		x->tree = mem_alloc(sizeof(*x->tree));
	estimate_done(&x->nodes.at[last].estimate, leaf);
	while (last && last >= x->tree->path.n && !x->nodes.at[last].plans) {
		leaf.usecs = x->nodes.at[last].estimate.usecs;
		path_pop(x);
		estimate_done(&x->nodes.at[--last].estimate, leaf);
	}
	while (x->tree->path.n < x->nodes.n)
		add_node(x, (uint32_t)x->tree->path.n);
	vec_push(&x->tree->path.at[last]->sleepers,
	         (struct sleeper){step_ref(x->trace.steps.at[last].rec), true});
	trim(x);
	for (size_t i = 0; i < x->nodes.n; i++)
		set_open(x->tree, x->tree->path.at[i], x->nodes.at[i].plans);
}

static bool more(const struct explorer *x)
{
	return x->tree && x->tree->open.n;
}

/* Moves the k-th plan of the list to its front. */
static void move_to_front(struct wakeup **list, unsigned k)
{
	struct wakeup **link = list, *w;

	while (k-- > 0)
		link = &(*link)->next;
	w = *link;
	*link = w->next;
	w->next = *list;
	*list = w;
}

static bool take_shuffled(struct explorer *x)
{
	uint32_t keep = UINT32_MAX;

	while (more(x)) {
		struct tree *t = x->tree;
		struct tree_node *n = t->open.at[sample_random(x) % t->open.n];
		struct wakeup **plans;
		uint32_t same = go_to(x, n);

		keep = same < keep ? same : keep;
		plans = &vec_last(&x->nodes)->plans;
		move_to_front(plans, (unsigned)(sample_random(x) % wakeup_count(*plans)));
		path_drop_done(x, n->depth);
		if (*plans) {
			x->keep = keep;
			x->unreplayed_steps = keep < n->depth ? n->depth : 0;
			return true;
		}
		set_open(t, n, false);
		trim(x);
	}
	return false;
}

static void clear(struct explorer *x)
{
	struct tree *t = x->tree;
	struct tree_node *n = t ? t->root : NULL;

	while (x->nodes.n > (t ? t->path.n : 0)) /* of an execution that did not end */
		path_pop(x);
	while (t && t->path.n)
		leave(x);
	while (n) {
		struct tree_node *up = n->parent;

		if (n->child) {
			n = n->child;
			continue;
		}
		wakeup_free(&x->plans, &x->trace.pool, n->node.plans);
		free_node(x, n);
		n = up;
	}
	if (t) {
		vec_release(&t->path);
		vec_release(&t->open);
	}
	mem_free(t);
	x->tree = NULL;
}

static struct estimate_branch estimate(const struct explorer *x)
{
	struct tree_node *n = x->tree ? x->tree->root : NULL;
	struct estimate_branch b = {.portion = 1, .usecs = x->usecs - x->estimate.start};
	bool down = true;

	while (n) {
		if (down)
			n->sum = content(x, n)->estimate;
		if (down && n->child) {
			n = n->child;
			continue;
		}
		b = estimate_finished(&n->sum, wakeup_count(content(x, n)->plans));
		if (n->parent)
			estimate_done(&n->parent->sum, b);
		down = n->next;
		n = n->next ? n->next : n->parent;
	}
	return b;
}

/* --- as bytes: each node before its children --------------------------------------------- */

static struct tree_node *next_in_preorder(struct tree_node *n)
{
	if (n->child)
		return n->child;
	while (n && !n->next)
		n = n->parent;
	return n ? n->next : NULL;
}

static void save(const struct explorer *x, struct buf *out)
{
	const struct tree *t = x->tree;

	buf_u32(out, t ? (uint32_t)t->n_nodes : 0);
	for (struct tree_node *n = t ? t->root : NULL; n; n = next_in_preorder(n)) {
		encode_step(out, n->taken);
		buf_u32(out, n->depth);
		buf_u32(out, n->slot);
		encode_node(out, content(x, n));
		encode_sleepers(out, n->sleepers.at, n->sleepers.n);
	}
}

/* The parent of a node of this depth that comes after n in preorder. */
static struct tree_node *parent_at(struct tree_node *n, uint32_t depth)
{
	while (n && n->depth >= depth)
		n = n->parent;
	return n && n->depth + 1 == depth ? n : NULL;
}

typedef VEC(struct tree_node *) tree_node_vec;

static struct tree_node *decode_tree_node(struct explorer *x, struct reader *in,
                                          struct tree_node *before, tree_node_vec *by_slot)
{
	struct step *taken = decode_step(x, in);
	uint32_t depth = read_u32(in), slot = read_u32(in);
	struct tree_node *parent = before ? parent_at(before, depth) : NULL, *n;

	if (!parent != !before || !taken != !parent || (!before && depth)) {
		in->bad = true;
		step_unref(&x->trace.pool, taken);
		return NULL;
	}
	n = new_node(x, parent, taken);
	decode_node(x, in, &n->node);
	decode_sleepers(x, in, &n->sleepers);
	in->bad |= (slot == NO_SLOT) != !n->node.plans;
	if (slot == NO_SLOT || in->bad)
		return n;
	if (slot >= by_slot->n || by_slot->at[slot])
		in->bad = true;
	else
		by_slot->at[slot] = n;
	return n;
}

static bool restore(struct explorer *x, struct reader *in)
{
	size_t count = read_count(in, ENCODED_NODE);
	struct tree_node *n = NULL;
	tree_node_vec by_slot = {0};

	if (!count)
		return !in->bad;
	x->tree = mem_alloc(sizeof(*x->tree));
	for (size_t i = 0; i < count; i++)
		vec_push(&by_slot, NULL);
	for (size_t i = 0; i < count && !in->bad; i++)
		n = decode_tree_node(x, in, n, &by_slot);
	for (size_t i = 0; i < by_slot.n && by_slot.at[i] && !in->bad; i++)
		set_open(x->tree, by_slot.at[i], true);
	for (size_t i = x->tree->open.n; i < by_slot.n; i++)
		in->bad |= by_slot.at[i] != NULL; /* slots without a gap */
	vec_release(&by_slot);
	if (in->bad || !x->tree->open.n)
		return false;
	phase_enter(&x->phase, PHASE_ENDED);
	return true;
}

const struct frontier frontier_shuffled = {
        .take = take_shuffled,
        .absorb = absorb,
        .more = more,
        .clear = clear,
        .estimate = estimate,
        .save = save,
        .restore = restore,
        .any_order = true,
};
