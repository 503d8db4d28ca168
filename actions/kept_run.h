/* SPDX-License-Identifier: MIT */
/* A run that is kept in a directory (docs/run-directory.md), opened to go on or to tell of it. */
#ifndef ACTIONS_KEPT_RUN_H
#define ACTIONS_KEPT_RUN_H

#include "actions/settings.h"
#include "jobs/store/run_dir.h"
#include "jobs/store/store.h"
#include "jobs/workers/program.h"

struct kept_run {
	struct run_dir dir; /* locked */
	struct store store;
	struct run_facts facts;
	struct check_options options; /* with which it was begun; words are those of facts */
	struct program program;
};

/* Reads the command line of a check, which a run keeps as it was. */
typedef struct result kept_run_parse(struct check_options *o, int argc, char **argv);

/*
 * Goes to the directory where it was begun, because names are relative to it. Fails where another
 * scree has it, it is damaged, or its program is another now. k is released by kept_run_release
 * in either case; options are those of the run as soon as they are known.
 */
struct result kept_run_open(struct kept_run *k, const char *dir, kept_run_parse *parse) MUST_USE;
void kept_run_release(struct kept_run *k);

#endif
