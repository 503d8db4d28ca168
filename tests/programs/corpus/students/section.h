/* SPDX-License-Identifier: MIT */
/*
 * A critical section that notices when it is not one. By default it looks with atomic operations,
 * so that switches at synchronization show it; with SECTION_PLAIN with plain accesses, so that only
 * switches at racing accesses do.
 */
#ifndef STUDENTS_SECTION_H
#define STUDENTS_SECTION_H

#include <assert.h>
#include <scree/pebbles.h>

#ifdef SECTION_PLAIN
static volatile int inside;

static inline void critical_section(void)
{
	assert(!inside); /* BUG */
	inside = 1;
	inside = 0;
}
#else
static int inside;

static inline void critical_section(void)
{
	assert(xadd(&inside, 1) == 0); /* BUG */
	xadd(&inside, -1);
}
#endif

#endif
