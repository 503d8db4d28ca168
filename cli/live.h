/* SPDX-License-Identifier: MIT */
/* All that is told of a search over many sets of preemption points while it runs. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "cli/board.h"
#include "cli/check_options.h"
#include "cli/event_lines.h"

struct live {
	struct board board;
	struct event_lines events;
	struct symbols *symbols;
	bool mapped; /* they know where the program's code is */
};

void live_init(struct live *l, const struct check_options *o);
/* For controller_options.watch; arg is the struct live. */
void live_watch(const struct controller *c, void *arg);
/* What is left to tell is told, the terminal is as it was. */
void live_end(struct live *l, const struct controller *c);

#endif
