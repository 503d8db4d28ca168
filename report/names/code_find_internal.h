/* SPDX-License-Identifier: MIT */
/* Between report/names/code_find.c, report/names/code_function.c and report/names/code_line.c only.
 */
#ifndef REPORT_CODE_FIND_INTERNAL_H
#define REPORT_CODE_FIND_INTERNAL_H

#include "report/names/code_find.h"

#include <elfutils/libdwfl.h>

struct code_file {
	char *path;
	const char *name; /* in path */
	char *build_id;
	Dwfl *dwfl;
	Dwfl_Module *module;
	uint64_t own_lo, own_hi; /* the code of our runtime */
	bool instrumented;
};

struct code_search {
	VEC(struct code_file) files;
};

static inline bool code_is_ours(const struct code_file *f, uint64_t addr)
{
	return addr >= f->own_lo && addr < f->own_hi;
}

#endif
