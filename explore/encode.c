/* SPDX-License-Identifier: MIT */
#include "explore/encode.h"

/* --- steps and trees --------------------------------------------------------------------- */

enum { STEP_STABLE = 1, STEP_PREDICTED = 2 };

void encode_step(struct buf *b, const struct step *s)
{
	buf_u8(b, s != NULL);
	if (!s)
		return;
	buf_u16(b, s->thread);
	buf_u8(b, (uint8_t)((s->stable ? STEP_STABLE : 0) | (s->predicted ? STEP_PREDICTED : 0)));
	buf_u32(b, s->n_outcomes);
	for (unsigned i = 0; i < s->n_outcomes; i++) {
		buf_u16(b, s->outcomes[i].value);
		buf_u16(b, s->outcomes[i].n);
		buf_u16(b, s->outcomes[i].kind);
	}
	buf_u32(b, s->n_accesses);
	buf_bytes(b, s->accesses, s->n_accesses * sizeof(struct access));
}

struct step *decode_step(struct explorer *x, struct reader *r)
{
	access_vec accesses = {0};
	outcome_vec outcomes = {0};
	unsigned thread, flags;
	struct step *s = NULL;

	if (!read_u8(r))
		return NULL;
	thread = read_u16(r);
	flags = read_u8(r);
	for (size_t i = read_count(r, 6); i-- > 0;) {
		struct outcome o = {.value = read_u16(r), .n = read_u16(r), .kind = read_u16(r)};

		r->bad |= o.value >= o.n;
		vec_push(&outcomes, o);
	}
	for (size_t i = read_count(r, sizeof(struct access)); i-- > 0;) {
		struct access a;

		read_bytes(r, &a, sizeof(a));
		r->bad |= a.tag > TAG_TERMINATE || a.group >= GROUP_COUNT ||
		          (a.tag == TAG_MEMORY && !a.size);
		vec_push(&accesses, a);
	}
	r->bad |= thread >= MAX_THREADS || outcomes.n > UINT16_MAX;
	if (!r->bad) {
		s = step_new(&x->trace.pool, thread, &accesses, &outcomes);
		s->stable = flags & STEP_STABLE;
		s->predicted = flags & STEP_PREDICTED;
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
		encode_step(b, w->step);
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
		struct step *s = decode_step(x, r);
		struct wakeup *w;

		if (!s) {
			r->bad = true;
			break;
		}
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

void encode_sleepers(struct buf *b, const struct sleeper *s, size_t n)
{
	buf_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		buf_u8(b, s[i].planned_for);
		encode_step(b, s[i].step);
	}
}

void decode_sleepers(struct explorer *x, struct reader *r, sleeper_vec *out)
{
	for (size_t i = read_count(r, 13); i-- > 0 && !r->bad;) {
		bool planned_for = read_u8(r);
		struct step *s = decode_step(x, r);

		r->bad |= !s;
		if (s)
			vec_push(out, (struct sleeper){s, planned_for});
	}
}

void encode_node(struct buf *b, const struct node *n)
{
	buf_u32(b, n->preemptions);
	buf_u16(b, n->current);
	buf_u8(b, n->unsure);
	buf_u8(b, n->switch_preempts);
	buf_bytes(b, &n->runnable, sizeof(n->runnable));
	buf_u32(b, n->estimate.done);
	buf_double(b, n->estimate.portion);
	buf_double(b, n->estimate.usecs);
	buf_double(b, n->estimate.step);
	put_tree(b, n->plans);
}

void decode_node(struct explorer *x, struct reader *r, struct node *n)
{
	n->preemptions = read_u32(r);
	n->current = read_u16(r);
	n->unsure = read_u8(r);
	n->switch_preempts = read_u8(r);
	read_bytes(r, &n->runnable, sizeof(n->runnable));
	n->estimate.done = read_u32(r);
	n->estimate.portion = read_double(r);
	n->estimate.usecs = read_double(r);
	n->estimate.step = read_double(r);
	get_tree(x, r, &n->plans);
}
