/* SPDX-License-Identifier: MIT */
/* Sentences that the verdict on one search (verdict.c) and on many (account.c) share. */
#ifndef REPORT_VERDICT_INTERNAL_H
#define REPORT_VERDICT_INTERNAL_H

#include "report/verdict/verdict.h"

/* Joins reasons: the first one stands alone. */
struct reasons {
	struct buf *b;
	unsigned n;
};

/* Where the next reason is to be written. */
struct buf *verdict_reason(struct reasons *r);
/* Why nothing is called verified, as far as the outcome knows. */
void verdict_reasons(struct reasons *r, const struct verdict_facts *f);
/* The verdict rests on these functions: ", trusting log". */
void verdict_trusted(struct buf *b, const struct verdict_facts *f);
/*
 * What was run where all of it was, in n executions. divided: several workers did, and may have
 * run a schedule more than once.
 */
void verdict_everything(struct buf *b, const struct verdict_facts *f, uint64_t n, bool divided);

#endif
