/* SPDX-License-Identifier: MIT */
#include "cli/run_report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/run_replay.h"
#include "jobs/file.h"
#include "report/escape.h"
#include "report/run_json.h"
#include "report/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The parts that all of the output shares. */
struct output {
	const struct run_report *r;
	struct text_style style;
	distinct_vec findings;
	size_t errors; /* distinct findings that are not warnings */
	VEC(char *) replay;
	char *error; /* why the run did not come to its end, or NULL */
};

/* 1234567 as 1,234,567. */
static void add_number(struct buf *b, uint64_t n)
{
	if (n >= 1000) {
		add_number(b, n / 1000);
		buf_printf(b, ",%03u", (unsigned)(n % 1000));
	} else {
		buf_printf(b, "%u", (unsigned)n);
	}
}

static void add_count(struct buf *b, uint64_t n, const char *thing)
{
	add_number(b, n);
	buf_printf(b, " %s%s", thing, n == 1 ? "" : "s");
}

static void print(struct buf *b, FILE *out)
{
	fwrite(b->at, 1, b->n, out);
	buf_clear(b);
}

static bool want_colour(void)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
	return isatty(STDOUT_FILENO) && !(none && *none) && !(term && strcmp(term, "dumb") == 0);
}

/* ---- before printing ---- */

static void collect(struct output *o, const struct run_report *r)
{
	*o = (struct output){.r = r};
	o->style.symbols = symbols_open(r->outcome->maps);
	o->style.sources = sources_new();
	o->style.colour = want_colour();
	distinct_findings(&o->findings, r->outcome, o->style.symbols);
	for (size_t i = 0; i < o->findings.n; i++)
		o->errors += o->findings.at[i].finding->severity == SEVERITY_ERROR;
	if (r->outcome->ending == ENDING_ERROR) {
		struct buf b = {0};
		text_expand(&b, o->style.symbols, r->outcome->error.message);
		o->error = buf_detach(&b);
	} else {
		o->error = str_copy(r->outcome->trouble);
	}
}

static void release(struct output *o)
{
	for (size_t i = 0; i < o->replay.n; i++)
		mem_free(o->replay.at[i]);
	vec_release(&o->replay);
	vec_release(&o->findings);
	symbols_free(o->style.symbols);
	sources_free(o->style.sources);
	mem_free(o->error);
}

/* The first error where there is one, else the first warning. */
static const struct finding *most_important(const struct output *o)
{
	for (size_t i = 0; i < o->findings.n; i++)
		if (o->findings.at[i].finding->severity == SEVERITY_ERROR)
			return o->findings.at[i].finding;
	return o->findings.n ? o->findings.at[0].finding : NULL;
}

static struct result save_schedule(const struct output *o, const struct finding **saved)
{
	const struct finding *f = most_important(o);
	const struct run_report *r = o->r;
	*saved = NULL;
	if (!r->options->save_schedule)
		return result_ok();
	if (r->outcome->ending != ENDING_DONE && !(f && f->schedule.n))
		return result_error(
		        "there is no schedule to save: the run did not come to its end");
	GUARD(replay_save(r->options, r->program, f ? &f->schedule : &r->outcome->done.schedule));
	*saved = f;
	return result_ok();
}

static const char *verdict(const struct output *o)
{
	if (o->errors)
		return "finding";
	if (o->error)
		return "error";
	return o->r->outcome->ending == ENDING_INTERRUPTED ? "interrupted" : "passed";
}

/* ---- text ---- */

static void print_error(const struct output *o)
{
	const struct wire_error *error = &o->r->outcome->error;
	struct buf b = {0};
	buf_text(&b, "scree run: ");
	escape_text(&b, o->error);
	if (error->message && error->thread != NO_THREAD)
		buf_printf(&b, " (thread T%u)", error->thread);
	buf_u8(&b, '\n');
	struct text_style plain = o->style;
	plain.colour = false;
	text_stack(&b, &plain, &error->stack);
	print(&b, stderr);
	buf_release(&b);
}

static void print_finding(const struct output *o, size_t i)
{
	const struct distinct *d = &o->findings.at[i];
	struct buf b = {0};
	text_finding(&b, &o->style, d);
	if (o->r->options->executions > 1) {
		buf_text(&b, "  first in execution ");
		add_number(&b, d->finding->execution);
		if (d->count > 1) {
			buf_text(&b, ", ");
			add_count(&b, d->count, "time");
		}
		buf_u8(&b, '\n');
	}
	buf_text(&b, "  replay: ");
	escape_text(&b, o->replay.at[i]);
	buf_text(&b, "\n\n");
	print(&b, stdout);
	buf_release(&b);
}

static void print_counters(const struct output *o, struct buf *b)
{
	const struct wire_done *done = &o->r->outcome->done;
	for (size_t i = 0; i < COUNT_COUNT; i++) {
		if (!done->counters[i])
			continue;
		buf_text(b, "scree: ");
		add_number(b, done->counters[i]);
		buf_printf(b, " %s\n", counter_info[i].text);
	}
}

static void print_summary(const struct output *o)
{
	const struct outcome *outcome = o->r->outcome;
	struct buf b = {0};
	size_t warnings = o->findings.n - o->errors;
	buf_printf(&b, "scree: %s", outcome->ending == ENDING_INTERRUPTED ? "interrupted; " : "");
	add_count(&b, outcome->done.executions, "execution");
	buf_text(&b, ", ");
	add_count(&b, outcome->done.events, "event");
	buf_text(&b, ", ");
	if (o->errors)
		add_count(&b, o->errors, "finding");
	else
		buf_text(&b, "no finding");
	if (warnings) {
		buf_text(&b, ", ");
		add_count(&b, warnings, "warning");
	}
	if (outcome->ending == ENDING_DONE && outcome->done.exit_status > 0)
		buf_printf(&b, "; the program's exit status is %d", outcome->done.exit_status);
	buf_u8(&b, '\n');
	print_counters(o, &b);
	print(&b, stdout);
	buf_release(&b);
}

static void print_stats(const struct outcome *o)
{
	struct buf b = {0};
	double seconds = o->elapsed_s > 0.001 ? o->elapsed_s : 0.001;
	buf_text(&b, "executions       ");
	add_number(&b, o->done.executions);
	buf_text(&b, "\nexecutions/s     ");
	add_number(&b, (uint64_t)((double)o->done.executions / seconds));
	buf_text(&b, "\nevents           ");
	add_number(&b, o->done.events);
	buf_text(&b, "\nchoices          ");
	add_number(&b, o->done.choices);
	buf_text(&b, "\nthreads          ");
	add_number(&b, o->done.threads);
	buf_text(&b, "\nsnapshot bytes   ");
	add_number(&b, o->done.snapshot_bytes);
	buf_printf(&b, "\nelapsed          %.3f s\nCPU              %.3f s\npeak memory      ",
	           o->elapsed_s, o->cpu_s);
	add_number(&b, o->peak_rss_kb);
	buf_text(&b, " KB\n");
	print(&b, stdout);
	buf_release(&b);
}

static void print_text(const struct output *o)
{
	const struct run_options *options = o->r->options;
	const struct outcome *outcome = o->r->outcome;
	if (options->trace == TRACE_TEXT && outcome->trace.n) {
		text_trace(stdout, &o->style, outcome->trace.at, outcome->trace.n);
		fputc('\n', stdout);
	}
	for (size_t i = 0; i < o->findings.n; i++)
		print_finding(o, i);
	if (!options->quiet && !o->error)
		print_summary(o);
	if (options->stats)
		print_stats(outcome);
}

/* ---- JSON ---- */

static struct run_view json_view(const struct output *o, const struct finding *saved)
{
	return (struct run_view){
	        .program = o->r->program,
	        .args = o->r->options->args,
	        .outcome = o->r->outcome,
	        .findings = &o->findings,
	        .symbols = o->style.symbols,
	        .verdict = verdict(o),
	        .error = o->error,
	        .path = o->r->options->save_schedule,
	        .saved = saved,
	        .replay = (const char *const *)o->replay.at,
	};
}

static struct result write_summary(const struct run_view *view, const char *path)
{
	struct buf b = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *memory = open_memstream(&text, &n);
	if (!memory)
		return result_errno("cannot write '%s'", path);
	run_json(memory, view, false);
	fclose(memory);
	buf_bytes(&b, text, n);
	free(text);
	struct result r = file_write(path, &b);
	buf_release(&b);
	return r;
}

/* A reader that has left early (EPIPE) has seen what it wanted. */
static struct result flush_stdout(void)
{
	if (fflush(stdout) != 0)
		return errno == EPIPE ? result_ok()
		                      : result_errno("cannot write to standard output");
	return result_ok();
}

struct result run_report(const struct run_report *r, int *status)
{
	struct output o;
	const struct finding *saved;
	collect(&o, r);
	struct result result = save_schedule(&o, &saved);
	for (size_t i = 0; i < o.findings.n; i++)
		vec_push(&o.replay, replay_command(r->options, o.findings.at[i].finding,
		                                   o.findings.at[i].finding == saved));
	struct run_view view = json_view(&o, saved);
	if (r->options->json || r->options->trace == TRACE_JSON)
		run_json(stdout, &view, r->options->trace != TRACE_NONE);
	else
		print_text(&o);
	if (!result_failed(result))
		result = flush_stdout();
	if (o.error)
		print_error(&o);
	if (r->options->summary && !result_failed(result))
		result = write_summary(&view, r->options->summary);
	bool incomplete = o.error || r->outcome->ending == ENDING_INTERRUPTED;
	*status = o.errors ? EXIT_FINDING : incomplete ? EXIT_USAGE : EXIT_VERIFIED;
	release(&o);
	return result;
}
