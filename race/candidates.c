/* SPDX-License-Identifier: MIT */
#include "race/candidates.h"

void candidates_init(struct candidates *c)
{
	*c = (struct candidates){0};
	index_init(&c->index);
	index_init(&c->hidden_index);
}

void candidates_release(struct candidates *c)
{
	index_release(&c->index);
	index_release(&c->hidden_index);
	vec_release(&c->all);
	vec_release(&c->news);
	vec_release(&c->hidden);
}

static uint64_t place_hash(const struct cell_access *a)
{
	return index_mix(a->pc ^ (uint64_t)(a->kind * 2u + a->writes) << 48);
}

static bool same_place(const struct cell_access *a, const struct cell_access *b)
{
	return a->pc == b->pc && a->kind == b->kind && a->writes == b->writes;
}

static bool same_order(const struct candidate *a, const struct candidate *b)
{
	return same_place(&a->first, &b->first) && same_place(&a->second, &b->second);
}

static bool reversed(const struct candidate *a, const struct candidate *b)
{
	return same_place(&a->first, &b->second) && same_place(&a->second, &b->first);
}

static struct candidate *find(const struct candidates *c, const struct candidate *seen,
                              uint64_t hash)
{
	struct index_walk w = index_walk(&c->index, hash);
	for (uint32_t i; (i = index_next(&c->index, &w)) != INDEX_NONE;)
		if (same_order(&c->all.at[i], seen) || reversed(&c->all.at[i], seen))
			return &c->all.at[i];
	return NULL;
}

static void tell(struct candidates *c, struct candidate *known)
{
	if (known->is_news)
		return;
	known->is_news = true;
	vec_push(&c->news, (uint32_t)(known - c->all.at));
}

/* Of one place in two threads, the order is that of the threads. */
static bool other_order(const struct candidate *known, const struct candidate *seen)
{
	if (!same_order(known, seen))
		return true;
	return reversed(known, seen) && (known->first.thread < known->second.thread) !=
	                                        (seen->first.thread < seen->second.thread);
}

static void begin_anew(struct candidates *c, struct candidate *known, const struct candidate *seen)
{
	bool is_news = known->is_news;
	*known = *seen;
	known->is_news = is_news;
	tell(c, known);
}

static void see_again(struct candidates *c, struct candidate *known, const struct candidate *seen)
{
	uint8_t flags = known->flags | (seen->flags & RACE_C11);
	if (other_order(known, seen))
		flags |= RACE_BOTH_ORDERS;
	if (likely(flags == known->flags))
		return;
	known->flags = flags;
	tell(c, known);
}

void candidates_see(struct candidates *c, const struct candidate *seen)
{
	uint64_t hash = place_hash(&seen->first) + place_hash(&seen->second);
	struct candidate *known = find(c, seen, hash);
	if (!known) {
		index_add(&c->index, hash, (uint32_t)c->all.n);
		vec_push(&c->all, *seen);
		known = vec_last(&c->all);
		known->is_news = false;
		tell(c, known);
		return;
	}
	bool was_recycled = known->flags & RACE_RECYCLED;
	bool recycled = seen->flags & RACE_RECYCLED;
	if (was_recycled && !recycled)
		begin_anew(c, known, seen);
	else if (was_recycled == recycled)
		see_again(c, known, seen);
}

/* --- hidden by semaphores ----------------------------------------------------------------- */

/* The two orders of a pair, and with recycling or without, are different here. */
static bool hidden_alike(const struct candidate *a, const struct candidate *b)
{
	return a->semaphore == b->semaphore && a->flags == b->flags && same_order(a, b) &&
	       (a->first.thread < a->second.thread) == (b->first.thread < b->second.thread);
}

void candidates_hide(struct candidates *c, const struct candidate *seen)
{
	uint64_t hash =
	        place_hash(&seen->first) + place_hash(&seen->second) + index_mix(seen->semaphore);
	struct index_walk w = index_walk(&c->hidden_index, hash);
	for (uint32_t i; (i = index_next(&c->hidden_index, &w)) != INDEX_NONE;)
		if (hidden_alike(&c->hidden.at[i], seen))
			return;
	index_add(&c->hidden_index, hash, (uint32_t)c->hidden.n);
	vec_push(&c->hidden, *seen);
}

const struct candidate *candidates_next(struct candidates *c)
{
	if (!c->news.n)
		return NULL;
	struct candidate *known = &c->all.at[vec_pop(&c->news)];
	known->is_news = false;
	return known;
}
