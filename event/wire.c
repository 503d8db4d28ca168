/* SPDX-License-Identifier: MIT */
#include "event/wire.h"

#include <string.h>

const struct counter_info counter_info[COUNT_COUNT] = {
#define COUNTER(name, weight, text) [COUNT_##name] = {#name, text, COUNTER_##weight},
#include "event/counter.def"
#undef COUNTER
};

const struct loop_limit_info loop_limit_info[LOOP_LIMIT_COUNT] = {
#define LIMIT(name, option, value, help) [LOOP_##name] = {option, value, help},
#include "event/loop.def"
#undef LIMIT
};

static void encode_choices(struct buf *b, const choice_vec *v)
{
	buf_u32(b, (uint32_t)v->n);
	buf_bytes(b, v->at, v->n * sizeof(struct choice));
}

static void decode_choices(struct reader *r, choice_vec *v)
{
	size_t n = read_count(r, sizeof(struct choice));
	vec_reserve(v, n);
	read_bytes(r, v->at, n * sizeof(struct choice));
	v->n = n;
}

static void encode_buf(struct buf *b, const struct buf *part)
{
	buf_u32(b, (uint32_t)part->n);
	buf_bytes(b, part->at, part->n);
}

static void decode_buf(struct reader *r, struct buf *part)
{
	size_t n = read_count(r, 1);
	*part = (struct buf){0};
	if (!n)
		return;
	buf_bytes(part, r->at, n);
	r->at += n;
	r->left -= n;
}

void wire_config_encode(struct buf *b, const struct wire_config *c)
{
	buf_u32(b, c->version);
	buf_u32(b, c->schedule);
	buf_u64(b, c->seed);
	buf_u64(b, c->executions);
	buf_u64(b, c->max_events);
	buf_u32(b, c->pp_set);
	buf_u32(b, c->flags);
	buf_u64(b, c->stop_at);
	buf_u32(b, (uint32_t)c->page_fd);
	buf_u32(b, c->stack_kb);
	buf_u32(b, c->threads);
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		buf_u32(b, c->loops[i]);
	buf_u8(b, c->explore.reduction);
	buf_u8(b, c->explore.strategy);
	buf_u32(b, c->explore.pct_depth);
	buf_u32(b, c->explore.bound);
	buf_u32(b, c->explore.max_steps);
	buf_u8(b, c->races);
	buf_u8(b, c->mutation);
	encode_choices(b, &c->choices);
	encode_buf(b, &c->orders);
	encode_buf(b, &c->resume);
	code_rules_encode(b, &c->code);
}

bool wire_config_decode(struct reader *r, struct wire_config *c)
{
	memset(c, 0, sizeof(*c));
	c->version = read_u32(r);
	c->schedule = read_u32(r);
	c->seed = read_u64(r);
	c->executions = read_u64(r);
	c->max_events = read_u64(r);
	c->pp_set = read_u32(r);
	c->flags = read_u32(r);
	c->stop_at = read_u64(r);
	c->page_fd = (int32_t)read_u32(r);
	c->stack_kb = read_u32(r);
	c->threads = read_u32(r);
	for (int i = 0; i < LOOP_LIMIT_COUNT; i++)
		c->loops[i] = read_u32(r);
	c->explore.reduction = read_u8(r);
	c->explore.strategy = read_u8(r);
	c->explore.pct_depth = read_u32(r);
	c->explore.bound = read_u32(r);
	c->explore.max_steps = read_u32(r);
	c->races = read_u8(r);
	c->mutation = read_u8(r);
	decode_choices(r, &c->choices);
	decode_buf(r, &c->orders);
	decode_buf(r, &c->resume);
	return code_rules_decode(r, &c->code) && !r->bad && c->version == WIRE_VERSION &&
	       c->schedule <= SCHEDULE_TRY && c->races < RACES_MODES;
}

void wire_config_release(struct wire_config *c)
{
	vec_release(&c->choices);
	buf_release(&c->orders);
	buf_release(&c->resume);
	code_rules_release(&c->code);
}

void wire_checkpoint_encode(struct buf *b, const struct wire_checkpoint *c)
{
	buf_u64(b, c->executions);
	buf_u64(b, c->events);
	buf_u32(b, COUNT_COUNT);
	for (int i = 0; i < COUNT_COUNT; i++)
		buf_u64(b, c->counters[i]);
	encode_buf(b, &c->search);
}

bool wire_checkpoint_decode(struct reader *r, struct wire_checkpoint *c)
{
	memset(c, 0, sizeof(*c));
	c->executions = read_u64(r);
	c->events = read_u64(r);
	bool same = read_u32(r) == COUNT_COUNT;
	for (int i = 0; same && i < COUNT_COUNT; i++)
		c->counters[i] = read_u64(r);
	decode_buf(r, &c->search);
	return same && !r->bad;
}

/* flags come after version, schedule, seed, executions, max_events and pp_set. */
#define CONFIG_FLAGS_OFFSET (4 + 4 + 8 + 8 + 8 + 4)

bool wire_config_says_fork(const uint8_t *bytes, size_t n)
{
	uint32_t flags = 0;
	if (n >= CONFIG_FLAGS_OFFSET + sizeof(flags))
		memcpy(&flags, bytes + CONFIG_FLAGS_OFFSET, sizeof(flags));
	return flags & WIRE_FORK;
}

void wire_hello_encode(struct buf *b, const struct wire_hello *h)
{
	buf_u32(b, h->version);
	buf_u32(b, h->pid);
	buf_str(b, h->scree_version);
}

bool wire_hello_decode(struct reader *r, struct wire_hello *h)
{
	h->version = read_u32(r);
	h->pid = read_u32(r);
	h->scree_version = read_str(r);
	return !r->bad;
}

static void encode_space(struct buf *b, const struct wire_space *s)
{
	buf_u8(b, s->complete);
	buf_u64(b, s->blocked);
	buf_u64(b, s->limited);
	buf_u64(b, s->bounded);
	buf_u64(b, s->truncated);
	buf_double(b, s->estimated_executions);
	buf_double(b, s->estimated_usecs);
	buf_double(b, s->pct_probability);
	buf_u64(b, s->guaranteed);
	buf_u64(b, s->repeated);
	buf_u64(b, s->bounds_done);
}

static void decode_space(struct reader *r, struct wire_space *s)
{
	s->complete = read_u8(r);
	s->blocked = read_u64(r);
	s->limited = read_u64(r);
	s->bounded = read_u64(r);
	s->truncated = read_u64(r);
	s->estimated_executions = read_double(r);
	s->estimated_usecs = read_double(r);
	s->pct_probability = read_double(r);
	s->guaranteed = read_u64(r);
	s->repeated = read_u64(r);
	s->bounds_done = read_u64(r);
}

static void encode_divergence(struct buf *b, const struct wire_divergence *d)
{
	buf_u8(b, d->happened);
	buf_u64(b, d->index);
	buf_bytes(b, &d->expected, sizeof(d->expected));
	buf_bytes(b, &d->actual, sizeof(d->actual));
	buf_str(b, d->what);
	buf_u8(b, d->memory);
}

static void decode_divergence(struct reader *r, struct wire_divergence *d)
{
	d->happened = read_u8(r);
	d->index = read_u64(r);
	read_bytes(r, &d->expected, sizeof(d->expected));
	read_bytes(r, &d->actual, sizeof(d->actual));
	d->what = read_str(r);
	d->memory = read_u8(r);
}

void wire_done_encode(struct buf *b, const struct wire_done *d)
{
	buf_u64(b, d->executions);
	buf_u64(b, d->events);
	buf_u64(b, d->choices);
	buf_u64(b, d->snapshot_bytes);
	buf_u64(b, d->threads);
	buf_u32(b, (uint32_t)d->exit_status);
	buf_u32(b, COUNT_COUNT);
	for (int i = 0; i < COUNT_COUNT; i++)
		buf_u64(b, d->counters[i]);
	encode_space(b, &d->space);
	encode_divergence(b, &d->divergence);
	encode_choices(b, &d->schedule);
}

bool wire_done_decode(struct reader *r, struct wire_done *d)
{
	memset(d, 0, sizeof(*d));
	d->executions = read_u64(r);
	d->events = read_u64(r);
	d->choices = read_u64(r);
	d->snapshot_bytes = read_u64(r);
	d->threads = read_u64(r);
	d->exit_status = (int32_t)read_u32(r);
	bool same = read_u32(r) == COUNT_COUNT;
	for (int i = 0; i < COUNT_COUNT; i++)
		d->counters[i] = read_u64(r);
	decode_space(r, &d->space);
	decode_divergence(r, &d->divergence);
	decode_choices(r, &d->schedule);
	return same && !r->bad;
}

void wire_error_encode(struct buf *b, const struct wire_error *e)
{
	buf_str(b, e->message);
	buf_u16(b, e->thread);
	buf_u32(b, (uint32_t)e->stack.n);
	for (size_t i = 0; i < e->stack.n; i++)
		buf_u64(b, e->stack.at[i]);
}

bool wire_error_decode(struct reader *r, struct wire_error *e)
{
	memset(e, 0, sizeof(*e));
	e->message = read_str(r);
	e->thread = read_u16(r);
	size_t n = read_count(r, 8);
	for (size_t i = 0; i < n; i++)
		vec_push(&e->stack, read_u64(r));
	return !r->bad;
}
