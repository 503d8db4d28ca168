/* SPDX-License-Identifier: MIT */
/* Options that several commands share: their tables, and how command lines are read. */
#ifndef CLI_EXEC_OPTIONS_H
#define CLI_EXEC_OPTIONS_H

#include "actions/recorded.h"
#include "actions/settings.h"

/* Which of them a command knows. */
enum option_group {
	OPTIONS_RECORDED = 1 << 0, /* that schedule files may hold */
	OPTIONS_PP = 1 << 1,
	OPTIONS_PROGRAM = 1 << 2, /* its input, and when it is stuck */
	OPTIONS_MANY = 1 << 3,    /* for more than one execution */
	OPTIONS_TRACE = 1 << 4,
	OPTIONS_RESULT = 1 << 5, /* how the result is shown */
	OPTIONS_CARRIER = 1 << 6,
	OPTIONS_STORY = 1 << 7, /* how a finding is told */
};

/* Prints what --help says: the text, then the options. */
void option_table_help(const struct option_table *t, const char *text);
/* groups: enum option_group. The table points into o. */
void exec_options_add(struct option_table *t, struct exec_options *o, unsigned groups);
/* What is wrong with the values. */
struct result exec_options_check(const struct exec_options *o) MUST_USE;
/*
 * The options of `scree COMMAND [OPTIONS] PROG ...`; rest: PROG and what follows. Where help is
 * asked for (o->help) there may be none.
 */
struct result exec_options_parse(struct exec_options *o, const struct option_table *t,
                                 const char *command, int argc, char **argv,
                                 struct command_line *rest) MUST_USE;
/* PROG, then its arguments; a "--" between them is ours. */
void exec_options_words(struct exec_options *o, const struct command_line *rest);

/* `scree COMMAND [OPTIONS] FILE [PROG]`: adds --force. */
void recorded_add_force(struct option_table *t, struct recorded *r);
/*
 * Reads FILE and PROG, and the options of the table, which may stand before, between and after
 * them: the program gets none of them. Where help is asked for (r->exec.help) nothing else counts.
 */
struct result recorded_parse(struct recorded *r, const struct option_table *table, int argc,
                             char **argv) MUST_USE;

#endif
