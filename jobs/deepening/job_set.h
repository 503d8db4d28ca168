/* SPDX-License-Identifier: MIT */
/*
 * What a job preempts on: classes of operations, and places in the code that take
 * part in a race. The set of preemption points names the job; a larger set is a
 * larger state space that contains the smaller one.
 *
 * Canonical: points are sorted, none is covered by another or by a class, and a set that
 * preempts everywhere lists none. So equal sets are equal memberwise. Pure; owns its points.
 */
#ifndef JOBS_JOB_SET_H
#define JOBS_JOB_SET_H

#include "base/text.h"
#include "base/vec.h"
#include "event/event.h"

#define ANY_THREAD   NO_THREAD
#define ANY_CALLSITE 0

/* A switch just before the operation at pc, in every thread and from every caller or in one. */
struct job_point {
	uint64_t pc;
	uint64_t callsite; /* pc in the calling function, or ANY_CALLSITE */
	uint16_t thread;   /* or ANY_THREAD */
	/*
	 * Of the operation, enum pp_class; PP_NEVER: a plain access, or not known. A set that has
	 * the class stops before every operation of it, by the same rules as at a place
	 * (is_preemption_point in engine/points.c), so it has this point. Operations of two classes
	 * at one pc are two points: the class of one says nothing of the other.
	 * Test: a_class_has_its_operations.
	 */
	uint8_t class;
};

struct job_set;
/*
 * The classes that a worker switches at for the set: join is always among them. A join that has to
 * wait is a switch anyway; one that does not would else be part of the step before it, and whether
 * each of n joins had to wait makes 2^n schedules that do not differ in anything else.
 */
uint32_t job_set_pp(const struct job_set *s);

/* Is every operation that q stops at one that p stops at? */
bool job_point_covers(const struct job_point *p, const struct job_point *q) MUST_USE;
/* -1, 0, 1: an order of no meaning, the same in every run. */
int job_point_compare(const struct job_point *p, const struct job_point *q) MUST_USE;

struct job_set {
	uint32_t classes; /* of PP_BIT; PP_YIELD is always there */
	VEC(struct job_point) points;
};

struct job_set job_set_of(uint32_t classes) MUST_USE;
struct job_set job_set_copy(const struct job_set *s) MUST_USE;
/* False: everything that p stops at was in the set already. */
bool job_set_add(struct job_set *s, const struct job_point *p);
void job_set_add_all(struct job_set *s, const struct job_set *more);
void job_set_release(struct job_set *s);

bool job_set_has(const struct job_set *s, const struct job_point *p) MUST_USE;
bool job_set_equal(const struct job_set *a, const struct job_set *b) MUST_USE;
/* Is a a subset of b? An equal one is. */
bool job_set_within(const struct job_set *a, const struct job_set *b) MUST_USE;
bool job_set_strictly_within(const struct job_set *a, const struct job_set *b) MUST_USE;
/* Classes beyond yield, and points: how many reasons to switch there are. */
size_t job_set_size(const struct job_set *s) MUST_USE;

/* Writes the name of a pc, such as "queue.c:31". */
typedef void (*job_point_namer)(struct buf *b, uint64_t pc, void *arg);
/* "yield, lock, queue.c:31 in thread 2"; namer NULL: pcs as numbers. */
void job_set_text(struct buf *b, const struct job_set *s, job_point_namer namer, void *arg);

#endif
