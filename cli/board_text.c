/* SPDX-License-Identifier: MIT */
#include "cli/board_text.h"

#include "base/text.h"
#include "report/job_names.h"
#include "report/number.h"

#include <stdlib.h>

/* ---- numbers of a job ---- */

/* Of all its schedules, in percent; -1 where nobody knows. Never 100 before it has ended. */
static int percent(const struct job *j)
{
	double total = job_total(j), share;
	if (j->complete)
		return 100;
	if (!job_open(j) || !(total > 0))
		return -1;
	share = 100 * (double)job_executions(j) / total;
	return share < 99 ? (int)share : 99;
}

/* Executions in a second of CPU time; 0 where nobody knows. */
static double rate(const struct job *j)
{
	uint64_t cpu_ms = job_cpu_ms(j);
	return cpu_ms ? (double)job_executions(j) * 1000 / (double)cpu_ms : 0;
}

static bool has_eta(const struct job *j)
{
	return job_open(j) && job_eta_ms(j) >= 0;
}

/* "running", "running/3" where three workers share it. */
static void add_state(struct buf *b, const struct job *j)
{
	unsigned workers = job_parts_in(j, PART_RUNNING);
	buf_text(b, job_state_name[j->state]);
	if (workers > 1)
		buf_printf(b, "/%u", workers);
}

/* ---- totals ---- */

void board_totals(struct buf *b, const struct board_view *v)
{
	struct deepening_account a = deepening_account(v->jobs);
	number_count(b, v->errors, "error");
	buf_text(b, ", ");
	number_count(b, a.executions, "execution");
	buf_text(b, " (");
	number_rounded(b, v->elapsed_s > 0 ? (double)a.executions / v->elapsed_s : 0);
	buf_text(b, "/s) in ");
	number_duration(b, v->elapsed_s);
	if (!(a.total >= (double)a.executions + 1))
		return;
	buf_text(b, a.unknown ? "; " : "; about ");
	number_rounded(b, a.total);
	buf_text(b, a.unknown ? "+ in all, " : " in all, ");
	number_duration(b, a.left_ms / 1000);
	buf_text(b, " left");
}

static void add_counts(struct buf *b, const char *what, const uint32_t *counts,
                       const char *const *names, int n)
{
	const char *comma = "";
	buf_printf(b, "%s: ", what);
	for (int i = 0; i < n; i++)
		if (counts[i]) {
			buf_text(b, comma);
			number_add(b, counts[i]);
			buf_printf(b, " %s", names[i]);
			comma = ", ";
		}
	if (!*comma)
		buf_text(b, "none");
}

void board_counts(struct buf *b, const struct board_view *v)
{
	struct deepening_account a = deepening_account(v->jobs);
	add_counts(b, "jobs", a.jobs, job_state_name, JOB_STATES);
	if (!v->jobs->options.races)
		return;
	add_counts(b, "; races", a.races, race_fate_name, RACE_FATES);
}

/* ---- one job ---- */

void board_job(struct buf *b, const struct board_view *v, const struct job *j)
{
	buf_printf(b, "job %u ", j->id);
	add_state(b, j);
	buf_text(b, ": ");
	if (percent(j) >= 0)
		buf_printf(b, "%d%%, ", percent(j));
	number_count(b, job_executions(j), "execution");
	if (rate(j) > 0) {
		buf_text(b, ", ");
		number_rounded(b, rate(j));
		buf_text(b, "/s");
	}
	if (has_eta(j)) {
		buf_text(b, ", ");
		number_duration(b, job_eta_ms(j) / 1000);
		buf_text(b, " left");
	}
	buf_text(b, ", at ");
	name_set(b, v->symbols, &j->set);
}

/* Right-aligned in its column; what is too long for it is said with another word. */
static void add_column(struct buf *b, struct buf *value, size_t width, const char *too_long)
{
	const char *text = value->n <= width ? buf_cstr(value) : too_long;
	buf_printf(b, " %*s", (int)width, text);
	buf_clear(value);
}

static void add_row(struct buf *b, const struct board_view *v, const struct job *j)
{
	struct buf value = {0};
	buf_printf(b, "%4u  ", j->id);
	add_state(&value, j);
	buf_printf(b, "%-10s", buf_cstr(&value));
	buf_clear(&value);
	if (percent(j) >= 0)
		buf_printf(&value, "%d%%", percent(j));
	add_column(b, &value, 4, "");
	number_add(&value, job_executions(j));
	add_column(b, &value, 11, "very many");
	if (rate(j) > 0)
		number_rounded(&value, rate(j));
	add_column(b, &value, 9, "");
	if (has_eta(j))
		number_duration(&value, job_eta_ms(j) / 1000);
	add_column(b, &value, 9, "very long");
	buf_text(b, "  ");
	name_set(b, v->symbols, &j->set);
	buf_release(&value);
}

/* ---- the board ---- */

static const char columns[] =
        " job  state      done  executions  a second      left  preemption points";

/* Smaller is shown first; 0: not worth a line. */
static int importance(const struct job *j)
{
	switch (j->state) {
	case JOB_RUNNING:
		return 1;
	case JOB_SUSPENDED:
		return 2;
	case JOB_DONE:
	case JOB_LIMITED:
	case JOB_FOUND_BUG:
	case JOB_FAILED:
		return 3;
	case JOB_PENDING:
	case JOB_CANCELLED:
	case JOB_PRUNED:
	case JOB_STATES:
		return 0;
	}
	return 0;
}

struct row {
	int importance;
	uint64_t changed;
	const struct job *job;
};

/* Those that changed last come first among the ended ones; else by number. */
static int compare_rows(const void *p, const void *q)
{
	const struct row *a = p, *b = q;
	if (a->importance != b->importance)
		return a->importance - b->importance;
	if (a->importance == 3 && a->changed != b->changed)
		return a->changed > b->changed ? -1 : 1;
	return a->job->id < b->job->id ? -1 : a->job->id > b->job->id;
}

/* Characters, not bytes: a letter of a file's name must not be cut in two. */
static void end_line(struct buf *b, size_t start, size_t width)
{
	static const char dots[] = "...";
	size_t columns_used = 0, cut = start, at = start;
	while (at < b->n) {
		uint32_t code;
		if (columns_used + sizeof(dots) - 1 < width)
			cut = at;
		at += utf8_decode((const char *)b->at + at, b->n - at, &code);
		columns_used++;
	}
	if (columns_used >= width) {
		b->n = cut;
		if (width > sizeof(dots))
			buf_text(b, dots);
	}
	buf_u8(b, '\n');
}

static size_t add_rows(struct buf *b, const struct board_view *v, size_t width, size_t room)
{
	VEC(struct row) rows = {0};
	const struct deepening *d = v->jobs;
	size_t lines = 0, shown, others;
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		if (importance(j))
			vec_push(&rows,
			         (struct row){importance(j), v->changed ? v->changed[i] : 0, j});
	}
	if (rows.n)
		qsort(rows.at, rows.n, sizeof(*rows.at), compare_rows);
	shown = rows.n;
	if (shown > room || (shown == room && shown < d->jobs.n))
		shown = room - 1; /* the last line is for the others */
	for (size_t i = 0; i < shown; i++, lines++) {
		size_t start = b->n;
		add_row(b, v, rows.at[i].job);
		end_line(b, start, width);
	}
	others = d->jobs.n - shown;
	if (others) {
		size_t start = b->n;
		buf_text(b, "      ");
		number_count(b, others, shown ? "more job" : "job");
		end_line(b, start, width);
		lines++;
	}
	vec_release(&rows);
	return lines;
}

size_t board_text(struct buf *b, const struct board_view *v, size_t width, size_t height)
{
	void (*const heads[])(struct buf *, const struct board_view *) = {board_totals,
	                                                                  board_counts};
	size_t lines = 0, start = b->n;
	for (; lines < ARRAY_SIZE(heads) && lines < height; lines++) {
		start = b->n;
		heads[lines](b, v);
		end_line(b, start, width);
	}
	/* A heading alone says nothing. */
	if (height < lines + 2 || !v->jobs->jobs.n)
		return lines;
	start = b->n;
	buf_text(b, columns);
	end_line(b, start, width);
	lines++;
	return lines + add_rows(b, v, width, height - lines);
}
