/* SPDX-License-Identifier: MIT */
/*
 * Reports as one HTML file that needs nothing else: the page (report/render/html/, bundled by the
 * build) with the JSON of a report inside. Which bytes the JSON's strings hold makes no
 * difference to the page around it; the page shows them as text only.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/buf.h"

/* Of one finding: the object that docs/report.md describes. */
void html_report(struct buf *out, const char *json, size_t n);
/* Of a whole run: the object of `scree check --json` (docs/json.md), with `history`. */
void html_run(struct buf *out, const char *json, size_t n);

#endif
