/* SPDX-License-Identifier: MIT */
#include "cli/check_report.h"

#include "actions/finding_file.h"
#include "actions/tell.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/verdict/races.h"
#include "report/words/number.h"

static int exit_status(enum verdict v)
{
	static const int status[] = {
	        [VERDICT_VERIFIED] = EXIT_VERIFIED,
	        [VERDICT_FINDING] = EXIT_FINDING,
	        [VERDICT_BUDGET] = EXIT_BUDGET,
	        [VERDICT_ERROR] = EXIT_USAGE,
	};
	return status[v];
}

static void print_summary(const struct output *o, const char *sentences)
{
	struct buf b = {0};
	buf_text(&b, "scree: ");
	output_numbers(o, &b);
	buf_text(&b, ", ");
	number_duration(&b, o->outcome->elapsed_s);
	buf_printf(&b, "\n%s", sentences);
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_races(const struct output *o, enum race_mode mode)
{
	struct buf b = {0};
	text_races(&b, &o->style, o->outcome, mode);
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_resume(const char *run_dir)
{
	struct buf b = {0};
	buf_text(&b, "to go on: scree resume");
	command_word(&b, run_dir);
	buf_u8(&b, '\n');
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_text(const struct output *o, struct check_result *c, enum race_mode races,
                       const char *run_dir)
{
	for (size_t i = 0; i < o->findings.n; i++)
		output_finding(o, i, true);
	if (!o->options->quiet) {
		if (!o->jobs)
			print_races(o, races);
		print_summary(o, buf_cstr(&c->sentences));
		if (c->codes.n)
			printf("more on this: scree explain%s\n", buf_cstr(&c->codes));
		if (run_dir)
			print_resume(run_dir);
	}
	if (o->options->stats)
		output_stats(o);
}

/* What could not be saved is shown, so that it is not lost. */
static struct result save_findings(struct output *o, const char *dir)
{
	struct buf lost = {0};
	struct result r = finding_files_save(o, dir, &lost);
	if (result_failed(r)) {
		fputs("scree check: what should have been saved:\n", stderr);
		output_print(&lost, stderr);
		r = result_within(r, "the finding is not saved; its file stands above, and "
		                     "--findings=DIR chooses another place");
	}
	buf_release(&lost);
	return r;
}

/* What could not be written is said after everything was printed. */
static struct result report(struct output *o, const struct check_report *r, int *status)
{
	struct check_result c;
	check_judge(&c, o, r);
	*status = exit_status(c.verdict);

	struct result saved = save_findings(o, r->options->findings);
	struct run_view view = check_view(&c, o, r);
	if (!o->options->json && !o->options->quiet)
		retell_findings(o);
	if (o->options->json)
		run_json(stdout, &view, false);
	else
		print_text(o, &c, view.races, r->run_dir);
	struct result printed = output_flush();
	output_error(o);
	struct sarif_end end = {c.verdict, *status, view.verdict_text};
	struct result written = check_write_files(o, r, &view, &end);
	check_result_release(&c);
	return result_first(result_first(saved, printed), written);
}

struct result check_report(const struct check_report *r, int *status)
{
	struct output o = check_output(r);
	struct result minimised = check_minimise(&o, r);
	struct result result = result_first(report(&o, r, status), minimised);
	output_release(&o);
	return result;
}
