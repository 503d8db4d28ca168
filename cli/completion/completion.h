/* SPDX-License-Identifier: MIT */
/*
 * Scripts that make a shell complete the words after "scree": commands, their options and the
 * values of these, from the tables that the commands parse them with.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli/command.h"
#include "cli/exec_options.h"

struct completion {
	const struct command *commands;
	size_t n;
};

/* The words of completion.def and the like, each with a blank in front; NULL: none is known. */
const char *completion_values(const struct option *o);
/* All codes of `scree explain`, each with a blank in front. */
void completion_codes(struct buf *b);
/* What the help says, on one line. */
void completion_brief(struct buf *b, const struct option *o);
/* The options of a command; none where it has no table. */
void completion_options(const struct command *c, struct option_table *t);

void completion_bash(struct buf *b, const struct completion *c);
void completion_fish(struct buf *b, const struct completion *c);
void completion_zsh(struct buf *b, const struct completion *c);

/* `scree completion SHELL`: prints the script. */
int completion_command(const struct completion *c, int argc, char **argv);
extern const char completion_help[];
/* The names of these shells, each with a blank in front. */
extern const char completion_shells[];

#endif
