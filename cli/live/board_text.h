/* SPDX-License-Identifier: MIT */
/*
 * How far a search over many sets of preemption points is, in words: the lines of the board
 * (cli/live/board.h). Pure: the manager's state in, text out.
 */
#ifndef CLI_BOARD_TEXT_H
#define CLI_BOARD_TEXT_H

#include "jobs/deepening/deepening.h"
#include "report/names/symbols.h"

struct board_view {
	const struct deepening *jobs;
	struct symbols *symbols; /* for the names of places */
	uint64_t errors;         /* findings that are not warnings */
	double elapsed_s;
	/* For each job when its state last changed, in any unit; NULL: not known. */
	const uint64_t *changed;
};

/*
 * "0 errors, 1,200 executions (400/s) in 3.0 s; about 4,800 in all, 9.0 s left"; or "4,800+ in all"
 * while there are jobs that nobody can estimate.
 */
void board_totals(struct buf *b, const struct board_view *v);
/* "jobs: 2 running, 1 suspended, 3 done; races: 1 untested, 2 benign" */
void board_counts(struct buf *b, const struct board_view *v);
/* "job 3 running: 12%, 1,200 executions, 400/s, 9.0 s left, at lock, queue.c:31" */
void board_job(struct buf *b, const struct board_view *v, const struct job *j);
/*
 * The whole board: totals, counts, a line for each job that matters now (those that run, then those
 * put aside, then those that ended last), and how many others there are. Each line is shorter
 * than width and ends with a newline; at most height of them. Returns how many.
 */
size_t board_text(struct buf *b, const struct board_view *v, size_t width, size_t height);

#endif
