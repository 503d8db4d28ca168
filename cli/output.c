/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include "base/text.h"
#include "cli/command.h"
#include "report/words/escape.h"
#include "report/words/number.h"

#include <errno.h>

void output_print(struct buf *b, FILE *out)
{
	buf_print(b, out);
	buf_clear(b);
}

/* ---- text ---- */

void output_error(const struct output *o)
{
	const struct wire_error *error = &o->outcome->error;
	struct buf b = {0};
	if (!o->error)
		return;
	buf_printf(&b, "scree %s: ", o->command);
	escape_text(&b, o->error);
	if (error->message && error->thread != NO_THREAD)
		buf_printf(&b, " (thread T%u)", error->thread);
	buf_u8(&b, '\n');
	struct text_style plain = o->style;
	plain.colour = false;
	text_stack(&b, &plain, &error->stack);
	output_print(&b, stderr);
	buf_release(&b);
}

static size_t preemptions_when_found(const struct output *o, size_t i)
{
	const struct minimised *m = output_minimised(o, i);
	return m ? m->from.preemptions : schedule_preemptions(&o->findings.at[i].finding->schedule);
}

static void add_minimised(struct buf *b, const struct output *o, size_t i)
{
	const struct minimised *m = output_minimised(o, i);
	if (i < o->smaller.n && o->smaller.at[i].trouble)
		buf_printf(b, "  not minimized: %s\n", o->smaller.at[i].trouble);
	if (!m)
		return;
	buf_text(b, "  minimized: ");
	text_minimised(b, m);
	buf_u8(b, '\n');
}

void output_finding(const struct output *o, size_t i, bool several)
{
	const struct distinct *d = &o->findings.at[i];
	struct buf b = {0};
	text_finding_head(&b, &o->style, d->finding);
	if (i < o->stories.n && o->stories.at[i])
		buf_text(&b, o->stories.at[i]);
	text_finding_rest(&b, &o->style, d->finding);
	if (several) {
		buf_text(&b, "  first in execution ");
		number_add(&b, d->finding->execution);
		if (d->count > 1) {
			buf_text(&b, ", ");
			number_count(&b, d->count, "time");
		}
		if (!d->post_mortem) {
			buf_text(&b, ", with ");
			number_count(&b, preemptions_when_found(o, i), "preemption");
		}
		buf_u8(&b, '\n');
	}
	add_minimised(&b, o, i);
	if (i < o->replay.n && o->replay.at[i]) {
		buf_text(&b, "  replay: ");
		escape_text(&b, o->replay.at[i]);
		buf_u8(&b, '\n');
	}
	buf_u8(&b, '\n');
	output_print(&b, stdout);
	buf_release(&b);
}

void output_trace(const struct output *o)
{
	if (o->options->trace != TRACE_TEXT || !o->outcome->trace.n)
		return;
	text_trace(stdout, &o->style, o->outcome->trace.at, o->outcome->trace.n);
	fputc('\n', stdout);
}

void output_numbers(const struct output *o, struct buf *b)
{
	const struct outcome *outcome = o->outcome;
	size_t warnings = o->findings.n - o->errors;
	number_count(b, outcome_executions(outcome), "execution");
	buf_text(b, ", ");
	number_count(b, outcome->done.events, "event");
	buf_text(b, ", ");
	if (o->errors)
		number_count(b, o->errors, "finding");
	else
		buf_text(b, "no finding");
	if (warnings) {
		buf_text(b, ", ");
		number_count(b, warnings, "warning");
	}
}

void output_stats(const struct output *o)
{
	const struct outcome *outcome = o->outcome;
	struct buf b = {0};
	double seconds = outcome->elapsed_s > 0.001 ? outcome->elapsed_s : 0.001;
	const struct {
		const char *name;
		uint64_t value;
	} lines[] = {
	        {"executions", outcome->done.executions},
	        {"executions/s", (uint64_t)((double)outcome->done.executions / seconds)},
	        {"events", outcome->done.events},
	        {"choices", outcome->done.choices},
	        {"threads", outcome->done.threads},
	        {"snapshot bytes", outcome->done.snapshot_bytes},
	};
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		buf_printf(&b, "%-16s ", lines[i].name);
		number_add(&b, lines[i].value);
		buf_u8(&b, '\n');
	}
	buf_printf(&b, "elapsed          %.3f s\nCPU              %.3f s\npeak memory      ",
	           outcome->elapsed_s, outcome->cpu_s);
	number_add(&b, outcome->peak_rss_kb);
	buf_text(&b, " KB\n");
	output_print(&b, stdout);
	buf_release(&b);
}

/* ---- the end ---- */

/*
 * 0: all that was printed is written. Where a write failed when the buffer was full,
 * only another one tells why; if that succeeds, something is missing all the same.
 */
static int stdout_error(void)
{
	if (fflush(stdout) != 0)
		return errno;
	if (!ferror(stdout))
		return 0;
	clearerr(stdout);
	return fputc('\n', stdout) == EOF || fflush(stdout) != 0 ? errno : EIO;
}

struct result output_flush(void)
{
	int error = stdout_error();
	if (error == 0 || error == EPIPE)
		return result_ok();
	errno = error;
	return result_errno("cannot write to standard output");
}

int command_end(const char *command, struct result r, bool json, int status)
{
	if (!result_failed(r))
		return status;
	struct buf b = {0};
	escape_text(&b, r.error);
	fprintf(stderr, "scree %s: %s\n", command, buf_cstr(&b));
	buf_release(&b);
	if (json && status < 0)
		run_json_error(stdout, command, r.error);
	result_release(&r);
	return EXIT_USAGE;
}
