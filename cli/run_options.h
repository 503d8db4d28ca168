/* SPDX-License-Identifier: MIT */
/* What `scree run` can be asked for. */
#ifndef CLI_RUN_OPTIONS_H
#define CLI_RUN_OPTIONS_H

#include "base/options.h"
#include "event/schedule.h"
#include "event/wire.h"

enum trace_format { TRACE_NONE, TRACE_TEXT, TRACE_JSON };

/* --schedule */
struct schedule_choice {
	enum wire_schedule kind;
	uint64_t seed;
	const char *file; /* SCHEDULE_FIXED */
	bool given;
};

struct run_options {
	/* What is executed: recorded in schedule files. */
	uint32_t pp_set;
	bool pp_given;
	bool fork;
	bool exit_status;
	bool leaks;
	uint64_t max_events;
	uint64_t stack_kb;

	struct schedule_choice schedule;
	uint64_t executions;
	bool go_on;
	uint64_t stuck_ms;
	const char *stdin_file;

	enum trace_format trace;
	bool json;
	bool quiet;
	bool stats;
	bool all_output;
	const char *summary;
	const char *save_schedule;

	bool help;
	const char *program;
	char **args;              /* ends with NULL */
	struct schedule recorded; /* of the --schedule file */
};

/* o is released by run_options_release in either case. Reads the schedule file. */
struct result run_options_parse(struct run_options *o, int argc, char **argv) MUST_USE;
void run_options_release(struct run_options *o);
void run_options_help(struct buf *out);
/* The options that are not at their default and change what is executed; each to be freed. */
void run_options_record(const struct run_options *o, string_vec *options);

#endif
