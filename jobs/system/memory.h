/* SPDX-License-Identifier: MIT */
/* Is there memory left on this machine? The rules are pure; the numbers are those of the kernel. */
#ifndef JOBS_MEMORY_H
#define JOBS_MEMORY_H

#include "base/bug.h"

struct memory {
	uint64_t total_kb;
	uint64_t available_kb;
};

/* path: a file like /proc/meminfo. False where it does not say. */
bool memory_read(const char *path, struct memory *m) MUST_USE;
/*
 * Short: less than 5 % is left, and our workers have more than that: the kernel would soon
 * kill something, and a worker less would help. Enough: 10 % is left again.
 */
bool memory_short(const struct memory *m, uint64_t workers_kb) MUST_USE;
bool memory_enough(const struct memory *m) MUST_USE;

#endif
