/* SPDX-License-Identifier: MIT */
/* A story for a terminal or a log: a column for each thread, 100 columns wide. */
#ifndef REPORT_STORY_TEXT_H
#define REPORT_STORY_TEXT_H

#include "report/model/story.h"

struct story_text_style {
	bool colour;
	bool verbose; /* every step, not only those that matter */
};

/*
 * The sentence that tells why, then the steps. Of more threads than have room beside one
 * another each step is a line with its thread in front. Nothing where there is no step to tell.
 * Escaped for terminals; ends with an empty line.
 */
void story_text(struct buf *out, const struct story *s, const struct story_text_style *style);

#endif
