/* SPDX-License-Identifier: MIT */
/*
 * What a word that scree uses means, and what to do about it: the pages of docs/explain.md, which
 * the tool holds within itself.
 *
 * "## " begins a group of pages, "### CODE, CODE" a page with its codes. Every kind of finding,
 * counter, verdict, state of a job and fate of a race has a page: tests/unit/report/explain.c.
 */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "base/buf.h"

/* A stretch of the document. */
struct explain_span {
	const char *at;
	size_t n;
};

struct explain_page {
	struct explain_span group;
	struct explain_span codes; /* as written: "verified, status-0" */
	struct explain_span text;  /* without empty lines around it */
};

/* The page after *p, the first one where it is zeros; false at the end. */
bool explain_next(struct explain_page *p) MUST_USE;
/* Capital letters and '_' count as small ones and '-': names of counters are codes. */
bool explain_find(const char *code, struct explain_page *p) MUST_USE;
/* The code that is nearest, to be freed, or NULL where none is near. */
char *explain_closest(const char *code) MUST_USE;
/* A name such as FILE_WRITES as a code. */
void explain_code(struct buf *b, const char *name);
/* What the page says in short: its first sentence, cut after so many letters. */
void explain_brief(struct buf *b, const struct explain_page *p, size_t most);

#endif
