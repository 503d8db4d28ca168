/* SPDX-License-Identifier: MIT */
#include "jobs/workers/message.h"

#include "base/text.h"
#include "base/version.h"
#include "event/guide.h"
#include "event/schedule.h"

#include <string.h>

static bool take_finding(struct reader *r, struct outcome *o)
{
	struct finding f;
	if (!finding_decode(r, &f) || choices_first_bad(&f.schedule) != f.schedule.n) {
		finding_release(&f);
		return false;
	}
	outcome_add(o, &f);
	return true;
}

static bool take_race(struct reader *r, struct outcome *o)
{
	struct race_record race;
	if (!race_decode(r, &race)) {
		race_release(&race);
		return false;
	}
	outcome_add_race(o, &race);
	return true;
}

static bool take_trace(struct reader *r, struct outcome *o)
{
	size_t n = r->left / sizeof(struct event), before = o->trace.n;
	if (!n)
		return r->left == 0;
	vec_reserve(&o->trace, before + n);
	read_bytes(r, o->trace.at + before, n * sizeof(struct event));
	for (size_t i = before; i < before + n; i++)
		if (o->trace.at[i].kind >= OP_COUNT)
			return false;
	o->trace.n = before + n;
	return r->left == 0;
}

static bool take_detail(struct reader *r, struct outcome *o)
{
	detail_release(&o->detail);
	return detail_decode(r, &o->detail) && detail_valid(&o->detail);
}

/* OP_COUNT stands for no event. */
static bool divergence_valid(const struct wire_divergence *d)
{
	return d->expected.kind <= OP_COUNT && d->actual.kind <= OP_COUNT;
}

static bool take_done(struct reader *r, struct outcome *o)
{
	vec_release(&o->done.schedule);
	mem_free(o->done.divergence.what);
	return wire_done_decode(r, &o->done) && divergence_valid(&o->done.divergence) &&
	       choices_first_bad(&o->done.schedule) == o->done.schedule.n;
}

static void keep(struct buf *b, const struct message *m, uint64_t *count)
{
	buf_clear(b);
	buf_bytes(b, m->at, m->n);
	++*count;
}

static bool take_checkpoint(const struct message *m, struct reader *r, struct outcome *o)
{
	struct wire_checkpoint c;
	if (!m->n) {
		o->checkpoints_refused++;
		return true;
	}
	bool good = wire_checkpoint_decode(r, &c);
	buf_release(&c.search);
	if (good)
		keep(&o->checkpoint, m, &o->checkpoints);
	return good;
}

static bool take_stopped(struct reader *r, struct outcome *o)
{
	stopped_release(&o->stopped_at);
	return stopped_decode(r, &o->stopped_at);
}

static bool take_tried(const struct message *m, struct reader *r, struct outcome *o)
{
	struct tried t;
	bool good = tried_decode(r, &t) && choices_first_bad(&t.choices) == t.choices.n;
	tried_release(&t);
	if (good)
		keep(&o->tried, m, &o->trials);
	return good;
}

static char *hello_trouble(struct reader *r)
{
	struct wire_hello hello;
	char *trouble = NULL;
	if (!wire_hello_decode(r, &hello))
		trouble = str_copy(MESSAGE_GARBAGE);
	else if (strcmp(hello.scree_version, SCREE_VERSION) != 0)
		trouble = str_format("the program holds the runtime of scree %s and this is scree "
		                     "%s; build it again",
		                     hello.scree_version, SCREE_VERSION);
	else if (hello.version != WIRE_VERSION)
		trouble = str_format("the program was built for another scree " SCREE_VERSION
		                     ": its runtime speaks protocol %u and this one %u; build it "
		                     "again",
		                     hello.version, WIRE_VERSION);
	mem_free(hello.scree_version);
	return trouble;
}

enum framing message_split(const uint8_t *at, size_t n, struct message *m, size_t *used)
{
	struct reader r = {at, n, false};
	uint32_t type = read_u32(&r), length = read_u32(&r);
	if (r.bad)
		return MESSAGE_PART;
	if (length > WIRE_FRAME_MAX)
		return MESSAGE_TOO_LONG;
	if (r.left < length)
		return MESSAGE_PART;
	*m = (struct message){type, r.at, length};
	*used = WIRE_HEADER + length;
	return MESSAGE_WHOLE;
}

static enum ending garbage(char **trouble)
{
	*trouble = str_copy(MESSAGE_GARBAGE);
	return ENDING_DIED;
}

enum ending message_take(const struct message *m, bool *hello, struct outcome *o, char **trouble)
{
	struct reader r = {.at = m->at, .left = m->n};
	if (*hello == (m->type == WIRE_HELLO) && m->type != WIRE_ERROR)
		return garbage(trouble);
	switch (m->type) {
	case WIRE_HELLO:
		*trouble = hello_trouble(&r);
		*hello = *trouble == NULL;
		return *trouble ? ENDING_DIED : ENDING_NONE;
	case WIRE_FINDING:
		return take_finding(&r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_RACE:
		return take_race(&r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_TRACE:
		return take_trace(&r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_DETAILS:
		return take_detail(&r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_CHECKPOINT:
		return take_checkpoint(m, &r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_ORDER:
		keep(&o->order, m, &o->orders);
		return ENDING_NONE;
	case WIRE_WAITING:
		o->waiting = true;
		return ENDING_NONE;
	case WIRE_STOPPED:
		return take_stopped(&r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_TRIED:
		return take_tried(m, &r, o) ? ENDING_NONE : garbage(trouble);
	case WIRE_DONE:
		return take_done(&r, o) ? ENDING_DONE : garbage(trouble);
	case WIRE_THREADS:
		return ENDING_THREADS;
	case WIRE_STACKS:
		return ENDING_STACKS;
	case WIRE_ERROR:
		return wire_error_decode(&r, &o->error) ? ENDING_ERROR : garbage(trouble);
	default:
		return garbage(trouble);
	}
}
