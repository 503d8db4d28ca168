/* SPDX-License-Identifier: MIT */
/* The files that a check writes: a place that cannot be written to is a result, not an end. */
#include "tests/unit/unit.h"

#include "actions/check_result.h"
#include "actions/interchange.h"
#include "actions/tell.h"
#include "base/text.h"
#include "jobs/system/file.h"
#include "tests/unit/actions/one_finding.h"

#define NOWHERE "/dev/null/file"

static struct tempdir dir;

static void make(struct one_finding *w)
{
	one_finding_make(w, "p");
	w->output.findings.at[0].post_mortem = true; /* nothing is run again */
}

static void fails(struct result r)
{
	assert_non_null(r.error);
	assert_non_null(strstr(r.error, NOWHERE));
	result_release(&r);
}

static char *path(const char *name)
{
	return str_format("%s/%s", dir.path, name);
}

/* It is there and says this. */
static void says(const char *file, const char *text)
{
	struct buf b = {0};
	assert_null(file_read(file, &b, 1 << 20).error);
	assert_non_null(strstr(buf_cstr(&b), text));
	buf_release(&b);
}

static const struct sarif_end end = {VERDICT_FINDING, 1, "a finding"};

static void summary(void **state)
{
	struct one_finding w;
	char *file = path("summary");
	(void)state;
	make(&w);
	struct run_view view = output_view(&w.output);
	view.verdict = "finding";
	assert_null(output_write_summary(&view, file).error);
	says(file, "n == 2 failed");
	fails(output_write_summary(&view, NOWHERE));
	one_finding_release(&w);
	mem_free(file);
}

/* One of them cannot be written: the other one is there. */
static void interchange(void **state)
{
	struct one_finding w;
	char *sarif = path("sarif"), *junit = path("junit");
	(void)state;
	make(&w);
	fails(interchange_write(&w.output, &(struct interchange_files){NOWHERE, junit}, &end));
	says(junit, "n == 2 failed");
	fails(interchange_write(&w.output, &(struct interchange_files){sarif, NOWHERE}, &end));
	says(sarif, "n == 2 failed");
	assert_null(interchange_write(&w.output, &(struct interchange_files){0}, &end).error);
	one_finding_release(&w);
	mem_free(sarif);
	mem_free(junit);
}

/* Without an error there is no page; with one that cannot be run again it is said why. */
static void page(void **state)
{
	struct one_finding w;
	(void)state;
	make(&w);
	struct result r = tell_page(&w.output, NOWHERE);
	assert_non_null(r.error);
	assert_non_null(strstr(r.error, "none has a schedule"));
	result_release(&r);
	w.output.errors = 0;
	assert_null(tell_page(&w.output, NOWHERE).error);
	one_finding_release(&w);
}

/* All files of a check are tried; the first failure is told. */
static void check(void **state)
{
	struct one_finding w;
	char *junit = path("junit of a check");
	struct check_options options = {.sarif = NOWHERE, .junit = junit};
	(void)state;
	make(&w);
	w.options.summary = NOWHERE "/summary";
	struct check_report r = {.options = &options, .program = &w.program, .outcome = &w.outcome};
	struct run_view view = output_view(&w.output);
	view.verdict = "finding";
	struct result result = check_write_files(&w.output, &r, &view, &end);
	assert_non_null(result.error);
	assert_non_null(strstr(result.error, NOWHERE "/summary"));
	result_release(&result);
	says(junit, "n == 2 failed");
	one_finding_release(&w);
	mem_free(junit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(summary),
	        cmocka_unit_test(interchange),
	        cmocka_unit_test(page),
	        cmocka_unit_test(check),
	};
	if (result_failed(tempdir_make(&dir)))
		return 1;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	tempdir_remove(&dir);
	return failed;
}
