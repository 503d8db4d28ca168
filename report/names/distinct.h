/* SPDX-License-Identifier: MIT */
/* Findings that a person would call the same: one kind, one innermost file and line. */
#ifndef REPORT_DISTINCT_H
#define REPORT_DISTINCT_H

#include "jobs/workers/outcome.h"
#include "report/names/symbols.h"

struct distinct {
	const struct finding *finding;    /* the first one; belongs to the outcome */
	const struct source_frame *place; /* NULL where unknown; belongs to the symbols */
	uint64_t count;
	bool post_mortem; /* nobody knows its schedule */
	uint32_t job;     /* that found it first */
};
typedef VEC(struct distinct) distinct_vec;

/* Where a finding happened: its own stack, else the first note with one. */
const struct source_frame *finding_place(struct symbols *s, const struct finding *f);
/* Would a person call them the same? */
bool distinct_same(const struct distinct *a, const struct distinct *b);
void distinct_findings(distinct_vec *v, const struct outcome *o, struct symbols *s);

#endif
