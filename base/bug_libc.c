/* SPDX-License-Identifier: MIT */
/* base/bug.h for the tool and the unit tests. */
#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void bug_die(const char *file, int line, const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "scree bug: %s:%d: ", file, line);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
