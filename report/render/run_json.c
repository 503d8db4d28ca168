/* SPDX-License-Identifier: MIT */
#include "report/render/run_json.h"
#include "report/render/stopped.h"

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "event/pp_set.h"
#include "explore/kinds.h"
#include "report/render/jobs_json.h"
#include "report/verdict/races.h"
#include "report/words/json_stack.h"
#include "report/words/text.h"

#include <ctype.h>
#include <string.h>

static void drain(struct buf *b, FILE *out)
{
	buf_print(b, out);
	buf_clear(b);
}

static void put_thread(struct json *j, uint16_t thread)
{
	if (thread == NO_THREAD)
		json_null(j, "thread");
	else
		json_u64(j, "thread", thread);
}

static void put_message(struct json *j, struct symbols *symbols, const char *key, const char *text)
{
	struct buf b = {0};
	text_expand(&b, symbols, text);
	json_str(j, key, buf_cstr(&b));
	buf_release(&b);
}

static void put_notes(struct json *j, struct symbols *symbols, const struct finding *f)
{
	json_open(j, "notes", '[');
	for (size_t i = 0; i < f->notes.n; i++) {
		json_open(j, NULL, '{');
		put_message(j, symbols, "text", f->notes.at[i].text);
		put_thread(j, f->notes.at[i].thread);
		if (f->notes.at[i].loop)
			json_bool(j, "loop", true);
		json_stack(j, symbols, &f->notes.at[i].stack);
		json_close(j);
	}
	json_close(j);
}

static void put_size(struct json *j, const char *key, const struct schedule_size *s)
{
	json_open(j, key, '{');
	json_u64(j, "preemptions", s->preemptions);
	json_u64(j, "switches", s->switches);
	json_close(j);
}

static void put_minimised(struct json *j, const struct minimised *m)
{
	size_t necessary = 0;
	if (!m) {
		json_null(j, "minimized");
		return;
	}
	for (size_t i = 0; i < m->judged.n; i++)
		necessary += m->judged.at[i].necessary;
	json_open(j, "minimized", '{');
	put_size(j, "from", &m->from);
	put_size(j, "to", &m->to);
	json_bool(j, "complete", m->complete);
	json_bool(j, "timed_out", m->out_of_time);
	json_u64(j, "necessary", necessary);
	json_bool(j, "passing", m->passing.n != 0);
	json_close(j);
}

static void put_finding(struct json *j, const struct run_view *view, size_t i)
{
	const struct distinct *d = &view->findings->at[i];
	const struct finding *f = d->finding;
	json_open(j, NULL, '{');
	json_str(j, "kind", finding_info[f->kind].text);
	json_str(j, "severity", f->severity == SEVERITY_WARNING ? "warning" : "error");
	put_message(j, view->symbols, "message", f->message);
	put_thread(j, f->thread);
	json_place(j, d->place);
	if (f->addr)
		json_hex(j, "addr", f->addr);
	json_u64(j, "execution", f->execution);
	json_u64(j, "count", d->count);
	json_u64(j, "switches", schedule_switches(&f->schedule));
	json_u64(j, "preemptions", schedule_preemptions(&f->schedule));
	put_minimised(j, view->minimised ? view->minimised(view->minimised_arg, i) : NULL);
	json_stack(j, view->symbols, &f->stack);
	put_notes(j, view->symbols, f);
	json_str(j, "path", view->paths ? view->paths[i] : NULL);
	json_str(j, "replay", view->replay ? view->replay[i] : NULL);
	json_close(j);
}

static void put_flags(struct json *j, unsigned flags)
{
	static const struct {
		unsigned flag;
		const char *name;
	} names[] = {
	        {EV_FAILED, "failed"},
	        {EV_TIMEOUT, "timeout"},
	        {EV_LAST, "last"},
	        {EV_ATOMIC, "atomic"},
	};
	json_open(j, "flags", '[');
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (flags & names[i].flag)
			json_str(j, NULL, names[i].name);
	json_close(j);
}

static void put_event(struct json *j, struct symbols *symbols, const struct event *e, size_t step)
{
	struct buf name = {0};
	json_open(j, NULL, '{');
	json_u64(j, "step", step);
	put_thread(j, e->thread);
	json_str(j, "op", op_info[e->kind].text);
	if (e->addr) {
		json_hex(j, "addr", e->addr);
		json_u64(j, "size", e->size);
		symbols_object(symbols, e->addr, e->size, &name);
		json_str(j, "object", buf_cstr(&name));
	}
	json_u64(j, "arg", event_is_atomic(e) ? atomic_order(e) : e->arg);
	put_flags(j, e->flags);
	json_place(j, e->pc ? symbols_place(symbols, &e->pc, 1) : NULL);
	json_hex(j, "pc", e->pc);
	json_close(j);
	buf_release(&name);
}

static void put_trace(struct json *j, const struct run_view *view, FILE *out)
{
	json_open(j, "trace", '[');
	for (size_t i = 0; i < view->outcome->trace.n; i++) {
		put_event(j, view->symbols, &view->outcome->trace.at[i], i + 1);
		if (j->out->n > 1 << 16)
			drain(j->out, out);
	}
	json_close(j);
}

static void put_counters(struct json *j, const struct wire_done *done)
{
	json_open(j, "counters", '{');
	for (size_t i = 0; i < COUNT_COUNT; i++) {
		char *name = str_copy(counter_info[i].name);
		for (char *p = name; *p; p++)
			*p = (char)tolower((unsigned char)*p);
		json_u64(j, name, done->counters[i]);
		mem_free(name);
	}
	json_close(j);
}

static void put_error(struct json *j, const struct run_view *view)
{
	const struct wire_error *error = &view->outcome->error;
	if (!view->error) {
		json_null(j, "error");
		return;
	}
	json_open(j, "error", '{');
	json_str(j, "message", view->error);
	put_thread(j, error->message ? error->thread : NO_THREAD);
	json_stack(j, view->symbols, &error->stack);
	json_close(j);
}

static void put_numbers(struct json *j, const struct outcome *o)
{
	json_u64(j, "executions", outcome_executions(o));
	json_u64(j, "events", o->done.events);
	json_u64(j, "choices", o->done.choices);
	json_u64(j, "threads", o->done.threads);
	json_u64(j, "snapshot_bytes", o->done.snapshot_bytes);
	if (o->done.exit_status >= 0)
		json_i64(j, "exit_status", o->done.exit_status);
	else
		json_null(j, "exit_status");
	json_real(j, "elapsed_s", o->elapsed_s);
	json_real(j, "cpu_s", o->cpu_s);
	json_real(j, "lost_cpu_s", o->lost_cpu_s);
	json_real(j, "busiest_cpu_s", o->busiest_cpu_s);
	json_real(j, "idle_s", o->idle_s);
	json_u64(j, "peak_rss_kb", o->peak_rss_kb);
}

static void put_bound(struct json *j, const struct wire_space *s, const struct wire_explore *asked)
{
	if (asked->bound == EXPLORE_NO_BOUND && asked->strategy != STRATEGY_ICB) {
		json_null(j, "bound");
		return;
	}
	json_open(j, "bound", '{');
	if (s->bounds_done)
		json_u64(j, "completed", s->bounds_done - 1);
	else
		json_null(j, "completed");
	if (asked->bound != EXPLORE_NO_BOUND)
		json_u64(j, "limit", asked->bound);
	else
		json_null(j, "limit");
	json_close(j);
}

/* How far the explorer got. */
static void put_space(struct json *j, const struct wire_space *s, const struct wire_explore *asked)
{
	json_bool(j, "complete", s->complete);
	json_u64(j, "blocked_executions", s->blocked);
	json_u64(j, "limited_executions", s->limited);
	json_u64(j, "bounded_choices", s->bounded);
	json_u64(j, "dropped_plans", s->truncated);
	json_u64(j, "repeated_executions", s->repeated);
	put_bound(j, s, asked);
	if (s->estimated_executions > 0) {
		json_open(j, "estimate", '{');
		json_real(j, "executions", s->estimated_executions);
		json_real(j, "seconds", s->estimated_usecs / 1e6);
		json_close(j);
	} else {
		json_null(j, "estimate");
	}
	json_small(j, "pct_probability", s->pct_probability);
	json_u64(j, "pct_executions", s->guaranteed);
}

static void put_program(struct json *j, const struct run_view *view)
{
	json_str(j, "program", view->program->name);
	json_str(j, "build_id", view->program->build_id);
	json_open(j, "args", '[');
	for (char *const *arg = view->args; arg && *arg; arg++)
		json_str(j, NULL, *arg);
	json_close(j);
}

static void put_strings(struct json *j, const char *key, const string_vec *v)
{
	json_open(j, key, '[');
	for (size_t i = 0; i < v->n; i++)
		json_str(j, NULL, v->at[i]);
	json_close(j);
}

/* Where threads could be switched, and whose accesses were not looked at. */
static void put_points(struct json *j, const struct run_view *view)
{
	const struct code_words *w = view->code;
	struct buf b = {0};
	pp_set_format(&b, view->pp_set & ~PP_HIDE_STACKS, &w->points);
	json_str(j, "pp", buf_cstr(&b));
	buf_release(&b);
	json_open(j, "rules", '[');
	for (size_t i = 0; i < w->stack.n; i++) {
		json_open(j, NULL, '{');
		json_str(j, "rule", w->stack.at[i].within ? "within" : "without");
		json_str(j, "function", w->stack.at[i].function);
		json_close(j);
	}
	json_close(j);
	put_strings(j, "ignored_functions", &w->ignored);
	put_strings(j, "trusted_functions", &w->trusted);
}

static void put_start(struct json *j, const char *command)
{
	json_open(j, NULL, '{');
	json_u64(j, "schema", JSON_SCHEMA);
	json_str(j, "scree", SCREE_VERSION);
	json_str(j, "command", command);
}

static void put_history(struct json *j, const history_vec *history)
{
	json_open(j, "history", '[');
	for (size_t i = 0; i < history->n; i++) {
		const struct history_point *p = &history->at[i];
		json_open(j, NULL, '{');
		json_real(j, "elapsed_s", (double)p->ms / 1000);
		json_u64(j, "executions", p->executions);
		if (p->total > 0)
			json_real(j, "total", p->total);
		else
			json_null(j, "total");
		json_u64(j, "jobs", p->jobs);
		json_u64(j, "jobs_ended", p->jobs_ended);
		json_u64(j, "races", p->races);
		json_u64(j, "findings", p->findings);
		json_close(j);
	}
	json_close(j);
}

void run_json(FILE *out, const struct run_view *view, bool with_trace)
{
	struct buf b = {0};
	struct json j = {.out = &b, .lines = view->one_line ? 0 : 2};
	put_start(&j, view->command);
	put_program(&j, view);
	if (view->code)
		put_points(&j, view);
	json_str(&j, "verdict", view->verdict);
	if (view->verdict_text)
		json_str(&j, "verdict_text", view->verdict_text);
	if (view->run_dir)
		json_str(&j, "run_dir", view->run_dir);
	if (view->outcome->stopped_at.step)
		json_stopped(&j, view->symbols, &view->outcome->stopped_at);
	put_error(&j, view);
	put_numbers(&j, view->outcome);
	if (view->asked)
		put_space(&j, &view->outcome->done.space, view->asked);
	put_counters(&j, &view->outcome->done);
	if (view->jobs)
		json_jobs(&j, view->symbols, view->jobs);
	json_open(&j, "findings", '[');
	for (size_t i = 0; i < view->findings->n; i++)
		put_finding(&j, view, i);
	json_close(&j);
	if (view->asked)
		json_races(&j, view->symbols, view->outcome, view->races, view->jobs);
	if (view->history)
		put_history(&j, view->history);
	if (with_trace)
		put_trace(&j, view, out);
	json_close(&j);
	drain(&b, out);
	buf_release(&b);
}

void run_json_error(FILE *out, const char *command, const char *message)
{
	struct buf b = {0};
	struct json j = {.out = &b};
	put_start(&j, command);
	json_str(&j, "verdict", "error");
	json_open(&j, "error", '{');
	json_str(&j, "message", message);
	json_close(&j);
	json_close(&j);
	drain(&b, out);
	buf_release(&b);
}
