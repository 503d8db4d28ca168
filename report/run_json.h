/* SPDX-License-Identifier: MIT */
/* The result of `scree run` as one JSON object; docs/json.md describes it. */
#ifndef REPORT_RUN_JSON_H
#define REPORT_RUN_JSON_H

#include "jobs/program.h"
#include "report/distinct.h"

#include <stdio.h>

#define JSON_SCHEMA 1

/* All that the object is made from. */
struct run_view {
	const struct program *program;
	char *const *args; /* ends with NULL; NULL for none */
	const struct outcome *outcome;
	const distinct_vec *findings;
	struct symbols *symbols;
	const char *verdict;         /* passed, finding, error, interrupted */
	const char *error;           /* for people, or NULL */
	const char *path;            /* where a schedule was saved, or NULL */
	const struct finding *saved; /* whose schedule that is; NULL: no finding's */
	const char *const *replay;   /* one command for each of findings, or NULL */
};

/* with_trace: the events too. */
void run_json(FILE *out, const struct run_view *view, bool with_trace);
/* Where nothing could be run. */
void run_json_error(FILE *out, const char *message);

/* How often a schedule switches from one thread to another. */
size_t schedule_switches(const choice_vec *choices);

#endif
