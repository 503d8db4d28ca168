/* SPDX-License-Identifier: MIT */
/* Results in the formats of other tools: SARIF and JUnit XML (report/render/). */
#ifndef ACTIONS_INTERCHANGE_H
#define ACTIONS_INTERCHANGE_H

#include "actions/results.h"
#include "report/render/sarif.h"

/* Of one finding, as far as its story goes. */
void interchange_sarif(struct buf *out, const struct story *s);
void interchange_junit(struct buf *out, const struct output *o, const struct story *s);

/* Where they go; NULL: nowhere. */
struct interchange_files {
	const char *sarif, *junit;
};
/*
 * Of a whole check, to these files; nothing where there are none. Every
 * finding is run again for its story. One that has none (a warning; its schedule is not known; it
 * does not show again) is there all the same, without the steps. Fails where a file cannot be
 * written; the other one is written then.
 */
struct result interchange_write(const struct output *o, const struct interchange_files *files,
                                const struct sarif_end *end) MUST_USE;

#endif
