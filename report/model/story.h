/* SPDX-License-Identifier: MIT */
/*
 * What happened, told once: the model that every view of a finding is rendered from.
 *
 * A finding's schedule is replayed with WIRE_DETAIL, and the recording (events, values, stacks,
 * what each thread was at in the end) becomes a struct story: names in place of addresses,
 * sentences in place of operations, why threads were switched, what depends on what. Numbers,
 * names and sentences are decided here; renderers (text, JSON, HTML, SARIF, JUnit) decide nothing.
 * docs/report.md describes the same model as JSON.
 *
 * Steps are numbered from 1, 0 is none. Everything else is named by its index in a table,
 * STORY_NONE is none. Strings hold what the tested program made of them, any bytes: a renderer
 * escapes all.
 */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "base/index.h"
#include "event/code_words.h"
#include "jobs/workers/outcome.h"
#include "report/names/distinct.h"
#include "report/names/source.h"

#define STORY_NONE UINT32_MAX
/* Of a longer execution only the last steps are told. */
#define STORY_STEPS_MAX 20000

/* ---- tables ---- */

/* The text of a source file, or a window of it around what is told. */
struct story_file {
	char *path;       /* as shown: below the current directory where possible */
	uint32_t first;   /* the number of the first line */
	string_vec lines; /* without line ends */
	bool readable;    /* false: no lines */
};

struct story_frame {
	char *function; /* NULL: unknown */
	uint32_t file;  /* or STORY_NONE */
	uint32_t line, column;
	bool inlined; /* into the frame that follows */
	bool library;
};

/* Innermost first; indices into frames. */
struct story_stack {
	VEC(uint32_t) frames;
};

enum story_object_kind {
	OBJECT_VARIABLE,
	OBJECT_HEAP,
	OBJECT_MUTEX,
	OBJECT_RWLOCK,
	OBJECT_COND,
	OBJECT_SEMAPHORE,
	OBJECT_BARRIER,
	OBJECT_ONCE,
	OBJECT_FUTEX,
	OBJECT_STREAM,
	OBJECT_OTHER,
	OBJECT_KINDS
};
extern const char *const story_object_name[OBJECT_KINDS];

struct story_object {
	char *name;   /* no two objects at different addresses have the same: "head->next #2" */
	uint8_t kind; /* enum story_object_kind */
	bool whole;   /* a heap block as such, not what lies at its start */
	uint32_t nth; /* of that name, from 1 */
	uint64_t addr;
};

/* ---- one execution ---- */

enum story_end { STORY_EXITED, STORY_RUNNING, STORY_BLOCKED, STORY_SPINNING, STORY_ENDS };
extern const char *const story_end_name[STORY_ENDS];

struct story_thread {
	uint16_t id;
	char *name;          /* "T1 producer" without the "T1 "; NULL: it has none */
	char *start;         /* the function that it runs; NULL: unknown */
	uint32_t created_by; /* step */
	uint8_t end;         /* enum story_end */
	char *waits_for;     /* NULL: for nothing */
};

struct story_step {
	uint16_t thread;
	uint8_t kind;  /* enum op_kind, or OP_COUNT: the finding itself; story_op_name */
	uint8_t flags; /* enum event_flag */
	bool slice;    /* the failure depends on it, or it is needed to understand it */
	bool failing;  /* the last one: began, and the finding ended it */
	char *text;    /* "writes head: NULL -> 0x55…" */
	uint32_t object;
	uint64_t addr;
	uint32_t size;
	char *before, *after; /* values; NULL: unknown, or none */
	uint32_t stack;
	uint32_t acquires, releases; /* objects */
};

enum story_reason {
	SWITCH_PREEMPTED, /* the thread could have gone on */
	SWITCH_BLOCKED,
	SWITCH_YIELD,
	SWITCH_EXIT,
	SWITCH_SPIN,    /* goes round a loop until somebody changes what it looks at */
	SWITCH_TIMEOUT, /* the next thread's time-out expires */
	SWITCH_SLEEP,   /* on a condition variable, futex or barrier */
	SWITCH_REASONS
};
extern const char *const story_reason_name[SWITCH_REASONS];

enum story_necessary { NECESSARY_UNKNOWN, NECESSARY_YES, NECESSARY_NO };

struct story_switch {
	uint32_t step; /* the first one after it */
	uint16_t from; /* NO_THREAD at the start */
	uint16_t to;
	uint8_t reason;    /* enum story_reason */
	uint8_t necessary; /* enum story_necessary */
	char *text;        /* "T1 is preempted", "T1 waits for lock, which T2 holds" */
};

enum story_choice_kind { STORY_WAITER, STORY_TIMEOUT, STORY_USER, STORY_CHOICE_KINDS };
extern const char *const story_choice_name[STORY_CHOICE_KINDS];

struct story_choice {
	uint32_t step;
	uint8_t kind; /* enum story_choice_kind */
	char *text;
};

enum story_arrow_kind {
	ARROW_CONFLICT, /* the same memory, at least one a write; ordered by other means too */
	ARROW_RACE,     /* the same, and nothing else orders them */
	ARROW_WAKE,
	ARROW_LOCK, /* one gives it back, another gets it */
	ARROW_CREATE,
	ARROW_JOIN,
	ARROW_FREE, /* a block is freed, then used */
	ARROW_KINDS
};
extern const char *const story_arrow_name[ARROW_KINDS];

struct story_arrow {
	uint32_t from, to; /* steps */
	uint8_t kind;      /* enum story_arrow_kind */
};

/* A thread cannot go on. */
struct story_wait {
	uint16_t thread;
	uint32_t object;
	uint32_t from, to; /* steps between which it waits; to 0: until the end */
	char *text;
};

struct story_run {
	VEC(struct story_thread) threads; /* by id */
	VEC(struct story_step) steps;
	VEC(struct story_switch) switches; /* in order of steps, as the lists below */
	VEC(struct story_choice) choices;
	VEC(struct story_arrow) arrows; /* in order of `to` */
	VEC(struct story_wait) waits;
	uint64_t steps_in_all; /* more than steps.n: the first ones are left out */
};

/* ---- all of it ---- */

struct story_note {
	char *text;
	uint16_t thread; /* or NO_THREAD */
	uint32_t stack;
	bool loop; /* the stack is no stack but the places of a loop */
};

struct story_minimised {
	bool known;
	uint64_t from_preemptions, from_switches, to_preemptions, to_switches;
	bool complete; /* fewer preemptions cannot show it */
	char *text;
};

struct story {
	char *program;
	string_vec args;
	char *build_id; /* NULL: none */
	char *replay;   /* commands that show it again; NULL where there is no finding file */
	char *gdb;

	uint8_t kind; /* enum finding_kind */
	uint8_t severity;
	uint16_t thread;
	uint64_t addr; /* the memory concerned, or 0 */
	char *message;
	char *headline; /* one sentence */
	uint32_t stack;
	VEC(struct story_note) notes;

	struct story_minimised minimised;
	struct story_run run;
	bool has_passing;
	struct story_run passing; /* the nearest schedule without the finding */
	uint32_t parts_at;        /* the first step that differs; 0: unknown */
	char *passing_text;

	VEC(struct story_file) files;
	VEC(struct story_frame) frames;
	VEC(struct story_stack) stacks;
	VEC(struct story_object) objects;
	struct index by_addr, by_name; /* of objects */
};

/* What a story is made from. All of it stays the caller's. */
struct story_facts {
	const char *program;
	char *const *args;    /* ends with NULL; NULL: none */
	const char *build_id; /* or NULL */
	const char *replay;   /* commands that show it again, or NULL */
	const char *gdb;
	/* Of a replay with WIRE_DETAIL; without a recording there are no steps. */
	const struct outcome *outcome;
	const struct finding *finding;
	struct symbols *symbols; /* of outcome */
	struct sources *sources;
	/* For each preempting choice of the schedule, in order: enum story_necessary. May be NULL.
	 */
	const uint8_t *necessary;
	size_t n_necessary;
	const struct story_minimised *minimised; /* NULL: not minimised */
	const struct outcome *passing;           /* a replay with WIRE_DETAIL, or NULL */
	uint32_t parts_at;
};

/* Never fails: what is not known is left out. To be released. */
void story_make(struct story *s, const struct story_facts *f);
void story_release(struct story *s);
/* The stable name of what a step is. */
const char *story_op_name(const struct story_step *s);
/* "queue.c:41": the innermost place that the program's author wrote; false where it is unknown. */
bool story_place_text(const struct story *s, uint32_t stack, struct buf *out);
/* The same as a frame; NULL. */
const struct story_frame *story_place(const struct story *s, uint32_t stack);

#endif
