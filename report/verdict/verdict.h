/* SPDX-License-Identifier: MIT */
/*
 * What an exploration has shown, and what it has not. Pure: facts in, words out.
 *
 * "verified" is said only where every schedule was run to its end, nothing was left out by
 * a limit or a bound, no counter of event/counter.def that weakens a verdict counted, and
 * nothing went wrong. tests/unit/report/verdict.c goes through all combinations.
 */
#ifndef REPORT_VERDICT_H
#define REPORT_VERDICT_H

#include "event/code_words.h"
#include "jobs/deepening/deepening.h"
#include "jobs/workers/outcome.h"
#include "report/names/symbols.h"

enum verdict {
	VERDICT_VERIFIED,
	VERDICT_FINDING, /* whatever else happened: it has a schedule of its own */
	VERDICT_BUDGET,  /* neither: there is more to run, or something weakens what was run */
	VERDICT_ERROR,   /* the program cannot be checked, or does not repeat itself */
};
/* As JSON has them: verified, finding, budget, error. */
extern const char *const verdict_name[];

/* All that it depends on. */
struct verdict_facts {
	const struct outcome *outcome;
	const struct wire_explore *asked;
	uint32_t pp_set;
	const struct code_words *code; /* rules about code; NULL: none */
	uint64_t max_executions;       /* UINT64_MAX: no limit */
	size_t findings;               /* distinct ones that are not warnings */
	/* Where there were many sets of preemption points; the outcome is the sum over them. */
	const struct deepening *jobs;
	size_t fewest_preemptions; /* of their schedules; of no meaning without findings */
	/* For the account of these (report/verdict/account.h); NULL: none. */
	struct symbols *symbols;
	const char *program; /* as a shell takes it, with its arguments */
};

enum verdict verdict_of(const struct verdict_facts *f);
/*
 * One sentence a line. The first one is the verdict; then what was completed, what is
 * left, and every counter that is not 0. Nothing for VERDICT_ERROR but the counters.
 * Where there were many sets, report/verdict/account.h says the sentences between.
 */
void verdict_text(struct buf *b, const struct verdict_facts *f);
/* For VERDICT_BUDGET: the pages (report/verdict/explain.h) that say what to do, " budget
 * loops-cut". */
void verdict_codes(struct buf *b, const struct verdict_facts *f);

#endif
