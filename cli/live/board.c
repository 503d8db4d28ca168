/* SPDX-License-Identifier: MIT */
#include "cli/live/board.h"

#include "base/text.h"
#include "cli/live/board_text.h"
#include "report/names/distinct.h"
#include "report/verdict/races.h"
#include "report/words/escape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH_UNKNOWN  80
#define HEIGHT_UNKNOWN 24
#define HEIGHT_MOST    24

void board_init(struct board *b, uint64_t interval_ms, bool quiet)
{
	const char *none = getenv("NO_COLOR");
	struct progress p;
	progress_init(&p, interval_ms, quiet);
	*b = (struct board){
	        .mode = p.mode,
	        .interval_ms = p.interval_ms,
	        .next_ms = p.next_ms,
	        .colour = p.mode == PROGRESS_STATUS_LINE && !(none && *none),
	};
}

/* ---- the terminal ---- */

static void terminal_size(size_t *width, size_t *height)
{
	struct winsize size;
	*width = WIDTH_UNKNOWN;
	*height = HEIGHT_UNKNOWN;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
		*width = size.ws_col;
		*height = size.ws_row > 1 ? size.ws_row : 2;
	}
	/* The cursor stands below the board; if it had no line of its own, all would scroll. */
	*height = *height - 1 < HEIGHT_MOST ? *height - 1 : HEIGHT_MOST;
}

/* The cursor goes to where the board begins, and what is below is cleared. */
static void take_away(struct board *b, struct buf *out)
{
	if (b->lines)
		buf_printf(out, "\r\033[%zuA\033[J", b->lines);
	b->lines = 0;
}

/* At once, so that nobody sees half of it. */
static void print(struct buf *out)
{
	buf_print(out, stderr);
	fflush(stderr);
	buf_release(out);
}

/* ---- what scrolls by ---- */

static void start_line(const struct board *b, struct buf *out, const char *what, enum paint paint)
{
	if (b->mode == PROGRESS_LINES)
		buf_text(out, "scree: ");
	paint_start(out, b->colour, paint);
	buf_printf(out, "%s:", what);
	paint_end(out, b->colour);
	buf_u8(out, ' ');
}

static void tell_races(struct board *b, const struct controller *c, struct symbols *symbols,
                       struct buf *out)
{
	for (size_t i = 0; i < c->total.races.n; i++) {
		const struct race_record *r = &c->total.races.at[i];
		if (i >= b->races.n)
			vec_push(&b->races, false);
		/* One that is suppressed may turn out to be worth a line later. */
		if (b->races.at[i] || race_suppressed(r) != RACE_NOT_SUPPRESSED)
			continue;
		bool data_race = race_class(r) == RACE_IS_DATA_RACE;
		start_line(b, out, data_race ? "data race" : "race", PAINT_WARNING);
		text_race_line(out, symbols, r);
		buf_u8(out, '\n');
		b->races.at[i] = true;
	}
}

static void tell_findings(struct board *b, const struct controller *c, struct symbols *symbols,
                          struct buf *out)
{
	for (; b->findings < c->total.found.n; b->findings++) {
		const struct found *f = &c->total.found.at[b->findings];
		const struct source_frame *place = finding_place(symbols, &f->finding);
		start_line(b, out, f->finding.severity == SEVERITY_ERROR ? "finding" : "warning",
		           PAINT_ERROR);
		buf_text(out, finding_info[f->finding.kind].text);
		if (place && place->file) {
			buf_text(out, " at ");
			escape_text(out, place->file);
			buf_printf(out, ":%u", place->line);
		}
		buf_printf(out, ", by job %u\n", f->job);
	}
}

/* ---- jobs ---- */

/* Notes when states change, whether or not it is time to show it. */
static void note_changes(struct board *b, const struct deepening *d, uint64_t now)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		if (i >= b->jobs.n)
			vec_push(&b->jobs, (struct board_told){.state = JOB_STATES});
		if (b->jobs.at[i].state == d->jobs.at[i].state)
			continue;
		b->jobs.at[i].state = d->jobs.at[i].state;
		b->jobs.at[i].changed = now;
		b->jobs.at[i].executions = UINT64_MAX; /* other than what is told next */
	}
}

static void print_lines(struct board *b, const struct board_view *v, struct buf *out)
{
	for (size_t i = 0; i < v->jobs->jobs.n; i++) {
		const struct job *j = &v->jobs->jobs.at[i];
		uint64_t executions = job_executions(j);
		if (b->jobs.at[i].executions == executions || j->state == JOB_PENDING)
			continue;
		b->jobs.at[i].executions = executions;
		buf_text(out, "scree: ");
		board_job(out, v, j);
		buf_u8(out, '\n');
	}
	buf_text(out, "scree: ");
	board_totals(out, v);
	buf_text(out, "; ");
	board_counts(out, v);
	buf_u8(out, '\n');
}

static void show(struct board *b, const struct controller *c, struct symbols *symbols,
                 struct buf *out)
{
	VEC(uint64_t) changed = {0};
	for (size_t i = 0; i < b->jobs.n; i++)
		vec_push(&changed, b->jobs.at[i].changed);
	struct board_view view = {
	        .jobs = &c->deepening,
	        .symbols = symbols,
	        .errors = c->errors,
	        .elapsed_s = (double)controller_elapsed_ms(c) / 1000,
	        .changed = changed.at,
	};
	if (b->mode == PROGRESS_LINES) {
		print_lines(b, &view, out);
	} else {
		size_t width, height;
		terminal_size(&width, &height);
		take_away(b, out);
		b->lines = board_text(out, &view, width, height);
	}
	vec_release(&changed);
}

/* The board must be gone before anything scrolls by. */
static void tell_news(struct board *b, const struct controller *c, struct symbols *symbols,
                      struct buf *out)
{
	struct buf news = {0};
	tell_races(b, c, symbols, &news);
	tell_findings(b, c, symbols, &news);
	if (news.n) {
		take_away(b, out);
		buf_bytes(out, news.at, news.n);
	}
	buf_release(&news);
}

void board_watch(struct board *b, const struct controller *c, struct symbols *symbols)
{
	uint64_t now = controller_elapsed_ms(c);
	struct buf out = {0};
	if (b->mode == PROGRESS_NONE)
		return;
	note_changes(b, &c->deepening, now);
	if (now >= b->next_ms) {
		b->next_ms = now - now % b->interval_ms + b->interval_ms;
		tell_news(b, c, symbols, &out);
		show(b, c, symbols, &out);
	}
	print(&out);
}

void board_end(struct board *b, const struct controller *c, struct symbols *symbols)
{
	struct buf out = {0};
	take_away(b, &out);
	if (b->mode == PROGRESS_LINES) {
		note_changes(b, &c->deepening, controller_elapsed_ms(c));
		tell_news(b, c, symbols, &out);
		show(b, c, symbols, &out);
	}
	print(&out);
	vec_release(&b->jobs);
	vec_release(&b->races);
}
