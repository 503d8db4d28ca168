/* SPDX-License-Identifier: MIT */
/*
 * Subcommands of scree: `scree NAME ARGS...`.
 *
 * To add one: write cli/NAME.c with its function, declare it here, add a line to
 * the table in cli/main.c.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/bug.h"

/* The exit status of every subcommand, except where it hands over to another program. */
enum exit_status {
	EXIT_VERIFIED = 0,
	EXIT_FINDING = 1,
	EXIT_USAGE = 2, /* usage or environment error */
	EXIT_BUDGET = 3,
};

/* What follows the options of a command: for shells, which complete it. */
enum command_words {
	WORDS_NONE,
	WORDS_PROGRAM, /* a program, and what follows is its own */
	WORDS_FILES,
	WORDS_DIRECTORY,
	WORDS_COMMANDS,
	WORDS_CODES,
	WORDS_SHELLS,
};

struct option_table;

struct command {
	const char *name;
	const char *summary; /* one line, for the list of commands */
	/* argv[0] is the name of the command; argv ends with NULL. Returns an exit status. */
	int (*run)(int argc, char **argv);
	const char *help; /* what `scree help NAME` prints; NULL: what its --help prints */
	enum command_words words;
	/* Its options, for shells; where they store values is of no meaning. NULL: none of ours. */
	void (*options)(struct option_table *t);
};

extern const char cc_help[];
extern const char explain_help[];
int cmd_cc(int argc, char **argv);
int cmd_cxx(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_minimize(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_resume(int argc, char **argv);
int cmd_report(int argc, char **argv);

void check_option_list(struct option_table *t);
void minimize_option_list(struct option_table *t);
void replay_option_list(struct option_table *t);
void report_option_list(struct option_table *t);
void resume_option_list(struct option_table *t);
void run_option_list(struct option_table *t);
/* What --format can be, each with a blank in front. */
const char *report_formats(void);

#endif
