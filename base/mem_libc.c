/* SPDX-License-Identifier: MIT */
/* base/mem.h for the tool and the unit tests. */
#include "base/mem.h"

#include <stdlib.h>

void *mem_alloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p)
		BUG("out of memory: %zu bytes", size);
	return p;
}

void *mem_realloc(void *p, size_t size)
{
	p = realloc(p, size ? size : 1);
	if (!p)
		BUG("out of memory: %zu bytes", size);
	return p;
}

void mem_free(void *p)
{
	free(p);
}
