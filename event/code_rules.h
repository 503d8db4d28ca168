/* SPDX-License-Identifier: MIT */
/*
 * Rules about stretches of code, as the controller sends them to a worker: where
 * threads may be switched besides the classes of --pp, where they may not, and whose
 * accesses are not looked at. The words behind them are in event/code_words.h.
 *
 * Addresses are offsets from where a module is loaded, so that the worker can add
 * its load base, also of one that is opened later. A stretch holds the operations
 * whose call lies in it: event.pc is a return address, so event.pc - 1 is compared.
 */
#ifndef EVENT_CODE_RULES_H
#define EVENT_CODE_RULES_H

#include "base/buf.h"
#include "base/vec.h"
#include "event/event.h"

#define CODE_RULES_VERSION 1

enum code_rule_kind {
	CODE_POINT,   /* an operation here is a preemption point, whatever its class */
	CODE_WITHIN,  /* --within: preemption points are kept while this is on the stack */
	CODE_WITHOUT, /* --without: they are left out */
	CODE_IGNORE,  /* accesses made while this is on the stack are not looked at */
	CODE_TRUST,   /* the same, and the author of the test vouches for them */
	CODE_RULE_KINDS
};

#define CODE_ABSOLUTE 0xffffu /* in place of a module: addresses are those of the process */

struct code_rule {
	uint64_t lo, hi; /* [lo, hi) */
	uint64_t caller; /* CODE_POINT: the innermost return address on the stack; 0: any */
	uint32_t order;  /* CODE_WITHIN, CODE_WITHOUT: later ones win; equal for one directive */
	uint16_t module; /* index, or CODE_ABSOLUTE */
	uint16_t caller_module;
	uint16_t thread; /* CODE_POINT: its id, or NO_THREAD for any */
	uint8_t kind;    /* enum code_rule_kind */
	uint8_t pad[5];
};
_Static_assert(sizeof(struct code_rule) == 40, "struct code_rule is a wire layout");

/* A file that code is loaded from. */
struct code_module {
	char *name;     /* without its directory; "" for the executable */
	char *build_id; /* in hex; "" where it has none */
};

struct code_rules {
	VEC(struct code_module) modules;
	VEC(struct code_rule) rules;
};

void code_rules_encode(struct buf *b, const struct code_rules *c);
/* False where the bytes do not fit; c is released by code_rules_release in either case. */
bool code_rules_decode(struct reader *r, struct code_rules *c) MUST_USE;
void code_rules_release(struct code_rules *c);

#endif
