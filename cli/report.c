/* SPDX-License-Identifier: MIT */
/* `scree report`: how a finding came about, in the form that is asked for. */
#include "actions/interchange.h"
#include "actions/run_page.h"
#include "actions/tell.h"
#include "base/text.h"
#include "cli/check_options.h"
#include "cli/command.h"
#include "cli/output.h"
#include "jobs/system/file.h"
#include "report/render/html.h"
#include "report/render/story_json.h"
#include "report/render/story_text.h"

#include <stdio.h>
#include <string.h>

struct report_options {
	struct recorded recorded; /* first */
	const char *format, *to;
};

/* ---- formats ---- */

/* All that a format may want. */
struct telling {
	const struct report_options *options;
	const struct output *output;
	size_t finding; /* of output */
	const struct story *story;
};

static void write_text(struct buf *b, const struct telling *t)
{
	const struct finding *f = t->output->findings.at[t->finding].finding;
	struct text_style style = t->output->style;
	style.colour &= t->options->to == NULL;
	struct story_text_style how = {.colour = style.colour,
	                               .verbose = t->options->recorded.exec.verbose};
	text_finding_head(b, &style, f);
	story_text(b, t->story, &how);
	text_finding_rest(b, &style, f);
	buf_text(b, "  replay: ");
	buf_text(b, t->story->replay);
	buf_u8(b, '\n');
}

static void write_json(struct buf *b, const struct telling *t)
{
	story_json(b, t->story);
}

static void write_html(struct buf *b, const struct telling *t)
{
	struct buf json = {0};
	story_json(&json, t->story);
	html_report(b, (const char *)json.at, json.n);
	buf_release(&json);
}

static void write_sarif(struct buf *b, const struct telling *t)
{
	interchange_sarif(b, t->story);
}

static void write_junit(struct buf *b, const struct telling *t)
{
	interchange_junit(b, t->output, t->story);
}

static const struct format {
	const char *name;
	void (*write)(struct buf *b, const struct telling *t);
} formats[] = {
        {"text", write_text},   {"json", write_json},   {"html", write_html},
        {"sarif", write_sarif}, {"junit", write_junit},
};

static const struct format *find_format(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

const char *report_formats(void)
{
	static char names[64];
	size_t n = 0;
	for (size_t i = 0; i < ARRAY_SIZE(formats) && n < sizeof(names); i++)
		n += (size_t)snprintf(names + n, sizeof(names) - n, " %s", formats[i].name);
	BUG_ON(n >= sizeof(names));
	return names;
}

static struct result check_format(const char *name)
{
	if (find_format(name))
		return result_ok();
	struct buf b = {0};
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		buf_printf(&b, "%s%s", i ? ", " : "", formats[i].name);
	struct result r =
	        result_error("--format: there is no '%s'; there are %s", name, buf_cstr(&b));
	buf_release(&b);
	return r;
}

/* ---- options ---- */

static void make_table(struct report_options *o, struct option_table *t)
{
	const struct option table[] = {
	        {"format", 'f', OPTION_STRING, &o->format, "FORMAT", NULL, NULL,
	         "text (default); json, sarif or junit for other tools\n"
	         "(docs/report.md); or html: one page that needs nothing else\n"
	         "(docs/html.md)"},
	        {"output", 'o', OPTION_STRING, &o->to, "FILE", NULL, NULL,
	         "write to FILE instead of standard output"},
	};
	t->n = 0;
	option_table_add(t, table, ARRAY_SIZE(table));
	recorded_add_force(t, &o->recorded);
	exec_options_add(t, &o->recorded.exec, OPTIONS_STORY | OPTIONS_PROGRAM);
}

/* Nobody parses with this table. */
void report_option_list(struct option_table *t)
{
	static struct report_options nowhere;
	make_table(&nowhere, t);
}

static void init(struct report_options *o)
{
	*o = (struct report_options){.format = "text"};
	recorded_init(&o->recorded, "report");
}

static void print_help(void)
{
	struct report_options o;
	struct option_table table;
	init(&o);
	make_table(&o, &table);
	option_table_help(
	        &table,
	        "usage: scree report [OPTIONS] FILE [PROG]\n"
	        "       scree report --format=html DIR\n"
	        "\n"
	        "Tells how the finding of a finding file came about: what each thread did, with\n"
	        "values, why threads were switched, and what matters. The schedule is run once\n"
	        "more for that. PROG: where the program is now.\n"
	        "\n"
	        "Of a run directory (scree check --run-dir=DIR): what the whole run has shown, "
	        "its\n"
	        "jobs, races and findings, and how it got there. Nothing is run for that.\n"
	        "\n"
	        "Exit status: 0 the report is made, 2 not reproduced, or usage or environment\n"
	        "error.\n"
	        "\n");
}

static struct result parse_words(struct report_options *o, int argc, char **argv)
{
	struct option_table table;
	make_table(o, &table);
	GUARD(recorded_parse(&o->recorded, &table, argc, argv));
	return o->recorded.exec.help ? result_ok() : check_format(o->format);
}

/* ---- the report ---- */

static struct result write_out(const struct report_options *o, struct buf *b)
{
	if (o->to)
		return file_write(o->to, b);
	output_print(b, stdout);
	return output_flush();
}

static struct result write_report(const struct report_options *o, const struct output *output,
                                  size_t finding)
{
	struct story story;
	struct buf b = {0};
	tell_story(&story, output, finding,
	           &(struct told){o->recorded.file, &o->recorded.schedule});
	struct telling telling = {o, output, finding, &story};
	find_format(o->format)->write(&b, &telling);
	struct result r = write_out(o, &b);
	buf_release(&b);
	story_release(&story);
	return r;
}

static struct result report_outcome(const struct recorded *r, const struct program *p,
                                    const struct worker *w)
{
	struct output output = {
	        .command = r->command, .options = &r->exec, .program = p, .outcome = &w->outcome};
	output_collect(&output);
	size_t finding = replay_finding(&r->schedule, &output);
	if (!r->schedule.finding.known && output.errors)
		finding = output_most_important(&output);
	struct result result;
	if (w->outcome.done.divergence.happened || finding == output.findings.n) {
		output_error(&output);
		result = result_error("%s: there is nothing to tell, since the finding does not "
		                      "happen any more; `scree replay %s` says what does",
		                      r->file, r->file);
	} else {
		result = write_report((const struct report_options *)r, &output, finding);
	}
	output_release(&output);
	return result;
}

static struct result report_run(const struct report_options *o)
{
	struct buf b = {0};
	if (strcmp(o->format, "html") != 0)
		return result_error("'%s' is a directory; of a whole run there is --format=html "
		                    "only, `scree check --json` says the rest",
		                    o->recorded.file);
	if (o->recorded.exec.program)
		return result_error("'%s' is one word too many; the run knows its program",
		                    o->recorded.exec.program);
	struct result r = run_page(o->recorded.file, check_options_parse, &b);
	if (!result_failed(r))
		r = write_out(o, &b);
	buf_release(&b);
	return r;
}

static struct result report(struct report_options *o)
{
	struct recorded *r = &o->recorded;
	struct program program;
	if (is_run_dir(r->file))
		return report_run(o);
	GUARD(recorded_load(r));
	GUARD(recorded_open(r, &program));
	struct wire_config config = exec_options_config(&r->exec);
	tell_configure(&config, &r->schedule.choices);
	struct result result = recorded_run(r, &program, &config, report_outcome);
	program_release(&program);
	return result;
}

int cmd_report(int argc, char **argv)
{
	struct report_options o;
	init(&o);
	struct result r = parse_words(&o, argc, argv);
	if (!result_failed(r) && o.recorded.exec.help)
		print_help();
	else if (!result_failed(r))
		r = report(&o);
	int status = command_end("report", r, false, EXIT_VERIFIED);
	recorded_release(&o.recorded);
	return status;
}
