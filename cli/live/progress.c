/* SPDX-License-Identifier: MIT */
#include "cli/live/progress.h"

#include "base/text.h"
#include "report/words/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define STATUS_LINE_MS 200
#define WIDTH_UNKNOWN  80

void progress_text(struct buf *b, const struct progress_numbers *n)
{
	double rate = n->elapsed_s > 0 ? (double)n->executions / n->elapsed_s : 0;
	number_count(b, n->findings, "error");
	buf_text(b, ", ");
	number_count(b, n->executions, "execution");
	buf_text(b, " (");
	number_rounded(b, rate);
	buf_text(b, "/s) in ");
	number_duration(b, n->elapsed_s);
	if (!(n->estimated_executions >= (double)n->executions) || !n->executions)
		return;
	buf_text(b, "; ");
	number_about(b, n->estimated_executions);
	buf_text(b, " in all");
	if (n->estimated_s >= n->elapsed_s) {
		buf_text(b, ", ");
		number_duration(b, n->estimated_s - n->elapsed_s);
		buf_text(b, " left");
	}
	if (n->next_bound) {
		buf_text(b, ", with at most ");
		number_count(b, n->next_bound - 1, "preemption");
	}
}

void progress_init(struct progress *p, uint64_t interval_ms, bool quiet)
{
	const char *term = getenv("TERM");
	bool terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
	*p = (struct progress){.mode = PROGRESS_NONE};
	if (interval_ms)
		*p = (struct progress){.mode = PROGRESS_LINES, .interval_ms = interval_ms};
	else if (terminal && !quiet)
		*p = (struct progress){.mode = PROGRESS_STATUS_LINE, .interval_ms = STATUS_LINE_MS};
	p->next_ms = p->interval_ms;
}

static size_t terminal_width(void)
{
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
		return size.ws_col;
	return WIDTH_UNKNOWN;
}

/* A line that reaches the last column would wrap and could not be taken away. */
static void print_status_line(struct buf *b)
{
	size_t width = terminal_width() - 1;
	fprintf(stderr, "\r%.*s\033[K", (int)(b->n < width ? b->n : width), buf_cstr(b));
	fflush(stderr);
}

void progress_watch(const struct worker *w, void *arg)
{
	struct progress *p = arg;
	uint64_t elapsed_ms = worker_elapsed_ms(w);
	if (p->mode == PROGRESS_NONE || elapsed_ms < p->next_ms)
		return;
	/* Late by more than one interval (a stopped controller): the missed ones are left out. */
	p->next_ms = elapsed_ms - elapsed_ms % p->interval_ms + p->interval_ms;
	struct progress_numbers n = {
	        .findings = w->page->findings,
	        .executions = w->page->executions,
	        .elapsed_s = (double)elapsed_ms / 1000,
	        .estimated_executions = w->page->estimated_executions,
	        .estimated_s = w->page->estimated_usecs / 1e6,
	        .next_bound = w->page->next_bound,
	};
	struct buf b = {0};
	progress_text(&b, &n);
	if (p->mode == PROGRESS_LINES)
		fprintf(stderr, "scree: %s\n", buf_cstr(&b));
	else
		print_status_line(&b);
	p->shown = p->mode == PROGRESS_STATUS_LINE;
	buf_release(&b);
}

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
