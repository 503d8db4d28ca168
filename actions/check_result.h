/* SPDX-License-Identifier: MIT */
/* What a check has shown: its verdict in words, smaller schedules, and the files it writes. */
#ifndef ACTIONS_CHECK_RESULT_H
#define ACTIONS_CHECK_RESULT_H

#include "actions/results.h"
#include "jobs/store/history.h"
#include "report/render/sarif.h"
#include "report/verdict/verdict.h"

/* A check that has ended. */
struct check_report {
	const struct check_options *options;
	const struct program *program;
	const struct outcome *outcome;
	/*
	 * NULL: one set of preemption points, that of the options. Learns where the schedules of
	 * bugs preempt once they are minimised.
	 */
	struct deepening *jobs;
	const char *run_dir;        /* to resume, or NULL */
	char *const *variables;     /* the program's environment; NULL: our own */
	const history_vec *history; /* how far it had come over time, or NULL */
};

/* Collects its results; to be released by output_release. */
struct output check_output(const struct check_report *r) MUST_USE;
/*
 * Minimises the findings. Bugs that a person would call the same are one: r->jobs learns where its
 * smaller schedule preempts.
 */
struct result check_minimise(struct output *o, const struct check_report *r) MUST_USE;

struct check_result {
	struct wire_config config; /* as it was asked for */
	enum verdict verdict;
	struct buf sentences;
	struct buf codes; /* of the pages that explain it; may be none */
};
/* To be released. */
void check_judge(struct check_result *c, const struct output *o, const struct check_report *r);
void check_result_release(struct check_result *c);
/* Points into all three. */
struct run_view check_view(struct check_result *c, const struct output *o,
                           const struct check_report *r) MUST_USE;

/*
 * Writes the page of the first finding, the summary, SARIF and JUnit XML, each where the options
 * name a file. All are tried; the result is the first failure.
 */
struct result check_write_files(const struct output *o, const struct check_report *r,
                                const struct run_view *view, const struct sarif_end *end) MUST_USE;
/* The whole check as an HTML page (report/render/html.h). Findings are not saved. */
struct result check_page(const struct check_report *r, struct buf *page) MUST_USE;

#endif
