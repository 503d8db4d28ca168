/* SPDX-License-Identifier: MIT */
/* The result of a command that executes programs as one JSON object; docs/json.md describes it. */
#ifndef REPORT_RUN_JSON_H
#define REPORT_RUN_JSON_H

#include "base/json.h"
#include "event/code_words.h"
#include "event/schedule.h"
#include "jobs/deepening/deepening.h"
#include "jobs/store/history.h"
#include "jobs/workers/program.h"
#include "report/names/distinct.h"

#include <stdio.h>

#define JSON_SCHEMA 1

/* All that the object is made from. */
struct run_view {
	const char *command; /* run, check, replay */
	const struct program *program;
	char *const *args; /* ends with NULL; NULL for none */
	uint32_t pp_set;
	const struct code_words *code;
	const struct outcome *outcome;
	const distinct_vec *findings;
	struct symbols *symbols;
	const char *verdict;       /* docs/json.md lists them */
	const char *verdict_text;  /* for people; NULL: left out */
	const char *error;         /* for people, or NULL */
	const char *run_dir;       /* of a run that can be resumed, or NULL */
	const char *const *paths;  /* for each of findings the file that shows it, or NULL */
	const char *const *replay; /* for each of them a command, or NULL */
	/* For one of findings, what minimising its schedule came to, or NULL. May be NULL. */
	const struct minimised *(*minimised)(const void *arg, size_t finding);
	const void *minimised_arg;
	const struct wire_explore
	        *asked;               /* with how far the explorer got, and races; NULL: left out */
	enum race_mode races;         /* what was looked for */
	const struct deepening *jobs; /* NULL: one set of preemption points */
	const history_vec *history;   /* NULL: left out */
	bool one_line;                /* all of it on one line, for readers of lines */
};

/* with_trace: the events too. */
void run_json(FILE *out, const struct run_view *view, bool with_trace);
/* Where nothing could be run: one line. */
void run_json_error(FILE *out, const char *command, const char *message);

#endif
