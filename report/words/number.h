/* SPDX-License-Identifier: MIT */
/* Numbers and times as people read them. */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "base/buf.h"

/* 1234567 as 1,234,567. */
void number_add(struct buf *b, uint64_t n);
/* "1 execution", "2,000 executions". */
void number_count(struct buf *b, uint64_t n, const char *thing);
/* Three digits that count, the rest is 0. "more than 10^18" where it is larger. */
void number_rounded(struct buf *b, double n);
/* The same with "about " in front where it is a number. */
void number_about(struct buf *b, double n);
/* "0.4 s", "40 s", "12 min", "3.5 h", "20 days"; whatever is no time at all is "an unknown time".
 */
void number_duration(struct buf *b, double seconds);

#endif
