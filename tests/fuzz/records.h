/* SPDX-License-Identifier: MIT */
/* Records with something in every member, encoded: what several targets start from. */
#ifndef TESTS_FUZZ_RECORDS_H
#define TESTS_FUZZ_RECORDS_H

#include "event/code_rules.h"
#include "event/guide.h"
#include "event/race.h"
#include "event/schedule.h"
#include "event/stopped.h"
#include "event/wire.h"

#define RECORD_SCHEDULES 4

void record_finding(struct buf *b);
void record_race(struct buf *b);
void record_code_rules(struct buf *b);
void record_detail(struct buf *b);
void record_guide(struct buf *b);
void record_tried(struct buf *b);
void record_stopped(struct buf *b);
void record_config(struct buf *b);
void record_hello(struct buf *b);
void record_done(struct buf *b);
void record_error(struct buf *b);
/* which: below RECORD_SCHEDULES, from a plain one to one that was minimised. */
void record_schedule(struct buf *b, unsigned which);

#endif
