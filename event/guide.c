/* SPDX-License-Identifier: MIT */
#include "event/guide.h"

#include <string.h>

#define ENCODE(b, v)                                                                               \
	do {                                                                                       \
		buf_u32((b), (uint32_t)(v)->n);                                                    \
		buf_bytes((b), (v)->at, (v)->n * sizeof(*(v)->at));                                \
	} while (0)

#define DECODE(r, v)                                                                               \
	do {                                                                                       \
		size_t count_ = read_count((r), sizeof(*(v)->at));                                 \
		vec_reserve((v), count_);                                                          \
		read_bytes((r), (v)->at, count_ * sizeof(*(v)->at));                               \
		(v)->n = count_;                                                                   \
	} while (0)

void guide_encode(struct buf *b, const struct guide *g)
{
	ENCODE(b, &g->exact);
	buf_u32(b, g->other);
	ENCODE(b, &g->stretches);
	ENCODE(b, &g->values);
}

static bool threads_exist_in(const stretch_vec *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].thread >= MAX_THREADS)
			return false;
	return true;
}

bool guide_decode(struct reader *r, struct guide *g)
{
	memset(g, 0, sizeof(*g));
	DECODE(r, &g->exact);
	g->other = read_u32(r);
	DECODE(r, &g->stretches);
	DECODE(r, &g->values);
	return !r->bad && threads_exist_in(&g->stretches);
}

void guide_release(struct guide *g)
{
	vec_release(&g->exact);
	vec_release(&g->stretches);
	vec_release(&g->values);
}

void tried_encode(struct buf *b, const struct tried *t)
{
	buf_u8(b, t->reason);
	buf_u8(b, t->diverged);
	ENCODE(b, &t->choices);
	ENCODE(b, &t->stretches);
}

bool tried_decode(struct reader *r, struct tried *t)
{
	memset(t, 0, sizeof(*t));
	t->reason = read_u8(r);
	t->diverged = read_u8(r);
	DECODE(r, &t->choices);
	DECODE(r, &t->stretches);
	for (size_t i = 0; i < t->stretches.n; i++)
		if (t->stretches.at[i].choice > t->choices.n)
			return false;
	return !r->bad && t->reason <= END_CUT && threads_exist_in(&t->stretches);
}

void tried_release(struct tried *t)
{
	vec_release(&t->choices);
	vec_release(&t->stretches);
}
