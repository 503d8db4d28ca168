/* SPDX-License-Identifier: MIT */
/*
 * How a program is executed or checked and its result shown: the settings that commands share,
 * what a schedule file holds of them, and what they mean to a worker.
 */
#ifndef ACTIONS_SETTINGS_H
#define ACTIONS_SETTINGS_H

#include "base/options.h"
#include "event/schedule.h"
#include "event/wire.h"
#include "explore/kinds.h"
#include "jobs/controller/controller.h"
#include "jobs/deepening/deepening.h"

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

/* Options of a command. */
struct option_table {
	struct option at[56];
	size_t n;
};

void option_table_add(struct option_table *t, const struct option *options, size_t n);
void exec_options_init(struct exec_options *o);
void exec_options_release(struct exec_options *o);
/* Those that schedule files may hold. The table points into o. */
void exec_options_add_recorded(struct option_table *t, struct exec_options *o);
/* The options of a schedule file, and its preemption points. */
struct result exec_options_apply(struct exec_options *o, const struct schedule *s) MUST_USE;
/* Where the command line gave no arguments: those of the file. It must outlive o. */
void exec_options_args(struct exec_options *o, struct schedule *s);
/* The options that are not at their default and change what is executed; each to be freed. */
void exec_options_record(const struct exec_options *o, string_vec *options);
/* What they mean to a worker; the schedule and the rules about code are the caller's to fill in. */
struct wire_config exec_options_config(const struct exec_options *o);

/* ---- scree check ---- */

/* --strategy */
struct strategy_choice {
	enum explore_strategy kind;
	bool given; /* else dfs, or icb where there is a bound */
	uint64_t seed;
	uint64_t depth; /* STRATEGY_PCT */
};

/* Many sets of preemption points instead of one (docs/deepening.md). */
struct deepen_options {
	bool on;
	bool mode_given;
	enum deepening_mode mode;
	uint64_t jobs;     /* workers at a time */
	double eta_factor; /* 0: the default */
	uint64_t eta_threshold;
	bool pin_maximal;
	uint64_t memory_mb; /* of all workers; 0: no limit but the machine's */
};

/* --run-dir: where the run is kept, to be resumed (docs/run-directory.md). */
struct keep_options {
	bool given;
	bool off;
	const char *dir; /* NULL: a fresh one */
};

struct check_options {
	struct exec_options exec;
	enum explore_reduction reduction;
	bool reduction_given;
	struct strategy_choice strategy;
	uint64_t bound; /* EXPLORE_NO_BOUND: none */
	uint64_t max_executions;
	uint64_t max_depth; /* 0: none */
	uint64_t time_ms;   /* 0: none */
	uint64_t interval_ms;
	enum race_mode races; /* RACES_MODES: not said */
	struct deepen_options deepen;
	uint64_t minimize_ms; /* for each finding; 0: findings stay as they are */
	const char *findings; /* where finding files go; NULL: nowhere */
	const char *html;     /* where the page of the first finding goes; NULL: nowhere */
	const char *sarif;    /* where the result goes for other tools; NULL: nowhere */
	const char *junit;
	struct keep_options keep;
	int argc; /* all of the command line, from "check" on */
	char **argv;
};

struct wire_config check_options_config(const struct check_options *o);
/* fixed: the set of --mode=single; it is kept, not copied. */
struct controller_options deepen_options(const struct check_options *o, const struct program *p,
                                         const struct job_set *fixed) MUST_USE;

#endif
