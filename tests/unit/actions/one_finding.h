/* SPDX-License-Identifier: MIT */
/* Results with one finding, without a program: an assertion of T1 at src/a.c:12. */
#ifndef TESTS_ONE_FINDING_H
#define TESTS_ONE_FINDING_H

#include "actions/results.h"

#include <string.h>

struct one_finding {
	struct exec_options options;
	struct program program;
	struct outcome outcome;
	struct finding finding;
	struct source_frame place;
	struct distinct distinct;
	struct output output;
};

static inline void one_finding_make(struct one_finding *w, const char *program)
{
	static char program_name[64], message[] = "n == 2 failed";
	strncpy(program_name, program, sizeof(program_name) - 1);
	*w = (struct one_finding){.program.name = program_name, .outcome.ending = ENDING_DONE};
	exec_options_init(&w->options);
	w->finding = (struct finding){.kind = FINDING_ASSERTION, .thread = 1, .message = message};
	w->place = (struct source_frame){.function = "f", .file = "src/a.c", .line = 12};
	w->distinct = (struct distinct){.finding = &w->finding, .place = &w->place, .count = 1};
	w->output = (struct output){
	        .command = "check",
	        .options = &w->options,
	        .program = &w->program,
	        .outcome = &w->outcome,
	        .style.symbols = symbols_open(NULL),
	        .style.sources = sources_new(),
	        .errors = 1,
	};
	vec_push(&w->output.findings, w->distinct);
}

static inline void one_finding_release(struct one_finding *w)
{
	vec_release(&w->finding.schedule);
	output_release(&w->output);
}

#endif
