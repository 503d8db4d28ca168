/* SPDX-License-Identifier: MIT */
/* JUnit XML: what becomes of each verdict, and that any bytes make valid XML. */
#include "tests/unit/report/story_record.h"

#include "report/render/junit.h"

static void contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static void lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in:\n%s", part, text);
}

static char *written(const struct junit *j, enum verdict verdict, const char *text)
{
	struct buf b = {0};
	struct junit_end end = {.verdict = verdict, .text = text, .seconds = 1.5};
	junit_write(&b, j, &end);
	return buf_detach(&b);
}

static void verdicts(void **state)
{
	static const char *const elements[] = {"<skipped>", "<error ", "<failure "};
	static const struct {
		enum verdict verdict;
		const char *element; /* NULL: passed */
		const char *totals;
	} table[] = {
	        {VERDICT_VERIFIED, NULL, "tests=\"1\" failures=\"0\" errors=\"0\""},
	        {VERDICT_BUDGET, "<skipped>", "tests=\"1\" failures=\"0\" errors=\"0\""},
	        {VERDICT_ERROR, "<error ", "tests=\"1\" failures=\"0\" errors=\"1\""},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct junit j = {.program = "./test 1"};
		char *text = written(&j, table[i].verdict, "what it has shown\n");
		for (size_t k = 0; k < ARRAY_SIZE(elements); k++)
			if (!table[i].element || strcmp(table[i].element, elements[k]) != 0)
				lacks(text, elements[k]);
		if (table[i].element)
			contains(text, table[i].element);
		contains(text, table[i].totals);
		contains(text, "<testcase name=\"./test 1\" classname=\"scree\" time=\"1.500\">");
		contains(text, "<system-out>what it has shown\n</system-out>");
		contains(text,
		         table[i].verdict == VERDICT_BUDGET ? " skipped=\"1\"" : " skipped=\"0\"");
		mem_free(text);
		junit_release(&j);
	}
}

static void findings(void **state)
{
	struct record error, warning;
	struct junit j = {.program = "./test"};
	(void)state;
	record_init(&error, 1, FINDING_DEADLOCK);
	record_init(&warning, 1, FINDING_LEAK);
	warning.finding.severity = SEVERITY_WARNING;
	record_tell(&error);
	record_tell(&warning);
	junit_story(&j, &error.story);
	junit_story(&j, &warning.story);
	vec_push(&j.properties, (struct junit_property){"executions", 7});
	char *text = written(&j, VERDICT_FINDING, "one\n");
	contains(text, "tests=\"1\" failures=\"1\" errors=\"0\"");
	contains(text, "<failure type=\"deadlock\" message=\"it failed\">deadlock: it failed\n");
	/* A warning fails nothing. */
	lacks(text, "<failure type=\"leak\"");
	contains(text, "<system-out>one\nwarning: leak: it failed\n");
	contains(text, "<property name=\"executions\" value=\"7\"/>");
	mem_free(text);
	junit_release(&j);
	record_release(&error);
	record_release(&warning);
}

static void any_bytes(void **state)
{
	char all[256], *p = all;
	(void)state;
	for (unsigned c = 1; c < 256; c++)
		*p++ = (char)c;
	*p = '\0';
	struct junit j = {.program = all};
	char *text = written(&j, VERDICT_BUDGET, "]]>\xef\xbf\xbf\xed\xa0\x80");
	for (size_t at = 0, n = strlen(text); at < n;) {
		uint32_t code;
		size_t used = utf8_decode(text + at, n - at, &code);
		assert_true(code >= ' ' || code == '\n');
		assert_true(code != 0x7f && code != 0xffff);
		assert_false(code == UTF8_BAD && used == 1);
		at += used;
	}
	/* In an attribute lines and tabs are kept by references. */
	contains(text, "&#9;&#10;");
	contains(text, "!&quot;#$%&amp;'");
	contains(text, ";&lt;=&gt;?");
	contains(text, "]]&gt;");
	mem_free(text);
	junit_release(&j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(verdicts),
	        cmocka_unit_test(findings),
	        cmocka_unit_test(any_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
