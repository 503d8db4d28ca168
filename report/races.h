/* SPDX-License-Identifier: MIT */
/* Race candidates for people and as JSON; docs/races.md explains the words. */
#ifndef REPORT_RACES_H
#define REPORT_RACES_H

#include "base/json.h"
#include "report/text.h"

/* What a candidate is called. Only the first is undefined behaviour in C11. */
enum race_class { RACE_IS_DATA_RACE, RACE_IS_ORDER_DEPENDENT };
enum race_class race_class(const struct race_record *r);

/* Why a candidate is not shown to people; it is still counted and in the JSON. */
enum race_suppressed { RACE_NOT_SUPPRESSED, RACE_ON_RECYCLED_MEMORY, RACE_IN_INITIALIZATION };
enum race_suppressed race_suppressed(const struct race_record *r);

/* A section for the report, or nothing where there is no candidate. */
void text_races(struct buf *out, const struct text_style *style, const struct outcome *o,
                enum race_mode mode);
/* The member "races"; null where mode is RACES_NONE. */
void json_races(struct json *j, struct symbols *symbols, const struct outcome *o,
                enum race_mode mode);

#endif
