/* SPDX-License-Identifier: MIT */
/*
 * How far a search is, while it runs, on stderr: on a terminal one line that is
 * rewritten in place; elsewhere, or where an interval is asked for, plain lines.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "base/buf.h"
#include "jobs/workers/worker.h"

enum progress_mode { PROGRESS_NONE, PROGRESS_STATUS_LINE, PROGRESS_LINES };

struct progress {
	enum progress_mode mode;
	uint64_t interval_ms;
	uint64_t next_ms; /* elapsed time of the next one */
	bool shown;       /* a status line stands on the terminal */
};

/* interval_ms: 0 where none was asked for; quiet: nothing at all. */
void progress_init(struct progress *p, uint64_t interval_ms, bool quiet);
/* For worker_options.watch; arg is the struct progress. */
void progress_watch(const struct worker *w, void *arg);
/* Takes the status line away. */
void progress_end(struct progress *p);

/* What a line says; plain numbers, none of them trusted. */
struct progress_numbers {
	uint64_t findings;
	uint64_t executions;
	double elapsed_s;
	double estimated_executions; /* 0: unknown */
	double estimated_s;
	uint64_t next_bound; /* the bound on preemptions in force, plus 1; 0: none */
};
/* "2 errors, 1,200 executions (400/s) in 3.0 s; about 4,800 in all, 9.0 s left" */
void progress_text(struct buf *b, const struct progress_numbers *n);

#endif
