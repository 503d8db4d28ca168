/* SPDX-License-Identifier: MIT */
/*
 * What a replay with WIRE_DETAIL records besides the events: the stack and the bytes of each,
 * why threads were switched, and what every thread was at when the execution ended. Made by
 * engine/detail.c, read by report/model/story.h. Plain data; addresses are the worker's.
 */
#ifndef EVENT_DETAIL_H
#define EVENT_DETAIL_H

#include "base/buf.h"
#include "event/finding.h"

#define DETAIL_BYTES 16     /* of memory that an event reads or writes */
#define DETAIL_KEPT  65536u /* at least the last so many of an execution */
#define DETAIL_NONE  UINT32_MAX

struct event_detail {
	uint8_t before[DETAIL_BYTES];
	uint8_t after[DETAIL_BYTES];
	uint32_t stack;            /* or DETAIL_NONE */
	uint32_t block;            /* the heap block of the event's addr, or DETAIL_NONE */
	uint8_t n_before, n_after; /* bytes that are known: all that were accessed, or 0 */
	uint8_t pad[6];
};
_Static_assert(sizeof(struct event_detail) == 48, "struct event_detail is a wire layout");

/* A heap block that an event touched. */
struct block_detail {
	uint64_t start, size;
	uint16_t thread; /* that allocated it */
	pc_vec stack;    /* where */
};

/* Another thread goes on. */
struct switch_detail {
	struct event pending; /* what the one that ran would have done next */
	uint64_t after;       /* so many events */
	uint16_t from, to;
	uint8_t status;    /* enum thread_status of from */
	uint8_t to_status; /* THREAD_TIMEABLE: its time-out happens */
	uint8_t asleep;    /* from sleeps until it is woken */
	uint8_t preempts;  /* as in struct choice */
	uint32_t stack;    /* of from, or DETAIL_NONE */
	uint8_t pad[4];
};
_Static_assert(sizeof(struct switch_detail) == 64, "struct switch_detail is a wire layout");

/* Another choice than that of a thread. */
struct choice_detail {
	uint64_t after; /* so many events */
	struct choice choice;
};
_Static_assert(sizeof(struct choice_detail) == 16, "struct choice_detail is a wire layout");

struct held_detail {
	uint64_t addr;
	uint64_t pc; /* where it was taken */
};

/* A thread at the end of the execution. */
struct thread_detail {
	struct event pending; /* what it was about to do */
	uint8_t status;       /* enum thread_status */
	uint8_t began;        /* the operation was allowed to happen, and did not come to its end */
	uint8_t asleep;
	uint64_t start; /* the function that it runs; 0: the main thread */
	uint64_t stack_lo, stack_hi;
	char *name; /* as the program called it; "" */
	pc_vec stack;
	VEC(struct held_detail) held;
	struct event_detail bytes; /* of pending, where it began */
};

/*
 * Details are numbered from 1 as operations happen; numbers has that of each event of the trace.
 * Rounds of loops that nobody was told of (engine/spin.h) have details and no events.
 */
struct detail {
	bool known;     /* it has come */
	uint32_t first; /* number of events.at[0] */
	VEC(uint32_t) numbers;
	VEC(struct event_detail) events;
	VEC(pc_vec) stacks;
	VEC(struct block_detail) blocks;
	VEC(struct switch_detail) switches;
	VEC(struct choice_detail) choices;
	VEC(struct thread_detail) threads; /* by id */
	uint64_t events_in_all;
};

void detail_encode(struct buf *b, const struct detail *d);
/* false where the bytes are none. d is released by detail_release in either case. */
bool detail_decode(struct reader *r, struct detail *d) MUST_USE;
/* It refers only to what is there. */
bool detail_valid(const struct detail *d) MUST_USE;
void detail_release(struct detail *d);
/* Of the i-th event of the trace, from 0; NULL: nothing is kept of it. */
const struct event_detail *detail_of(const struct detail *d, size_t i);

#endif
