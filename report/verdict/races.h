/* SPDX-License-Identifier: MIT */
/* Race candidates for people and as JSON; docs/races.md explains the words. */
#ifndef REPORT_RACES_H
#define REPORT_RACES_H

#include "base/json.h"
#include "jobs/deepening/deepening.h"
#include "report/words/text.h"

/* What a candidate is called. Only the first is undefined behaviour in C11. */
enum race_class { RACE_IS_DATA_RACE, RACE_IS_ORDER_DEPENDENT };
enum race_class race_class(const struct race_record *r);

/* Why a candidate is not shown to people; it is still counted and in the JSON. */
enum race_suppressed { RACE_NOT_SUPPRESSED, RACE_ON_RECYCLED_MEMORY, RACE_IN_INITIALIZATION };
enum race_suppressed race_suppressed(const struct race_record *r);

/* A section for the report, or nothing where there is no candidate. */
void text_races(struct buf *out, const struct text_style *style, const struct outcome *o,
                enum race_mode mode);
/* "counter: write at a.c:7 in add, read at a.c:9 in get": no newline, escaped. */
void text_race_line(struct buf *out, struct symbols *symbols, const struct race_record *r);
size_t races_suppressed(const struct outcome *o, enum race_suppressed why);

/* What became of it; NULL: no job tests it, since it was seen on recycled memory only. */
const struct known_race *race_known(const struct race_table *t, const struct race_record *r);
/* The other way round: what was seen of it first; NULL: nothing is kept. */
const struct race_record *race_seen(const struct outcome *o, const struct known_race *k);

/*
 * The member "races"; null where mode is RACES_NONE. jobs: what became of them, or NULL where
 * there was one set of preemption points.
 */
void json_races(struct json *j, struct symbols *symbols, const struct outcome *o,
                enum race_mode mode, const struct deepening *jobs);
/* The members of one race, inside an object that the caller opens and closes. */
void json_race(struct json *j, struct symbols *symbols, const struct race_record *r,
               const struct deepening *jobs);

#endif
