/* SPDX-License-Identifier: MIT */
/* How a program is executed and its result shown: options that several commands share. */
#ifndef CLI_EXEC_OPTIONS_H
#define CLI_EXEC_OPTIONS_H

#include "base/options.h"
#include "event/schedule.h"
#include "event/wire.h"

enum trace_format { TRACE_NONE, TRACE_TEXT, TRACE_JSON };

struct exec_options {
	/* What is executed: recorded in schedule files. */
	struct code_words code; /* owned */
	uint64_t max_events;
	uint64_t stack_kb;
	uint64_t loops[LOOP_LIMIT_COUNT];
	uint32_t pp_set;
	bool pp_given;
	bool fork;
	bool os_threads; /* not fibers; not recorded: a schedule means the same with either */
	bool carrier_given;
	bool exit_status;
	bool leaks;

	bool go_on;
	bool help;
	uint64_t stuck_ms;
	const char *stdin_file;
	const char *program; /* NULL: not named */
	char **args;         /* ends with NULL */

	/* How the result is shown. */
	const char *summary;
	const char *source_root; /* where moved source files are; NULL: where they were */
	enum trace_format trace;
	bool json;
	bool json_lines; /* on one line; before it, what happens, where the command tells it */
	bool quiet;
	bool stats;
	bool all_output;
	bool verbose; /* every step of a finding */
};

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

struct option_table {
	struct option at[56];
	size_t n;
};

void option_table_add(struct option_table *t, const struct option *options, size_t n);
/* Prints what --help says: the text, then the options. */
void option_table_help(const struct option_table *t, const char *text);
void exec_options_init(struct exec_options *o);
void exec_options_release(struct exec_options *o);
/* groups: enum option_group. The table points into o. */
void exec_options_add(struct option_table *t, struct exec_options *o, unsigned groups);
/* The options of a schedule file, and its preemption points. */
struct result exec_options_apply(struct exec_options *o, const struct schedule *s) MUST_USE;
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
/* Where the command line gave no arguments: those of the file. It must outlive o. */
void exec_options_args(struct exec_options *o, struct schedule *s);
/* The options that are not at their default and change what is executed; each to be freed. */
void exec_options_record(const struct exec_options *o, string_vec *options);
/* What they mean to a worker; the schedule and the rules about code are the caller's to fill in. */
struct wire_config exec_options_config(const struct exec_options *o);

#endif
