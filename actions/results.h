/* SPDX-License-Identifier: MIT */
/*
 * The results of a command that executes programs: the outcome, its distinct findings, and what was
 * made of each (a file, a command, a smaller schedule, a text). cli/output.h prints them.
 */
#ifndef ACTIONS_RESULTS_H
#define ACTIONS_RESULTS_H

#include "actions/settings.h"
#include "event/schedule.h"
#include "jobs/deepening/deepening.h"
#include "jobs/workers/outcome.h"
#include "jobs/workers/program.h"
#include "report/render/run_json.h"
#include "report/words/text.h"

/* What became of a finding when its schedule was minimised (actions/minimising.h). */
struct smaller {
	struct finding *finding; /* as the smaller schedule shows it; NULL: it was not minimised */
	struct minimised minimised;
	const char *trouble; /* why it was not, where that is worth a line, or NULL */
};

struct output {
	const char *command; /* "run", "check" … */
	const struct exec_options *options;
	const struct program *program;
	const struct outcome *outcome;
	const struct deepening
	        *jobs; /* NULL: there was one set of preemption points, the options' */
	struct text_style style;
	distinct_vec findings;
	size_t errors;      /* distinct findings that are not warnings */
	string_vec replay;  /* for each of findings a command that shows it again, or NULL */
	string_vec paths;   /* for each of them the file that shows it, or NULL */
	string_vec stories; /* for each of them how it came about, as text
	                       (report/render/story_text.h), or NULL */
	VEC(struct smaller) smaller; /* for each of findings, where they were minimised; or empty */
	char *error;                 /* why the run did not come to its end, or NULL */
};

/* The first four members are set; replay and paths are the caller's to fill. */
void output_collect(struct output *o);
void output_release(struct output *o);
/* The index of the first error where there is one, else of the first warning; or findings.n. */
size_t output_most_important(const struct output *o);

/* The index of the one that a person would call the same as f; or findings.n. */
size_t output_find(const struct output *o, const struct finding *f);

/* For one of findings, what minimising came to, or NULL. */
const struct minimised *output_minimised(const void *output, size_t i) MUST_USE;

bool output_is_json(const struct output *o);
/* Everything but the verdict; the lists stay the output's. */
struct run_view output_view(const struct output *o);
struct result output_write_summary(const struct run_view *view, const char *path) MUST_USE;

#endif
