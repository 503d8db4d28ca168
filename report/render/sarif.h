/* SPDX-License-Identifier: MIT */
/*
 * Stories as a SARIF 2.1.0 log (OASIS), for editors and code-scanning services: one run, a
 * result for each story, a thread flow for each thread. docs/report.md says what stands where.
 *
 *	struct sarif log;
 *	sarif_open(&log, &buf, directory);
 *	sarif_story(&log, &story); …
 *	sarif_close(&log, &end);
 *
 * No I/O. Strings of the tested program are text everywhere: neither links nor placeholders.
 */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "base/json.h"
#include "report/model/story.h"
#include "report/verdict/verdict.h"

/*
 * Of one result. Services refuse more: what the failure does not depend on is left out first,
 * then the beginning; the message of the code flow says so.
 */
#define SARIF_LOCATIONS_MAX 10000

struct sarif {
	struct json json;
};

/* How the run ended. */
struct sarif_end {
	enum verdict verdict;
	int exit_status;
	const char *text; /* what it has shown */
};

/* directory: what relative paths are relative to, absolute; NULL: unknown. */
void sarif_open(struct sarif *log, struct buf *out, const char *directory);
void sarif_story(struct sarif *log, const struct story *s);
/* end NULL: no more is known than the stories. Ends with a newline. */
void sarif_close(struct sarif *log, const struct sarif_end *end);

#endif
