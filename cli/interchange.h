/* SPDX-License-Identifier: MIT */
/* Results in the formats of other tools: SARIF (report/render/sarif.h) and JUnit XML
 * (report/render/junit.h). */
#ifndef CLI_INTERCHANGE_H
#define CLI_INTERCHANGE_H

#include "cli/check_options.h"
#include "cli/output.h"
#include "report/render/sarif.h"

/* Of one finding, as far as its story goes. */
void interchange_sarif(struct buf *out, const struct story *s);
void interchange_junit(struct buf *out, const struct output *o, const struct story *s);

/*
 * Of a whole check, to the files that the options name; nothing where they name none. Every
 * finding is run again for its story. One that has none (a warning; its schedule is not known; it
 * does not show again) is there all the same, without the steps. Fails where a file cannot be
 * written; the other one is written then.
 */
struct result interchange_write(const struct output *o, const struct check_options *options,
                                const struct sarif_end *end) MUST_USE;

#endif
