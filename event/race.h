/* SPDX-License-Identifier: MIT */
/*
 * A race candidate as a record: what race analysis (race/) finds, a worker sends and a report
 * shows. docs/races.md says what it means.
 *
 * A candidate is a pair of places in the code, each a pc and what is done there, that touched
 * the same byte in two threads in an order that nothing was seen to enforce.
 */
#ifndef EVENT_RACE_H
#define EVENT_RACE_H

#include "event/finding.h"

/* Which order counts as enforced: docs/races.md. */
enum race_mode { RACES_NONE, RACES_LIMITED, RACES_PURE, RACES_MODES };
extern const char *const race_mode_name[RACES_MODES];

enum race_lock_kind {
	RACE_LOCK_MUTEX, /* spin locks too */
	RACE_LOCK_RWLOCK,
	RACE_LOCK_SEMAPHORE, /* used as a lock, as far as has been seen */
	RACE_LOCK_ONCE,      /* the function of a pthread_once runs */
	RACE_LOCK_FILE,      /* flockfile */
	RACE_LOCK_KINDS
};
extern const char *const race_lock_name[RACE_LOCK_KINDS];

struct race_lock {
	uint64_t addr;
	uint32_t incarnation; /* how often an object at addr had been made or destroyed */
	uint8_t kind;         /* enum race_lock_kind */
	uint8_t shared;       /* held for reading */
};
typedef VEC(struct race_lock) race_lock_vec;

struct race_access {
	uint64_t pc; /* return address, as in events */
	uint16_t thread;
	uint8_t kind;        /* enum op_kind */
	uint8_t writes;      /* 0: only reads, such as a failed compare-and-swap */
	uint32_t generation; /* how often the heap memory had been freed and allocated again */
	race_lock_vec locks; /* held by the thread */
};

enum race_flag {
	RACE_BOTH_ORDERS = 1 << 0, /* has been seen in both orders; else only as first, second */
	/* Both access memory, one not atomically, and nothing in the execution ordered them
	 * under the rules of C11: undefined behaviour. */
	RACE_C11 = 1 << 1,
	/* Seen only with the memory freed and allocated again in between. */
	RACE_RECYCLED = 1 << 2,
};

struct race_record {
	struct race_access first, second; /* as they were first seen */
	uint64_t addr;                    /* the first byte that both touched */
	uint64_t execution;               /* that showed it first; past 1: not in all executions */
	uint8_t flags;                    /* enum race_flag */
	pc_vec stack;                     /* of second; empty where it was not kept */
};

/* Does what is known of it fit an object being set up or taken down (docs/races.md)? */
bool race_is_initialization(const struct race_record *r);
/* Is it the same pair of places, in either order? */
bool race_same(const struct race_record *a, const struct race_record *b);

void race_encode(struct buf *b, const struct race_record *r);
/* r is released by race_release in either case; false where the bytes are no race. */
bool race_decode(struct reader *r, struct race_record *out) MUST_USE;
void race_release(struct race_record *r);

#endif
