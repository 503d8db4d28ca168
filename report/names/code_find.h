/* SPDX-License-Identifier: MIT */
/*
 * From what a person calls a piece of code to where it lies: functions by name, lines of
 * files. The opposite direction of report/names/symbols.h, without a process: addresses are
 * offsets from where a file will be loaded.
 */
#ifndef REPORT_CODE_FIND_H
#define REPORT_CODE_FIND_H

#include "base/result.h"
#include "base/vec.h"

struct code_search;

/* [lo, hi) in one of the files of the search. */
struct code_place {
	uint64_t lo, hi;
	size_t file;
};
typedef VEC(struct code_place) code_place_vec;

struct code_search *code_search_new(void) MUST_USE;
void code_search_free(struct code_search *s);
/* An executable or library. Its index is the number of those before it. */
struct result code_search_add(struct code_search *s, const char *path) MUST_USE;
size_t code_search_files(const struct code_search *s);
/* Without its directory. */
const char *code_search_name(const struct code_search *s, size_t file);
/* In hex; "" where it has none. */
const char *code_search_build_id(const struct code_search *s, size_t file);
/* Was any of its code compiled by `scree cc`? Other code is on no stack that we see. */
bool code_search_instrumented(const struct code_search *s, size_t file);

/*
 * Where the code of all functions of that name is, inlined copies included: `push`,
 * `queue::push` for the member of a class or namespace, with or without its outer ones and
 * template arguments, or the name that the linker knows. Fails where there is none; the
 * message lists similar names.
 */
struct result code_find_function(struct code_search *s, const char *name,
                                 code_place_vec *out) MUST_USE;
/*
 * Where the code of a line is, as reports give lines to addresses. file: the end of its path,
 * whole components. Fails where no file ends like that, more than one does, or the line has
 * no code; the message names them, or the nearest lines that have code.
 */
struct result code_find_line(struct code_search *s, const char *file, unsigned line,
                             code_place_vec *out) MUST_USE;

#endif
