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

#define SCHEDULE_VERSION 4
/* Without findings; 2: without places among the preemption points; 3: not minimised. */
#define SCHEDULE_OLDEST 1
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

struct schedule_size {
	uint32_t preemptions;
	uint32_t switches;
};

/* A preemption of a schedule, and what became of the finding without it. */
struct judged {
	uint32_t choice; /* its index among the choices */
	bool necessary;  /* the finding was gone */
};

/* What minimising a schedule (jobs/minimise/minimise.h) came to. */
struct minimised {
	bool known;       /* false: it was not done; the rest is empty */
	bool complete;    /* no schedule with fewer preemptions shows the finding */
	bool out_of_time; /* more could have been tried */
	struct schedule_size from, to;
	VEC(struct judged) judged; /* in order of their choices; those not here are not known */
	/*
	 * A schedule without a finding that has as many choices in common with this one, from the
	 * start, as one was found to have. Without any: none was found.
	 */
	choice_vec passing;
};
void minimised_copy(struct minimised *to, const struct minimised *from);
void minimised_release(struct minimised *m);

struct schedule {
	char *program;      /* as it was started; NULL where unknown */
	char *build_id;     /* in hex; NULL where the program has none */
	uint32_t pp_set;    /* PP_BIT()s */
	string_vec points;  /* places that are preemption points too: struct code_words */
	string_vec options; /* long options that change what is executed: "stack=64", "leaks" */
	string_vec args;    /* of the program */
	struct recorded_finding finding;
	choice_vec choices;
	struct minimised minimised;
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

/* How often a schedule switches from one thread to another. */
size_t schedule_switches(const choice_vec *choices);
/* How often it does so although the thread could have gone on; not known of a file's choices. */
size_t schedule_preemptions(const choice_vec *choices);

#endif
