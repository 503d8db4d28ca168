/* SPDX-License-Identifier: MIT */
/* What `scree check` can be asked for. */
#ifndef CLI_CHECK_OPTIONS_H
#define CLI_CHECK_OPTIONS_H

#include "cli/exec_options.h"

/* The words point into argv. */
struct result check_options_parse(struct check_options *o, int argc, char **argv) MUST_USE;
void check_options_help(struct buf *out);

#endif
