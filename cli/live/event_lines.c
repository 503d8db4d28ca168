/* SPDX-License-Identifier: MIT */
#include "cli/live/event_lines.h"

#include "base/json.h"
#include "base/text.h"
#include "report/names/distinct.h"
#include "report/render/jobs_json.h"
#include "report/verdict/races.h"

#include <stdio.h>

#define PROGRESS_MS 1000

void event_lines_init(struct event_lines *e, bool on, uint64_t interval_ms)
{
	*e = (struct event_lines){.on = on, .interval_ms = interval_ms ? interval_ms : PROGRESS_MS};
	e->next_ms = e->interval_ms;
}

static void open_event(struct json *j, const char *event, const struct controller *c)
{
	json_open(j, NULL, '{');
	json_str(j, "event", event);
	json_real(j, "elapsed_s", (double)controller_elapsed_ms(c) / 1000);
}

static void tell_jobs(struct event_lines *e, const struct controller *c, struct symbols *symbols,
                      struct json *j)
{
	for (size_t i = 0; i < c->deepening.jobs.n; i++) {
		const struct job *job = &c->deepening.jobs.at[i];
		bool new = i >= e->jobs.n;
		if (new)
			vec_push(&e->jobs, job->state);
		else if (e->jobs.at[i] == job->state)
			continue;
		open_event(j, "job", c);
		json_str(j, "was", new ? NULL : job_state_name[e->jobs.at[i]]);
		json_job(j, symbols, job);
		json_close(j);
		e->jobs.at[i] = job->state;
	}
}

static void tell_races(struct event_lines *e, const struct controller *c, struct symbols *symbols,
                       struct json *j)
{
	for (size_t i = 0; i < c->total.races.n; i++) {
		const struct race_record *r = &c->total.races.at[i];
		if (i >= e->races.n)
			vec_push(&e->races, -1);
		if (e->races.at[i] == (int)race_suppressed(r))
			continue;
		e->races.at[i] = (int)race_suppressed(r);
		open_event(j, "race", c);
		json_race(j, symbols, r, &c->deepening);
		json_close(j);
	}
}

static void tell_findings(struct event_lines *e, const struct controller *c,
                          struct symbols *symbols, struct json *j)
{
	for (; e->findings < c->total.found.n; e->findings++) {
		const struct found *f = &c->total.found.at[e->findings];
		const struct source_frame *place = finding_place(symbols, &f->finding);
		struct buf message = {0};
		text_expand(&message, symbols, f->finding.message);
		open_event(j, "finding", c);
		json_str(j, "kind", finding_info[f->finding.kind].text);
		json_str(j, "severity",
		         f->finding.severity == SEVERITY_ERROR ? "error" : "warning");
		json_str(j, "message", buf_cstr(&message));
		json_str(j, "function", place ? place->function : NULL);
		json_str(j, "file", place ? place->file : NULL);
		json_u64(j, "line", place ? place->line : 0);
		json_u64(j, "job", f->job);
		json_close(j);
		buf_release(&message);
	}
}

static void put_counts(struct json *j, const char *key, const uint32_t *counts,
                       const char *const *names, int n)
{
	json_open(j, key, '{');
	for (int i = 0; i < n; i++)
		json_u64(j, names[i], counts[i]);
	json_close(j);
}

static void tell_progress(const struct controller *c, struct json *j)
{
	struct deepening_account a = deepening_account(&c->deepening);
	open_event(j, "progress", c);
	json_u64(j, "errors", c->errors);
	json_u64(j, "executions", a.executions);
	json_open(j, "estimate", '{');
	json_real(j, "executions", a.total);
	json_real(j, "seconds_left", a.left_ms / 1000);
	json_u64(j, "jobs_unknown", a.unknown);
	json_close(j);
	put_counts(j, "jobs", a.jobs, job_state_name, JOB_STATES);
	put_counts(j, "races", a.races, race_fate_name, RACE_FATES);
	json_close(j);
}

static void tell(struct event_lines *e, const struct controller *c, struct symbols *symbols,
                 bool progress)
{
	struct buf out = {0};
	struct json j = {.out = &out};
	tell_jobs(e, c, symbols, &j);
	tell_races(e, c, symbols, &j);
	tell_findings(e, c, symbols, &j);
	if (progress)
		tell_progress(c, &j);
	if (out.n) {
		buf_print(&out, stdout);
		fflush(stdout);
	}
	buf_release(&out);
}

void event_lines_watch(struct event_lines *e, const struct controller *c, struct symbols *symbols)
{
	uint64_t now = controller_elapsed_ms(c);
	if (!e->on)
		return;
	bool progress = now >= e->next_ms;
	if (progress)
		e->next_ms = now - now % e->interval_ms + e->interval_ms;
	tell(e, c, symbols, progress);
}

void event_lines_end(struct event_lines *e, const struct controller *c, struct symbols *symbols)
{
	if (e->on)
		tell(e, c, symbols, true);
	vec_release(&e->jobs);
	vec_release(&e->races);
}
