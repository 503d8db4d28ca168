/* SPDX-License-Identifier: MIT */
/*
 * Frames, as they come over the socket. The first byte says from which side: those of a worker go
 * all the way that the controller takes them; those of the controller hold a configuration.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

#include "jobs/workers/message.h"

static void from_worker(const uint8_t *at, size_t n)
{
	struct outcome o = {0};
	struct message m;
	bool hello = false;
	size_t used;
	while (message_split(at, n, &m, &used) == MESSAGE_WHOLE && o.ending == ENDING_NONE) {
		o.ending = message_take(&m, &hello, &o, &o.trouble);
		BUG_ON((o.ending == ENDING_DIED) != (o.trouble != NULL));
		at += used;
		n -= used;
	}
	outcome_release(&o);
}

void fuzz_one(const uint8_t *at, size_t n)
{
	if (!n)
		return;
	if (at[0] & 1)
		FUZZ_ROUND_TRIP(wire_config, wire_config, at + 1, n - 1);
	else
		from_worker(at + 1, n - 1);
}

static void add_frame(struct buf *b, enum wire_type type, void (*record)(struct buf *b))
{
	struct buf payload = {0};
	if (record)
		record(&payload);
	buf_u32(b, type);
	buf_u32(b, (uint32_t)payload.n);
	buf_bytes(b, payload.at, payload.n);
	buf_release(&payload);
}

static void record_checkpoint(struct buf *b)
{
	uint8_t bytes[] = {1, 2, 3};
	struct wire_checkpoint c = {.executions = 7, .search = {bytes, 3, 3}};
	wire_checkpoint_encode(b, &c);
}

static void record_trace(struct buf *b)
{
	struct event events[] = {{.kind = OP_WRITE, .addr = 16, .size = 4}, {.kind = OP_READ}};
	buf_bytes(b, events, sizeof(events));
}

static const struct {
	enum wire_type type;
	void (*record)(struct buf *b);
} frames[] = {
        {WIRE_FINDING, record_finding},
        {WIRE_RACE, record_race},
        {WIRE_DETAILS, record_detail},
        {WIRE_TRACE, record_trace},
        {WIRE_ORDER, NULL},
        {WIRE_CHECKPOINT, record_checkpoint},
        {WIRE_CHECKPOINT, NULL},
        {WIRE_STOPPED, record_stopped},
        {WIRE_WAITING, NULL},
        {WIRE_TRIED, record_tried},
        {WIRE_DONE, record_done},
        {WIRE_ERROR, record_error},
        {WIRE_THREADS, NULL},
        {WIRE_STACKS, NULL},
};

/* A configuration; all frames in a row; each by itself, twice. */
bool fuzz_seed(unsigned i, struct buf *b)
{
	buf_u8(b, i == 0);
	if (i == 0)
		record_config(b);
	else
		add_frame(b, WIRE_HELLO, record_hello);
	for (size_t k = 0; i == 1 && k < ARRAY_SIZE(frames); k++)
		add_frame(b, frames[k].type, frames[k].record);
	for (size_t k = 0; i >= 2 && i - 2 < ARRAY_SIZE(frames) && k < 2; k++)
		add_frame(b, frames[i - 2].type, frames[i - 2].record);
	return i < 2 + ARRAY_SIZE(frames);
}
