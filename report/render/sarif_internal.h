/* SPDX-License-Identifier: MIT */
/* What the parts of the SARIF renderer offer one another. */
#ifndef REPORT_SARIF_INTERNAL_H
#define REPORT_SARIF_INTERNAL_H

#include "report/render/sarif.h"

/* What paths below the current directory are relative to; code-scanning services know the name. */
#define SARIF_BASE "%SRCROOT%"

/*
 * {"text": …} with text that means itself: braces doubled, since they make placeholders, and "]("
 * parted by a space, since it makes a link.
 */
void sarif_message(struct json *j, const char *key, const char *text);
/* A URI of a path: relative for a relative one. */
void sarif_uri(struct buf *out, const char *path);

struct sarif_location {
	const struct story_frame *frame; /* NULL: unknown */
	const char *message;             /* NULL: none */
	uint32_t id;                     /* from 1; 0: none */
	bool snippet;                    /* with the text of the line */
};
void sarif_location(struct json *j, const char *key, const struct story *s,
                    const struct sarif_location *l);
/* The text of a frame's line; NULL where it is not known. */
const char *sarif_line(const struct story *s, const struct story_frame *f);

/* The member "codeFlows"; nothing where the story has no steps. */
void sarif_flow(struct json *j, const struct story *s);

#endif
