/* SPDX-License-Identifier: MIT */
/* Executions written by hand, one event a line, for tests of race analysis. */
#ifndef TESTS_RACE_EVENTS_H
#define TESTS_RACE_EVENTS_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "race/race.h"

/* Addresses. */
#define X    0x1000u
#define Y    0x1008u
#define P    0x1010u
#define HEAP 0x2000u
#define M    0x3000u /* a mutex */
#define N    0x3100u
#define RW   0x3200u
#define SEM  0x3300u
#define COND 0x3400u
#define BAR  0x3500u
#define ONCE 0x3600u

static struct race_analysis *analysis;

static inline void start(enum race_mode mode)
{
	analysis = race_new(&(struct race_options){.mode = mode});
	race_begin_execution(analysis);
}

static inline void next_execution(void)
{
	race_end_execution(analysis);
	race_begin_execution(analysis);
}

static inline void stop(void)
{
	race_end_execution(analysis);
	race_free(analysis);
	analysis = NULL;
}

static inline void happens(struct event e)
{
	race_event(analysis, &e);
}

/* Thread t does kind at addr; pc is the line in the test. */
#define DO(t, op, at, n)                                                                           \
	happens((struct event){                                                                    \
	        .thread = (t), .kind = OP_##op, .addr = (at), .size = (n), .pc = __LINE__})
#define DO_ARG(t, op, at, n, argument)                                                             \
	happens((struct event){.thread = (t),                                                      \
	                       .kind = OP_##op,                                                    \
	                       .addr = (at),                                                       \
	                       .size = (n),                                                        \
	                       .arg = (argument),                                                  \
	                       .pc = __LINE__})
#define DO_FLAG(t, op, at, n, argument, flag)                                                      \
	happens((struct event){.thread = (t),                                                      \
	                       .kind = OP_##op,                                                    \
	                       .addr = (at),                                                       \
	                       .size = (n),                                                        \
	                       .arg = (argument),                                                  \
	                       .flags = (flag),                                                    \
	                       .pc = __LINE__})

/* The same at a place of its own, to be found with found(). */
#define AT(place, t, op, at, n)                                                                    \
	happens((struct event){                                                                    \
	        .thread = (t), .kind = OP_##op, .addr = (at), .size = (n), .pc = (place)})

/* Threads 1 and 2 exist and have begun. */
static inline void two_threads(void)
{
	DO_ARG(0, THREAD_CREATE, 0, 0, 1);
	DO_ARG(0, THREAD_CREATE, 0, 0, 2);
	DO(1, THREAD_BEGIN, 0, 0);
	DO(2, THREAD_BEGIN, 0, 0);
}

/* The candidate of two places, or NULL. */
static inline const struct candidate *found(uint64_t a, uint64_t b)
{
	const candidate_vec *all = race_candidates(analysis);
	for (size_t i = 0; i < all->n; i++) {
		const struct candidate *c = &all->at[i];
		if ((c->first.pc == a && c->second.pc == b) ||
		    (c->first.pc == b && c->second.pc == a))
			return c;
	}
	return NULL;
}

static inline size_t n_found(void)
{
	return race_candidates(analysis)->n;
}

#endif
