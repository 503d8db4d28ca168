/* SPDX-License-Identifier: MIT */
#include "engine/send.h"
#include "engine/engine.h"

static void send_buf(enum wire_type type, struct buf *b)
{
	host_send(type, b->at, b->n);
	buf_release(b);
}

void send_finding(const struct finding *f)
{
	struct buf b = {0};
	finding_encode(&b, f);
	send_buf(WIRE_FINDING, &b);
}

void send_race(const struct race_record *r)
{
	struct buf b = {0};
	race_encode(&b, r);
	send_buf(WIRE_RACE, &b);
}

void send_trace(const struct event *events, size_t n)
{
	const size_t per_frame = (WIRE_FRAME_MAX / 2) / sizeof(*events);
	for (size_t i = 0; i < n; i += per_frame) {
		size_t k = n - i < per_frame ? n - i : per_frame;
		host_send(WIRE_TRACE, events + i, k * sizeof(*events));
	}
}

void send_checkpoint(const struct wire_checkpoint *c)
{
	struct buf b = {0};
	wire_checkpoint_encode(&b, c);
	if (b.n > WIRE_CHECKPOINT_MAX) {
		count(COUNT_CHECKPOINTS_TOO_LARGE);
		b.n = 0;
	}
	send_buf(WIRE_CHECKPOINT, &b);
}

void send_done(const struct wire_done *d)
{
	struct buf b = {0};
	wire_done_encode(&b, d);
	send_buf(WIRE_DONE, &b);
}

void send_error(const struct wire_error *e)
{
	struct buf b = {0};
	wire_error_encode(&b, e);
	send_buf(WIRE_ERROR, &b);
	host_wait_quit();
}
