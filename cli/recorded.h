/* SPDX-License-Identifier: MIT */
/* Finding files on a command line: `scree COMMAND [OPTIONS] FILE [PROG]`. */
#ifndef CLI_RECORDED_H
#define CLI_RECORDED_H

#include "cli/exec_options.h"
#include "jobs/program.h"

#define RECORDED_WORDS 2

/*
 * The file and the program, NULL where not given. Options may stand before, between and after
 * them: the program gets none of them. *help: that was asked for.
 */
struct result recorded_words(const struct option_table *table, int argc, char **argv,
                             const char *words[RECORDED_WORDS], bool *help) MUST_USE;
/* Reads the file; its options, arguments and, where o has none, its program become those of o. */
struct result recorded_load(const char *command, const char *file, struct exec_options *o,
                            struct schedule *s) MUST_USE;
/* Fails where the program is another build than the recorded one, unless forced. */
struct result recorded_build(const char *file, const struct schedule *s, const struct program *p,
                             bool force) MUST_USE;

#endif
