/* SPDX-License-Identifier: MIT */
/*
 * How far a search over many sets of preemption points is, while it runs, on stderr. On a terminal
 * a board that is redrawn in place, with races and findings scrolling by above it; where an
 * interval is asked for, plain lines of the same content. cli/live/board_text.h has the words.
 */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include "cli/live/progress.h"
#include "jobs/controller/controller.h"
#include "report/names/symbols.h"

/* What was last told of a job. */
struct board_told {
	enum job_state state;
	uint64_t executions;
	uint64_t changed; /* when the state did: ms */
};

struct board {
	enum progress_mode mode;
	bool colour;
	uint64_t interval_ms;
	uint64_t next_ms; /* elapsed time of the next one */
	size_t lines;     /* that stand on the terminal */
	VEC(struct board_told) jobs;
	VEC(bool) races; /* of those of the outcome: was it told? */
	size_t findings; /* of those of the outcome: so many were told */
};

/* interval_ms: 0 where none was asked for; quiet: nothing at all. */
void board_init(struct board *b, uint64_t interval_ms, bool quiet);
/* Every WORKER_TICK_MS. */
void board_watch(struct board *b, const struct controller *c, struct symbols *symbols);
/* Takes the board away; in plain lines tells what has not been told. */
void board_end(struct board *b, const struct controller *c, struct symbols *symbols);

#endif
