/* SPDX-License-Identifier: MIT */
#include "jobs/deepening_input.h"

#include <string.h>

void deepening_apply(struct deepening *d, const struct deepening_input *in)
{
	switch (in->kind) {
	case INPUT_CLASS_USED:
		deepening_class_used(d, (enum pp_class)in->number);
		break;
	case INPUT_PROGRESS:
		deepening_progress(d, in->job, in->part, &in->progress);
		break;
	case INPUT_RACE:
		deepening_race(d, in->job, &in->race);
		break;
	case INPUT_BUG:
		deepening_bug(d, in->job, in->number, NULL);
		deepening_bug_places(d, in->number, &in->places);
		break;
	case INPUT_PART_DONE:
		deepening_part_done(d, in->job, in->part, in->limit);
		break;
	case INPUT_PART_DIED:
		deepening_part_died(d, in->job, in->part, in->number);
		break;
	case INPUT_SPLIT_REFUSED:
		deepening_split_refused(d, in->job, in->part);
		break;
	case INPUT_DECIDE:
		deepening_decide(d, in->number);
		break;
	case INPUT_CUT_SHORT:
		deepening_cut_short(d);
		break;
	case INPUT_BUDGET:
		deepening_set_budget(d, in->number);
		break;
	case INPUT_SLOTS:
		deepening_set_slots(d, (uint32_t)in->number);
		break;
	case INPUT_PART_ADDED:
		deepening_part_added(d, in->job, in->part, &in->progress);
		break;
	case INPUT_STACKS:
		deepening_stacks_shared(d, in->job);
		break;
	case INPUT_KINDS:
		BUG("no kind of input");
	}
}

bool deepening_decide_matters(struct deepening *d, uint64_t now_ms)
{
	size_t jobs = d->jobs.n, commands = d->commands.n;
	/* Who makes room for the next maximal job depends on which one is pinned now. */
	uint32_t pinned = d->pinned;
	uint32_t next_turn = d->next_turn;
	uint64_t turn = d->turn;
	bool stopped = d->stopped;
	deepening_decide(d, now_ms);
	return d->jobs.n != jobs || d->commands.n != commands || d->pinned != pinned ||
	       d->stopped != stopped || d->next_turn != next_turn || d->turn != turn;
}

static void put_side(struct buf *b, const struct race_side *s)
{
	buf_u64(b, s->point.pc);
	buf_u64(b, s->point.callsite);
	buf_u16(b, s->point.thread);
	buf_u8(b, s->kind);
}

static struct race_side get_side(struct reader *r)
{
	struct race_side s = {.point.pc = read_u64(r)};
	s.point.callsite = read_u64(r);
	s.point.thread = read_u16(r);
	s.kind = read_u8(r);
	return s;
}

void deepening_input_encode(struct buf *b, const struct deepening_input *in)
{
	buf_u8(b, (uint8_t)in->kind);
	buf_u32(b, in->job);
	buf_u32(b, in->part);
	buf_u64(b, in->number);
	switch (in->kind) {
	case INPUT_PROGRESS:
	case INPUT_PART_ADDED:
		buf_u64(b, in->progress.executions);
		buf_double(b, in->progress.total);
		buf_double(b, in->progress.eta_ms);
		buf_u64(b, in->progress.cpu_ms);
		break;
	case INPUT_RACE:
		put_side(b, &in->race.first);
		put_side(b, &in->race.second);
		buf_u8(b, in->race.both_orders);
		buf_u8(b, in->race.first_execution);
		break;
	case INPUT_BUG:
		buf_u32(b, (uint32_t)in->places.n);
		for (size_t i = 0; i < in->places.n; i++)
			buf_u64(b, in->places.at[i]);
		break;
	case INPUT_PART_DONE:
		buf_u8(b, in->limit != NULL);
		buf_str(b, in->limit);
		break;
	case INPUT_CLASS_USED:
	case INPUT_PART_DIED:
	case INPUT_SPLIT_REFUSED:
	case INPUT_DECIDE:
	case INPUT_CUT_SHORT:
	case INPUT_BUDGET:
	case INPUT_SLOTS:
	case INPUT_STACKS:
	case INPUT_KINDS:
		break;
	}
}

static void decode_rest(struct reader *r, struct deepening_input *in)
{
	bool limited;
	size_t n;
	switch (in->kind) {
	case INPUT_PROGRESS:
	case INPUT_PART_ADDED:
		in->progress.executions = read_u64(r);
		in->progress.total = read_double(r);
		in->progress.eta_ms = read_double(r);
		in->progress.cpu_ms = read_u64(r);
		break;
	case INPUT_RACE:
		in->race.first = get_side(r);
		in->race.second = get_side(r);
		in->race.both_orders = read_u8(r);
		in->race.first_execution = read_u8(r);
		break;
	case INPUT_BUG:
		n = read_count(r, 8);
		for (size_t i = 0; i < n; i++)
			vec_push(&in->places, read_u64(r));
		break;
	case INPUT_PART_DONE:
		limited = read_u8(r);
		in->limit = read_str(r);
		if (!limited) {
			mem_free(in->limit);
			in->limit = NULL;
		}
		break;
	case INPUT_CLASS_USED:
	case INPUT_PART_DIED:
	case INPUT_SPLIT_REFUSED:
	case INPUT_DECIDE:
	case INPUT_CUT_SHORT:
	case INPUT_BUDGET:
	case INPUT_SLOTS:
	case INPUT_STACKS:
	case INPUT_KINDS:
		break;
	}
}

bool deepening_input_fits(const struct deepening *d, const struct deepening_input *in)
{
	switch (in->kind) {
	case INPUT_CLASS_USED:
		return in->number > PP_NEVER && in->number < PP_COUNT;
	case INPUT_RACE:
	case INPUT_BUG:
	case INPUT_STACKS:
		return in->job < d->jobs.n;
	case INPUT_DECIDE:
		return in->number >= d->now_ms;
	case INPUT_CUT_SHORT:
	case INPUT_BUDGET:
		return true;
	case INPUT_SLOTS:
		return in->number > 0 && in->number <= UINT32_MAX;
	case INPUT_PART_ADDED:
		return in->job < d->jobs.n && job_open(&d->jobs.at[in->job]) &&
		       in->part == d->jobs.at[in->job].parts.n;
	case INPUT_PROGRESS:
	case INPUT_PART_DONE:
	case INPUT_PART_DIED:
	case INPUT_SPLIT_REFUSED:
		return in->job < d->jobs.n && in->part < d->jobs.at[in->job].parts.n;
	case INPUT_KINDS:
		break;
	}
	return false;
}

bool deepening_input_decode(struct reader *r, struct deepening_input *in)
{
	*in = (struct deepening_input){.kind = (enum deepening_input_kind)read_u8(r)};
	in->job = read_u32(r);
	in->part = read_u32(r);
	in->number = read_u64(r);
	if ((unsigned)in->kind >= INPUT_KINDS)
		return false;
	decode_rest(r, in);
	return !r->bad && !r->left;
}

void deepening_input_release(struct deepening_input *in)
{
	mem_free(in->limit);
	in->limit = NULL;
	vec_release(&in->places);
}
