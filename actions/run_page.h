/* SPDX-License-Identifier: MIT */
/* `scree report DIR`: a whole run, from its directory, as an HTML page. */
#ifndef ACTIONS_RUN_PAGE_H
#define ACTIONS_RUN_PAGE_H

#include "actions/kept_run.h"

/* Is it a directory? Then it is one of a run, or nothing that can be told of. */
bool is_run_dir(const char *path) MUST_USE;
/* Nothing is run, and nothing in the directory changes. The current directory stays. */
struct result run_page(const char *dir, kept_run_parse *parse, struct buf *page) MUST_USE;

#endif
