/* SPDX-License-Identifier: MIT */
/* Small: pure rules apart from the controller, so that a test needs none. */
#include "jobs/system/memory.h"

#include <inttypes.h>
#include <stdio.h>

#define SHORT_PERCENT  5
#define ENOUGH_PERCENT 10

bool memory_read(const char *path, struct memory *m)
{
	char line[256];
	FILE *f = fopen(path, "re");
	*m = (struct memory){0};
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f)) {
		uint64_t kb;
		if (sscanf(line, "MemTotal: %" SCNu64, &kb) == 1)
			m->total_kb = kb;
		else if (sscanf(line, "MemAvailable: %" SCNu64, &kb) == 1)
			m->available_kb = kb;
	}
	fclose(f);
	return m->total_kb > 0;
}

bool memory_short(const struct memory *m, uint64_t workers_kb)
{
	return m->available_kb < m->total_kb / 100 * SHORT_PERCENT && workers_kb > m->available_kb;
}

bool memory_enough(const struct memory *m)
{
	return m->available_kb >= m->total_kb / 100 * ENOUGH_PERCENT;
}
