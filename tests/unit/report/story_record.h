/* SPDX-License-Identifier: MIT */
/* A recording made by hand, and the story that is told of it. No program, no symbols. */
#ifndef TESTS_UNIT_REPORT_STORY_RECORD_H
#define TESTS_UNIT_REPORT_STORY_RECORD_H

#include "tests/unit/unit.h"

#include "report/model/story_internal.h"

#include <string.h>

enum { X = 0x100000, Y = 0x100010, M = 0x100020, C = 0x100040 };

struct record {
	struct outcome outcome;
	struct finding finding;
	struct symbols *symbols;
	struct sources *sources;
	struct story story;
	uint8_t necessary[4];
	size_t n_necessary;
};

static inline void record_init(struct record *r, unsigned threads, enum finding_kind kind)
{
	*r = (struct record){.symbols = symbols_open(NULL), .sources = sources_new()};
	r->finding.kind = (uint8_t)kind;
	r->finding.message = str_copy("it failed");
	r->finding.thread = 0;
	r->outcome.detail.known = true;
	r->outcome.detail.first = 1;
	for (unsigned i = 0; i < threads; i++) {
		struct thread_detail t = {.status = THREAD_READY, .name = str_copy("")};
		t.pending = (struct event){.thread = (uint16_t)i, .kind = OP_YIELD};
		t.bytes = (struct event_detail){.stack = DETAIL_NONE, .block = DETAIL_NONE};
		vec_push(&r->outcome.detail.threads, t);
	}
}

static inline void record_release(struct record *r)
{
	story_release(&r->story);
	outcome_release(&r->outcome);
	finding_release(&r->finding);
	symbols_free(r->symbols);
	sources_free(r->sources);
}

/* Adds an event; its step's number. */
static inline uint32_t record_event(struct record *r, unsigned thread, enum op_kind kind,
                                    uint64_t addr, uint64_t arg, unsigned flags)
{
	struct event_detail d = {.stack = DETAIL_NONE, .block = DETAIL_NONE};
	bool memory = op_info[kind].pp == PP_MEMORY || op_info[kind].pp == PP_ATOMIC;
	vec_push(&r->outcome.detail.events, d);
	vec_push(&r->outcome.detail.numbers, (uint32_t)r->outcome.detail.events.n);
	vec_push(&r->outcome.trace, (struct event){
	                                    .thread = (uint16_t)thread,
	                                    .kind = (uint8_t)kind,
	                                    .addr = addr,
	                                    .arg = arg,
	                                    .size = addr ? memory ? 4 : 40 : 0,
	                                    .flags = (uint8_t)flags,
	                            });
	return (uint32_t)r->outcome.trace.n;
}

#define EVENT(thread, kind, addr) record_event(r, thread, OP_##kind, addr, 0, 0)

/* The values of the last event; below 0: unknown. */
static inline void record_values(struct record *r, int before, int after)
{
	struct event_detail *d = vec_last(&r->outcome.detail.events);
	memcpy(d->before, &before, sizeof(before));
	memcpy(d->after, &after, sizeof(after));
	d->n_before = before < 0 ? 0 : sizeof(before);
	d->n_after = after < 0 ? 0 : sizeof(after);
}

/* After the last event another thread goes on. The switch can be changed by the caller. */
static inline struct switch_detail *record_switch(struct record *r, unsigned from, unsigned to,
                                                  enum op_kind pending, uint64_t addr)
{
	struct switch_detail s = {
	        .pending = {.thread = (uint16_t)from, .kind = (uint8_t)pending, .addr = addr},
	        .after = r->outcome.trace.n,
	        .from = (uint16_t)from,
	        .to = (uint16_t)to,
	        .status = THREAD_READY,
	        .to_status = THREAD_READY,
	        .preempts = op_info[pending].pp != PP_YIELD,
	        .stack = DETAIL_NONE,
	};
	vec_push(&r->outcome.detail.switches, s);
	return vec_last(&r->outcome.detail.switches);
}

static inline const struct story_run *record_tell(struct record *r)
{
	struct story_facts facts = {
	        .program = "./test",
	        .outcome = &r->outcome,
	        .finding = &r->finding,
	        .symbols = r->symbols,
	        .sources = r->sources,
	        .necessary = r->necessary,
	        .n_necessary = r->n_necessary,
	};
	assert_true(detail_valid(&r->outcome.detail));
	story_make(&r->story, &facts);
	return &r->story.run;
}

#endif
