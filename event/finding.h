/* SPDX-License-Identifier: MIT */
/*
 * A finding: a bug in the tested program, as a record.
 *
 * Addresses are raw; whoever shows a finding turns them into names. In `message`
 * and in notes, "{0x55...}" stands for the name of the object at that address, and
 * "{T3}" for thread 3.
 */
#ifndef EVENT_FINDING_H
#define EVENT_FINDING_H

#include "base/buf.h"
#include "base/vec.h"
#include "event/event.h"

enum finding_kind {
#define FINDING(name, text, meaning) FINDING_##name,
#include "event/finding.def"
#undef FINDING
	FINDING_COUNT
};

struct finding_info {
	const char *text;
	const char *meaning;
};
extern const struct finding_info finding_info[FINDING_COUNT];

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

typedef VEC(uint64_t) pc_vec; /* innermost frame first; return addresses */
typedef VEC(struct choice) choice_vec;

/* Something worth knowing besides: where the block was freed, what a thread waits for. */
struct note {
	char *text;
	uint16_t thread; /* NO_THREAD where it concerns none */
	pc_vec stack;    /* may be empty */
	uint8_t loop;    /* stack is no stack but the places of a loop, in order of address */
};

struct finding {
	uint8_t kind;     /* enum finding_kind */
	uint8_t severity; /* enum severity */
	uint16_t thread;  /* who showed it; NO_THREAD where nobody did */
	uint64_t addr;    /* the memory concerned, or 0 */
	char *message;
	pc_vec stack;
	VEC(struct note) notes;
	choice_vec schedule; /* from the start of the execution */
	pc_vec preempted;    /* where it leaves a thread that could have gone on; each once */
	uint64_t execution;  /* counted from 1 */
};

void finding_encode(struct buf *b, const struct finding *f);
/* f is released by finding_release in either case; false where the bytes are no finding. */
bool finding_decode(struct reader *r, struct finding *f) MUST_USE;
void finding_release(struct finding *f);

#endif
