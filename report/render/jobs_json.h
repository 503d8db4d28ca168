/* SPDX-License-Identifier: MIT */
/* Jobs as JSON; docs/json.md describes them. */
#ifndef REPORT_JOBS_JSON_H
#define REPORT_JOBS_JSON_H

#include "base/json.h"
#include "jobs/deepening/deepening.h"
#include "report/names/symbols.h"

/* The members of one job, inside an object that the caller opens and closes. */
void json_job(struct json *j, struct symbols *symbols, const struct job *job);
/* The members "mode", "workers", "budget_s" and "jobs". */
void json_jobs(struct json *j, struct symbols *symbols, const struct deepening *d);

#endif
