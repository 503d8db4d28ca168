/* SPDX-License-Identifier: MIT */
#include "engine/detail.h"
#include "base/index.h"
#include "engine/engine.h"

#include <string.h>

#define STACK_MAX  64
#define STACKS_MAX 16384u /* distinct ones; what comes after has none */

bool detail_on;

static struct detail detail;
static struct index stacks; /* positions in detail.stacks by hash */
static struct index blocks; /* in detail.blocks by start */
static uint32_t serial;     /* of the last event */
static uint32_t told;       /* all up to it were told, or never will be */

/* What threads are doing between op_begin and op_end. */
static struct {
	bool began;
	struct event_detail bytes;
} now[MAX_THREADS];

/* The last event is a plain write: what it wrote is not there yet. */
static struct {
	uint32_t serial; /* 0: it is not */
	uint64_t addr;
	uint32_t size;
} unsettled;

void detail_start(void)
{
	detail_on = !standalone && wire_config.flags & WIRE_DETAIL;
	if (!detail_on)
		return;
	index_init(&stacks);
	index_init(&blocks);
}

void detail_reset(void)
{
	detail_release(&detail);
	index_clear(&stacks);
	index_clear(&blocks);
	memset(now, 0, sizeof(now));
	unsettled.serial = serial = told = 0;
	detail.first = 1;
}

/* ------------------------------------------------------------------- memory */

/* How many bytes were read: all or none. */
static uint8_t read_memory(uint64_t addr, uint32_t size, uint8_t *out)
{
	if (!addr || !size || size > DETAIL_BYTES)
		return 0;
	return machine->read(addr, size, out) ? (uint8_t)size : 0;
}

static bool has_value(const struct event *e)
{
	return op_info[e->kind].flags & OPF_VALUE;
}

void detail_settle(void)
{
	if (!unsettled.serial)
		return;
	struct event_detail *d = &detail.events.at[unsettled.serial - detail.first];
	d->n_after = read_memory(unsettled.addr, unsettled.size, d->after);
	unsettled.serial = 0;
}

/* -------------------------------------------------------------------- tables */

static uint64_t hash_pcs(const uint64_t *pcs, size_t n)
{
	uint64_t h = n;
	for (size_t i = 0; i < n; i++)
		h = index_mix(h ^ pcs[i]);
	return h;
}

static uint32_t stack_now(const struct thread *t, uintptr_t pc)
{
	uint64_t pcs[STACK_MAX];
	size_t n = machine->stack(t, pc, pcs, STACK_MAX);
	uint64_t hash = hash_pcs(pcs, n);
	struct index_walk w = index_walk(&stacks, hash);
	for (uint32_t i; (i = index_next(&stacks, &w)) != INDEX_NONE;) {
		const pc_vec *s = &detail.stacks.at[i];
		if (s->n == n && memcmp(s->at, pcs, n * sizeof(*pcs)) == 0)
			return i;
	}
	if (detail.stacks.n >= STACKS_MAX)
		return DETAIL_NONE;
	pc_vec stack = {0};
	for (size_t i = 0; i < n; i++)
		vec_push(&stack, pcs[i]);
	index_add(&stacks, hash, (uint32_t)detail.stacks.n);
	vec_push(&detail.stacks, stack);
	return (uint32_t)detail.stacks.n - 1;
}

static uint32_t block_of(uint64_t addr)
{
	struct heap_block b;
	if (!machine->block_around || !machine->block_around(addr, &b))
		return DETAIL_NONE;
	uint64_t hash = index_mix(b.start);
	struct index_walk w = index_walk(&blocks, hash);
	for (uint32_t i; (i = index_next(&blocks, &w)) != INDEX_NONE;)
		if (detail.blocks.at[i].start == b.start)
			return i;
	struct block_detail d = {.start = b.start, .size = b.size, .thread = b.thread};
	for (size_t i = 0; i < b.n; i++)
		vec_push(&d.stack, b.stack[i]);
	index_add(&blocks, hash, (uint32_t)detail.blocks.n);
	vec_push(&detail.blocks, d);
	return (uint32_t)detail.blocks.n - 1;
}

/* -------------------------------------------------------------------- events */

void detail_begin(void)
{
	const struct event *e = thread_pending(self);
	struct event_detail *d = &now[self->id].bytes;
	*d = (struct event_detail){.stack = stack_now(self, e->pc), .block = block_of(e->addr)};
	if (has_value(e))
		d->n_before = read_memory(e->addr, e->size, d->before);
	now[self->id].began = true;
}

/* What follows an operation as a part of it has been done already: no value before it is known. */
static void begin_late(const struct event *e)
{
	now[self->id].bytes =
	        (struct event_detail){.stack = stack_now(self, e->pc), .block = block_of(e->addr)};
}

/* Room for one more at the end of a list that keeps at least its last DETAIL_KEPT. */
#define MAKE_ROOM(v, dropped)                                                                      \
	do {                                                                                       \
		(dropped) = 0;                                                                     \
		if ((v)->n >= 2 * DETAIL_KEPT) {                                                   \
			(dropped) = (v)->n - DETAIL_KEPT;                                          \
			memmove((v)->at, (v)->at + (dropped), DETAIL_KEPT * sizeof(*(v)->at));     \
			(v)->n = DETAIL_KEPT;                                                      \
		}                                                                                  \
	} while (0)

void detail_event(const struct event *e)
{
	if (!now[self->id].began)
		begin_late(e);
	struct event_detail *d = &now[self->id].bytes;
	serial++;
	bool plain = e->kind == OP_WRITE;
	bool changed = has_value(e) && event_writes(e);
	if (changed && !plain)
		d->n_after = read_memory(e->addr, e->size, d->after);
	size_t dropped;
	MAKE_ROOM(&detail.events, dropped);
	detail.first += (uint32_t)dropped;
	vec_push(&detail.events, *d);
	now[self->id].began = false;
	unsettled.serial = plain ? serial : 0;
	unsettled.addr = e->addr;
	unsettled.size = e->size;
}

void detail_told(void)
{
	vec_push(&detail.numbers, ++told);
}

void detail_untold(size_t n)
{
	told += (uint32_t)n;
}

void detail_switch(const struct switch_detail *s)
{
	size_t dropped;
	MAKE_ROOM(&detail.switches, dropped);
	vec_push(&detail.switches, *s);
	vec_last(&detail.switches)->stack = stack_now(self, s->pending.pc);
}

void detail_choice(const struct choice_detail *c)
{
	size_t dropped;
	MAKE_ROOM(&detail.choices, dropped);
	vec_push(&detail.choices, *c);
}

/* ------------------------------------------------------------------- the end */

/* Without memory of its own known, the part of its stack that has been seen. */
static void stack_range(const struct thread *t, struct thread_detail *d)
{
	d->stack_lo = t->memory_hi ? t->memory_lo : t->low_sp;
	d->stack_hi = t->stack_top;
}

static void end_thread(const struct thread *t, const struct thread_view *view)
{
	struct thread_detail d = {
	        .pending = view->next,
	        .status = view->status,
	        .began = now[t->id].began,
	        .asleep = t->asleep,
	        .start = t->start,
	        .bytes = now[t->id].bytes,
	};
	if (!d.began)
		d.bytes = (struct event_detail){.stack = DETAIL_NONE, .block = DETAIL_NONE};
	d.pending.thread = t->id;
	stack_range(t, &d);
	d.name = mem_alloc(sizeof(t->name) + 1);
	memcpy(d.name, t->name, sizeof(t->name));
	uint64_t pcs[STACK_MAX];
	size_t n =
	        t->status == THREAD_EXITED ? 0 : machine->stack(t, view->next.pc, pcs, STACK_MAX);
	for (size_t i = 0; i < n; i++)
		vec_push(&d.stack, pcs[i]);
	for (uint32_t i = 0; i < t->n_held; i++)
		vec_push(&d.held, (struct held_detail){t->held[i].addr, t->held[i].pc});
	vec_push(&detail.threads, d);
}

void detail_end(uint64_t events)
{
	detail_settle();
	detail.events_in_all = events;
	for (unsigned i = 0, n = thread_count(); i < n; i++)
		end_thread(thread_by_id(i), &views[i]);
}

void detail_send(void)
{
	struct buf b = {0};
	detail_encode(&b, &detail);
	host_send(WIRE_DETAILS, b.at, b.n);
	buf_release(&b);
}
