/* SPDX-License-Identifier: MIT */
/* A story as one JSON object, schema "scree-report/1"; docs/report.md describes it. */
#ifndef REPORT_STORY_JSON_H
#define REPORT_STORY_JSON_H

#include "report/model/story.h"

#define STORY_SCHEMA "scree-report/1"

/* Ends with a newline. */
void story_json(struct buf *out, const struct story *s);

#endif
