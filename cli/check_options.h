/* SPDX-License-Identifier: MIT */
/* What `scree check` can be asked for. */
#ifndef CLI_CHECK_OPTIONS_H
#define CLI_CHECK_OPTIONS_H

#include "cli/exec_options.h"
#include "explore/kinds.h"
#include "jobs/deepening/deepening.h"

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

/* The words point into argv. */
struct result check_options_parse(struct check_options *o, int argc, char **argv) MUST_USE;
void check_options_help(struct buf *out);
struct wire_config check_options_config(const struct check_options *o);

#endif
