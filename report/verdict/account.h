/* SPDX-License-Identifier: MIT */
/*
 * What a search over many sets of preemption points has shown (docs/deepening.md): the
 * verdict, what it means, and where it falls short, which sets were completed, what
 * became of each race, what is left and what to try. Pure: facts in, sentences out.
 */
#ifndef REPORT_ACCOUNT_H
#define REPORT_ACCOUNT_H

#include "report/verdict/verdict.h"

/* f->jobs is set. One sentence a line, lists indented. Nothing for VERDICT_ERROR. */
void account_text(struct buf *b, const struct verdict_facts *f, enum verdict verdict);

#endif
