/* SPDX-License-Identifier: MIT */
/*
 * Schedule files: the choices of one execution, and what is needed to repeat it. One that
 * was made for a finding also says what was found: a finding file.
 * Text, one format for all kinds of choices; docs/schedule-format.md describes it.
 * Buffers in, buffers out: reading and writing files is the caller's work.
 */
#ifndef EVENT_SCHEDULE_H
#define EVENT_SCHEDULE_H

#include "base/result.h"
#include "event/code_words.h"
#include "event/finding.h"

#define SCHEDULE_VERSION 3
#define SCHEDULE_OLDEST  1 /* without findings; 2: without places among the preemption points */
/* More choices than this are refused: a small file could ask for any amount of memory, and
 * all of them have to fit into one frame of the wire. */
#define SCHEDULE_MAX (4u << 20)

/* What a finding file says was found. */
struct recorded_finding {
	bool known;      /* false: an execution like any other; the rest is empty */
	uint8_t kind;    /* enum finding_kind */
	uint16_t thread; /* NO_THREAD where nobody showed it */
	uint32_t line;
	char *message;  /* for people, with names in place of addresses */
	char *file;     /* where, as a report shows it; NULL where unknown */
	char *function; /* NULL where unknown */
};

struct schedule {
	char *program;      /* as it was started; NULL where unknown */
	char *build_id;     /* in hex; NULL where the program has none */
	uint32_t pp_set;    /* PP_BIT()s */
	string_vec points;  /* places that are preemption points too: struct code_words */
	string_vec options; /* long options that change what is executed: "stack=64", "leaks" */
	string_vec args;    /* of the program */
	struct recorded_finding finding;
	choice_vec choices;
};

void schedule_encode(struct buf *b, const struct schedule *s);
/* text need not be terminated. s is released by schedule_release in either case. */
struct result schedule_parse(struct schedule *s, const char *text, size_t n) MUST_USE;
void schedule_release(struct schedule *s);

/*
 * The index of the first choice that no schedule can hold (an unknown kind, a
 * thread that cannot exist, a value that is not below n), or choices->n. Asked of
 * everything that a worker sends: the tested program may have overwritten it.
 */
size_t choices_first_bad(const choice_vec *choices);

#endif
