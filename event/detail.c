/* SPDX-License-Identifier: MIT */
#include "event/detail.h"

#include <string.h>

static void encode_pcs(struct buf *b, const pc_vec *pcs)
{
	buf_u32(b, (uint32_t)pcs->n);
	buf_bytes(b, pcs->at, pcs->n * sizeof(*pcs->at));
}

static void decode_pcs(struct reader *r, pc_vec *pcs)
{
	size_t n = read_count(r, sizeof(*pcs->at));
	*pcs = (pc_vec){0};
	vec_reserve(pcs, n);
	read_bytes(r, pcs->at, n * sizeof(*pcs->at));
	pcs->n = n;
}

/* A list of plain structs as bytes. */
#define ENCODE_PLAIN(b, v)                                                                         \
	do {                                                                                       \
		buf_u32((b), (uint32_t)(v)->n);                                                    \
		buf_bytes((b), (v)->at, (v)->n * sizeof(*(v)->at));                                \
	} while (0)

#define DECODE_PLAIN(r, v)                                                                         \
	do {                                                                                       \
		size_t count_ = read_count((r), sizeof(*(v)->at));                                 \
		vec_reserve((v), count_);                                                          \
		read_bytes((r), (v)->at, count_ * sizeof(*(v)->at));                               \
		(v)->n = count_;                                                                   \
	} while (0)

static void encode_thread(struct buf *b, const struct thread_detail *t)
{
	buf_bytes(b, &t->pending, sizeof(t->pending));
	buf_u8(b, t->status);
	buf_u8(b, t->began);
	buf_u8(b, t->asleep);
	buf_u64(b, t->start);
	buf_u64(b, t->stack_lo);
	buf_u64(b, t->stack_hi);
	buf_str(b, t->name);
	encode_pcs(b, &t->stack);
	ENCODE_PLAIN(b, &t->held);
	buf_bytes(b, &t->bytes, sizeof(t->bytes));
}

static void decode_thread(struct reader *r, struct thread_detail *t)
{
	*t = (struct thread_detail){0};
	read_bytes(r, &t->pending, sizeof(t->pending));
	t->status = read_u8(r);
	t->began = read_u8(r);
	t->asleep = read_u8(r);
	t->start = read_u64(r);
	t->stack_lo = read_u64(r);
	t->stack_hi = read_u64(r);
	t->name = read_str(r);
	decode_pcs(r, &t->stack);
	DECODE_PLAIN(r, &t->held);
	read_bytes(r, &t->bytes, sizeof(t->bytes));
}

void detail_encode(struct buf *b, const struct detail *d)
{
	buf_u32(b, d->first);
	buf_u64(b, d->events_in_all);
	ENCODE_PLAIN(b, &d->numbers);
	ENCODE_PLAIN(b, &d->events);
	ENCODE_PLAIN(b, &d->switches);
	ENCODE_PLAIN(b, &d->choices);
	buf_u32(b, (uint32_t)d->stacks.n);
	for (size_t i = 0; i < d->stacks.n; i++)
		encode_pcs(b, &d->stacks.at[i]);
	buf_u32(b, (uint32_t)d->blocks.n);
	for (size_t i = 0; i < d->blocks.n; i++) {
		const struct block_detail *block = &d->blocks.at[i];
		buf_u64(b, block->start);
		buf_u64(b, block->size);
		buf_u16(b, block->thread);
		encode_pcs(b, &block->stack);
	}
	buf_u32(b, (uint32_t)d->threads.n);
	for (size_t i = 0; i < d->threads.n; i++)
		encode_thread(b, &d->threads.at[i]);
}

bool detail_decode(struct reader *r, struct detail *d)
{
	*d = (struct detail){.known = true};
	d->first = read_u32(r);
	d->events_in_all = read_u64(r);
	DECODE_PLAIN(r, &d->numbers);
	DECODE_PLAIN(r, &d->events);
	DECODE_PLAIN(r, &d->switches);
	DECODE_PLAIN(r, &d->choices);
	for (size_t n = read_count(r, 4); n > 0; n--) {
		pc_vec pcs;
		decode_pcs(r, &pcs);
		vec_push(&d->stacks, pcs);
	}
	for (size_t n = read_count(r, 22); n > 0; n--) {
		struct block_detail block = {.start = read_u64(r)};
		block.size = read_u64(r);
		block.thread = read_u16(r);
		decode_pcs(r, &block.stack);
		vec_push(&d->blocks, block);
	}
	for (size_t n = read_count(r, 60); n > 0; n--) {
		struct thread_detail t;
		decode_thread(r, &t);
		vec_push(&d->threads, t);
	}
	return !r->bad && r->left == 0;
}

static bool event_valid(const struct event *e)
{
	return e->kind < OP_COUNT && e->thread < MAX_THREADS;
}

static bool bytes_valid(const struct detail *d, const struct event_detail *e)
{
	return (e->stack == DETAIL_NONE || e->stack < d->stacks.n) &&
	       (e->block == DETAIL_NONE || e->block < d->blocks.n) && e->n_before <= DETAIL_BYTES &&
	       e->n_after <= DETAIL_BYTES;
}

bool detail_valid(const struct detail *d)
{
	if (d->threads.n > MAX_THREADS)
		return false;
	for (size_t i = 0; i < d->events.n; i++)
		if (!bytes_valid(d, &d->events.at[i]))
			return false;
	for (size_t i = 0; i < d->switches.n; i++)
		if (!event_valid(&d->switches.at[i].pending) ||
		    (d->switches.at[i].stack != DETAIL_NONE &&
		     d->switches.at[i].stack >= d->stacks.n) ||
		    d->switches.at[i].from >= d->threads.n || d->switches.at[i].to >= d->threads.n)
			return false;
	for (size_t i = 0; i < d->choices.n; i++)
		if (d->choices.at[i].choice.thread >= d->threads.n)
			return false;
	for (size_t i = 0; i < d->threads.n; i++) {
		const struct thread_detail *t = &d->threads.at[i];
		if (!event_valid(&t->pending) || t->status > THREAD_EXITED ||
		    !bytes_valid(d, &t->bytes))
			return false;
	}
	return true;
}

void detail_release(struct detail *d)
{
	vec_release(&d->numbers);
	vec_release(&d->events);
	vec_release(&d->switches);
	vec_release(&d->choices);
	for (size_t i = 0; i < d->stacks.n; i++)
		vec_release(&d->stacks.at[i]);
	vec_release(&d->stacks);
	for (size_t i = 0; i < d->blocks.n; i++)
		vec_release(&d->blocks.at[i].stack);
	vec_release(&d->blocks);
	for (size_t i = 0; i < d->threads.n; i++) {
		mem_free(d->threads.at[i].name);
		vec_release(&d->threads.at[i].stack);
		vec_release(&d->threads.at[i].held);
	}
	vec_release(&d->threads);
	*d = (struct detail){0};
}

const struct event_detail *detail_of(const struct detail *d, size_t i)
{
	uint32_t number = i < d->numbers.n ? d->numbers.at[i] : 0;
	if (!number || number < d->first || number - d->first >= d->events.n)
		return NULL;
	return &d->events.at[number - d->first];
}
