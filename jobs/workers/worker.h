/* SPDX-License-Identifier: MIT */
/*
 * One worker process: started, configured, listened to, watched, ended.
 *
 *	struct worker w;
 *	struct result r = worker_start(&w, &options);
 *	if (!result_failed(r))
 *		worker_wait(&w);
 *	… w.outcome …
 *	worker_release(&w);
 *
 * Failing to start is a result. Everything after that is told in w.outcome, because a
 * worker that dies may have told us findings before. A controller of several workers
 * polls worker_fd() itself and calls worker_receive() and worker_tick().
 */
#ifndef JOBS_WORKER_H
#define JOBS_WORKER_H

#include "base/result.h"
#include "event/guide.h"
#include "jobs/system/process.h"
#include "jobs/workers/outcome.h"
#include "jobs/workers/program.h"
#include "jobs/workers/watchdog.h"

#define WORKER_TICK_MS 100

/*
 * Workers are best started for so many threads (wire_config.threads): most tests have fewer, and a
 * worker for all that there can be takes five times as long to start. One that needs more ends with
 * ENDING_THREADS and is to be started anew, and from then on all for any number (0).
 */
#define FEW_THREADS 8

struct worker;

struct worker_options {
	const struct program *program;
	char *const *args;         /* after the program's name; ends with NULL */
	char *const *variables;    /* its environment; NULL: our own */
	struct wire_config config; /* version and page_fd are filled in here */
	uint64_t stuck_ms;
	uint64_t grace_ms; /* for a last word, before it is killed; 0: two seconds */
	uint64_t time_ms;  /* then it is asked to stop; 0: never */
	/*
	 * The first interrupt asks it to stop after the execution that is running, so that
	 * it can say how far it got; the second ends it. Else the first one does.
	 */
	bool stop_gently;
	/* Called by worker_wait every WORKER_TICK_MS; may be NULL. */
	void (*watch)(const struct worker *w, void *arg);
	void *watch_arg;
	int stdin_fd; /* -1: our own */
	bool stdout_to_stderr;
	bool mute; /* what it prints goes nowhere */
};

struct worker {
	struct process process;
	struct outcome outcome;
	int fd; /* our end of the socket; -1 once closed */
	const volatile struct wire_page *page;
	struct buf in;  /* bytes of a frame that is not complete */
	struct buf out; /* not yet sent */
	bool hello;
	bool hides_stacks;
	bool few_threads; /* started for few (wire_config.threads): it may say that it needs more */
	uint64_t start_ms;
	uint64_t grace_ms;
	struct watchdog watchdog;
	uint64_t asked_ms;        /* when the stuck signal was sent; 0: not */
	struct watchdog patience; /* with one that was asked: it may get little CPU time */
	uint64_t time_ms;
	uint64_t stop_ms;    /* when it was asked to stop; 0: not */
	int interrupts_seen; /* that asked it to stop */
	bool stop_gently;
	void (*watch)(const struct worker *w, void *arg);
	void *watch_arg;
};

struct result worker_start(struct worker *w, const struct worker_options *options) MUST_USE;
/* Until the outcome is known, or an interrupt (jobs/system/interrupt.h) arrives. */
void worker_wait(struct worker *w);
/* Ends the worker where it still runs and gives everything back. */
void worker_release(struct worker *w);

/* What to poll for: POLLIN, and POLLOUT while something is to be sent. */
short worker_poll_events(const struct worker *w);
/* Takes what has arrived and sends what is waiting; never blocks. */
void worker_receive(struct worker *w);
/* The watchdog and the time limit; every WORKER_TICK_MS. */
void worker_tick(struct worker *w);
/*
 * Asks for a checkpoint (WIRE_SAVE) or for an order (WIRE_DIVIDE), after the execution that
 * is running. The answer comes with worker_receive, in the outcome. False: it is not ready to be
 * asked, or has ended.
 */
bool worker_ask(struct worker *w, enum wire_type what);
/* One that waits for a debugger (outcome.waiting) is to run. */
void worker_go(struct worker *w);
/*
 * Of SCHEDULE_TRY, after an answer: the guide that the next execution follows. The answer comes
 * with worker_receive, in the outcome.
 */
void worker_try(struct worker *w, const struct guide *g);
/* Asks it to end after the execution that is running; kills it after the time of grace. */
void worker_stop(struct worker *w, enum stop why);
/* How long it has been running. */
uint64_t worker_elapsed_ms(const struct worker *w);
/* Ends it now: outcome.ending becomes ENDING_INTERRUPTED. */
void worker_interrupt(struct worker *w);

#endif
