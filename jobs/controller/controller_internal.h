/* SPDX-License-Identifier: MIT */
/* Shared by the files of the controller: the loop (controller.c) and its sums (controller_sums.c).
 */
#ifndef JOBS_CONTROLLER_INTERNAL_H
#define JOBS_CONTROLLER_INTERNAL_H

#include "jobs/controller/controller.h"

struct part_run *controller_add_part(struct controller *c, uint32_t job, uint32_t part);
void controller_start(struct controller *c, struct part_run *p, uint64_t now);
/* The first one counts; takes it over. */
void controller_trouble(struct controller *c, struct result r);
/* Parts that the manager has on a slot and that have no worker yet: of a run that is resumed. */
void controller_begin_again(struct controller *c);

/* controller_divide.c */
void controller_refuse_split(struct controller *c, uint32_t job, uint32_t part);
/* COMMAND_SPLIT: the worker is asked how, or it is refused. */
void controller_split(struct controller *c, const struct deepening_command *command);
/* The worker has said how: there is a slot for the new part. */
void controller_divide_asked(struct controller *c, struct part_run *from, uint64_t now);
/* The worker has said so unasked, and waits: a new part is made that waits, or it goes on. */
void controller_divide_early(struct controller *c, struct part_run *from, uint64_t now);

/* Asks the part's worker, if there is one, for a last checkpoint; a split from it is refused. */
void controller_suspend(struct controller *c, struct part_run *p, uint64_t now);
/* Every tick: a worker makes room where memory is short, and goes on when there is some. */
void controller_watch_memory(struct controller *c, uint64_t now);

/* The job's preemption points, for a worker. config.code.rules is to be released. */
void controller_points(struct wire_config *config, const struct job_set *set);

/* Logs it where it is new. True: it is, and no mere warning. */
bool controller_add_found(struct controller *c, uint32_t job, const struct found *f);
/* Names need a memory map: that of the worker that has just said something. */
void controller_keep_maps(struct controller *c, const struct part_run *p);
void controller_add_race(struct controller *c, const struct race_record *r);
/* Why the worker that ended so did not run everything; NULL: it did. To be freed. */
char *controller_part_limit(const struct outcome *o);
/* Keeps what the part's worker said at its end; an error ends the run. */
void controller_end_part(struct controller *c, struct part_run *p);
void controller_note_death(struct controller *c, const struct part_run *p);
/* The job's worker died too often at one place: that is a finding. */
void controller_report_death(struct controller *c, uint32_t job, uint32_t part);
/* c.total says all. */
void controller_sum_up(struct controller *c);

#endif
