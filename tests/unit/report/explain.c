/* SPDX-License-Identifier: MIT */
/* docs/explain.md has a page for every word, and is found by it. */
#include "tests/unit/unit.h"

#include "base/str.h"
#include "base/text.h"
#include "cli/command.h"
#include "event/finding.h"
#include "event/wire.h"
#include "jobs/deepening/job.h"
#include "jobs/deepening/race_table.h"
#include "report/verdict/explain.h"
#include "report/verdict/verdict.h"

#include <string.h>

#define WIDEST 80

/* The page has its code as it is written, and something to say. */
static void in_group(const char *name, const char *group)
{
	struct explain_page p;
	if (!explain_find(name, &p))
		fail_msg("no page on %s in docs/explain.md", name);
	if (p.group.n != strlen(group) || memcmp(p.group.at, group, p.group.n) != 0)
		fail_msg("%s is not under \"%s\"", name, group);
	assert_true(p.text.n > 0);
}

static void findings(void **state)
{
	(void)state;
	for (int i = 0; i < FINDING_COUNT; i++)
		in_group(finding_info[i].text, "Findings");
}

static void counters(void **state)
{
	(void)state;
	for (int i = 0; i < COUNT_COUNT; i++)
		in_group(counter_info[i].name, counter_info[i].weight == COUNTER_WEAKENS
		                                       ? "Counters that weaken the verdict"
		                                       : "Counters that explain");
}

static void verdicts(void **state)
{
	static const int status[] = {EXIT_VERIFIED, EXIT_FINDING, EXIT_USAGE, EXIT_BUDGET};
	(void)state;
	for (int i = VERDICT_VERIFIED; i <= VERDICT_ERROR; i++)
		in_group(verdict_name[i], "Verdicts and exit statuses");
	for (size_t i = 0; i < ARRAY_SIZE(status); i++) {
		char *code = str_format("status-%d", status[i]);
		in_group(code, "Verdicts and exit statuses");
		mem_free(code);
	}
}

static void jobs_and_races(void **state)
{
	(void)state;
	for (int i = 0; i < JOB_STATES; i++)
		in_group(job_state_name[i], "Jobs");
	for (int i = 0; i < RACE_FATES; i++)
		in_group(race_fate_name[i], "Races");
	in_group("unsupported", "Messages");
	in_group("divergence", "Messages");
}

static void a_name_is_a_code(void **state)
{
	struct buf b = {0};
	struct explain_page p;
	(void)state;
	explain_code(&b, "FILE_WRITES");
	assert_string_equal(buf_cstr(&b), "file-writes");
	buf_release(&b);
	assert_true(explain_find("File_writes", &p));
	assert_false(explain_find("file", &p));
	assert_false(explain_find("file-writes-", &p));
	assert_false(explain_find("", &p));
	assert_false(explain_find(",", &p));
}

static void the_nearest_is_named(void **state)
{
	char *near = explain_closest("LOST_WAKUP");
	(void)state;
	assert_string_equal(near, "lost-wakeup");
	mem_free(near);
	assert_null(explain_closest("xyzzy-plugh"));
}

/* A page found by a code of it is itself: no code is there twice. No line is too long. */
static void pages_are_distinct(void **state)
{
	struct explain_page p = {0}, found;
	size_t n = 0;
	(void)state;
	while (explain_next(&p)) {
		char *codes = str_format("%.*s", (int)p.codes.n, p.codes.at), *rest = codes;
		for (char *code; (code = strtok_r(rest, ", ", &rest)); n++) {
			if (!explain_find(code, &found) || found.codes.at != p.codes.at)
				fail_msg("%s has two pages", code);
		}
		const char *at = p.text.at, *end = p.text.at + p.text.n;
		for (; at < end; at += strcspn(at, "\n") + 1)
			if (strcspn(at, "\n") > WIDEST)
				fail_msg("a line of %s is wider than a terminal", codes);
		mem_free(codes);
	}
	assert_true(n > FINDING_COUNT + COUNT_COUNT);
}

static void brief_ends_with_a_word(void **state)
{
	struct explain_page p = {.text = {"Too long to\nbe said. Next", 25}};
	struct buf b = {0};
	(void)state;
	explain_brief(&b, &p, 40);
	assert_string_equal(buf_cstr(&b), "Too long to be said");
	buf_clear(&b);
	explain_brief(&b, &p, 13);
	assert_string_equal(buf_cstr(&b), "Too long to ...");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(findings),           cmocka_unit_test(counters),
	        cmocka_unit_test(verdicts),           cmocka_unit_test(jobs_and_races),
	        cmocka_unit_test(a_name_is_a_code),   cmocka_unit_test(the_nearest_is_named),
	        cmocka_unit_test(pages_are_distinct), cmocka_unit_test(brief_ends_with_a_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
