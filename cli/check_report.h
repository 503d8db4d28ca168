/* SPDX-License-Identifier: MIT */
/* What `scree check` prints and writes when the worker has ended. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "actions/check_result.h"

/*
 * Saves the findings, prints everything, writes the summary where asked for. Fails where
 * a file cannot be written; *status is set in either case: enum exit_status.
 */
struct result check_report(const struct check_report *r, int *status) MUST_USE;

#endif
