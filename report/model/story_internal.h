/* SPDX-License-Identifier: MIT */
/* Between the files report/story*.c that make a story. */
#ifndef REPORT_STORY_INTERNAL_H
#define REPORT_STORY_INTERNAL_H

#include "base/index.h"
#include "report/model/story.h"

struct pointers;

/* One execution while it is told. */
struct teller {
	struct story *story;
	const struct story_facts *facts;
	struct symbols *symbols;
	const struct outcome *outcome;
	const struct detail *detail;
	struct story_run *run;
	/* The events that are told: step i + 1 is events[i]. */
	const struct event *events;
	size_t n;
	uint64_t skipped;     /* events before them */
	VEC(uint32_t) stacks; /* of the detail: where they are in the story; STORY_NONE: not yet */
	struct pointers *pointers;     /* which cells point where: story_names.c */
	const struct finding *finding; /* NULL: the execution passed */
};

/* ---- story_tables.c: everything once */

uint32_t story_stack(struct teller *t, const pc_vec *pcs);
uint32_t story_detail_stack(struct teller *t, uint32_t stack);
/* One address may be several objects: a mutex, what is stored in it, the block it begins. */
enum object_role { ROLE_MEMORY, ROLE_SYNC, ROLE_BLOCK };
/* Takes name over. */
uint32_t story_object(struct story *s, uint64_t addr, enum story_object_kind kind, bool whole,
                      char *name);
/* The object at addr if it is known; STORY_NONE. */
uint32_t story_object_find(const struct story *s, uint64_t addr, enum object_role role);
/* Reads the source of all frames. */
void story_files(struct teller *t);

/* ---- story_names.c */

/* What heap memory is called that no known pointer leads to. */
#define STORY_BLOCK_NAME "block of "

/* Learns from all events which memory is reached through which pointer. */
void story_learn(struct teller *t);
void story_forget(struct teller *t);
/* The object that an event is about, or STORY_NONE. step: its number. */
uint32_t story_object_of(struct teller *t, const struct event *e, const struct event_detail *d,
                         uint32_t step);
/* The object at an address that no event is about (a held lock). */
uint32_t story_object_at(struct teller *t, uint64_t addr, enum op_kind kind);
/* Bytes at an address as a value, to be freed; NULL for none. */
char *story_value(struct teller *t, const struct event *e, const struct event_detail *d,
                  const uint8_t *bytes, size_t n) MUST_USE;

/* ---- story_steps.c: what threads did */

/* What a thread does, in words; failed, where there is one, is for what did not succeed. */
struct op_words {
	const char *verb, *failed;
};
extern const struct op_words op_words[OP_COUNT];

void story_steps(struct teller *t);
/* "locks m": what a thread is about to do before that step, to be freed. */
char *story_intent(struct teller *t, const struct event *e, uint32_t step) MUST_USE;
const char *story_name_of(const struct story *s, uint32_t object);

/* ---- story_threads.c: who they are, and why they were switched */

void story_threads(struct teller *t);
void story_switches(struct teller *t);
/*
 * "waits for lock, which T2 holds", to be freed. e: what the thread would do next before that step;
 * asleep: once it has been woken.
 */
char *story_wait_text(struct teller *t, const struct event *e, bool asleep, uint32_t step,
                      uint32_t *object) MUST_USE;

/* ---- story_arrows.c: what depends on what */

void story_arrows(struct teller *t);

/* ---- story_slice.c: what matters */

void story_slice(struct story *s, struct story_run *run, bool with_finding);
/* Can it be the last step of a thread that cannot go on? */
bool story_is_stuck(unsigned kind);

/* ---- story_headline.c: all of it in one sentence */

char *story_headline(const struct story *s) MUST_USE;

static inline struct story_step *story_step(const struct story_run *run, uint32_t number)
{
	return &run->steps.at[number - 1];
}

/* The row of its operation; of a finding that is no operation, one that says nothing. */
static inline const struct op_info *step_info(const struct story_step *s)
{
	static const struct op_info none;
	return s->kind < OP_COUNT ? &op_info[s->kind] : &none;
}

static inline bool step_writes(const struct story_step *s)
{
	return step_info(s)->dep == DEP_WRITE && !(s->flags & EV_FAILED);
}

static inline bool step_reads(const struct story_step *s)
{
	return step_info(s)->flags & OPF_READS;
}

static inline bool step_frees(const struct story_step *s)
{
	return step_info(s)->action == ACTION_FREE;
}

static inline bool step_is_access(const struct story_step *s)
{
	return step_info(s)->flags & OPF_VALUE || step_frees(s);
}

/* Does its thread fall asleep, or stay at a barrier? */
static inline bool step_sleeps(const struct story_step *s)
{
	unsigned sleep = step_info(s)->sleep;
	return (sleep == SLEEP_FALLS || sleep == SLEEP_ARRIVES) && !(s->flags & EV_FAILED);
}

#endif
