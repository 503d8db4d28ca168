/* SPDX-License-Identifier: MIT */
/* Findings and traces as text: what is shown, and what must not reach a terminal. */
#include "tests/unit/unit.h"

#include "report/words/escape.h"
#include "report/words/text.h"

#include <stdlib.h>
#include <string.h>

static void escaped(void **state)
{
	static const struct {
		const char *in, *out;
		size_t width;
	} cases[] = {
	        {"plain", "plain", 5},
	        {"\033[31mred", "\\x1b[31mred", 11},
	        {"a\tb\nc", "a b\\nc", 6},
	        {"\x7f\r", "\\x7f\\x0d", 8},
	        {"\xc2\x9b"
	         "31m",
	         "\\xc2\\x9b31m", 11}, /* a control sequence in one character */
	        {"\xff", "\\xff", 4},
	        {"\xe2\x80\xae"
	         "abc",
	         "\\u{202e}abc", 11}, /* written from right to left */
	        {"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f", 4},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf b = {0};
		assert_int_equal(escape_text(&b, cases[i].in), cases[i].width);
		assert_string_equal(buf_cstr(&b), cases[i].out);
		buf_release(&b);
	}
}

static void placeholders(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
	        {"{T3} waits for {0xabc}", "T3 waits for 0xabc"},
	        {"{T} {0x} {} {T3 {0xabc", "{T} {0x} {} {T3 {0xabc"},
	        {"{0x12345678901234567}", "{0x12345678901234567}"},
	        {"{{T1}}", "{T1}"},
	};
	struct text_style *style = *state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf b = {0};
		text_expand(&b, style->symbols, cases[i].in);
		assert_string_equal(buf_cstr(&b), cases[i].out);
		buf_release(&b);
	}
}

static char *finding_text(const struct text_style *style, struct finding *f)
{
	struct buf b = {0};
	struct distinct d = {.finding = f, .count = 1};
	text_finding(&b, style, &d);
	return buf_detach(&b);
}

static void finding_as_text(void **state)
{
	uint64_t pcs[] = {0x1000};
	char message[] = "{T1} frees \033[2J{0x10}", text[] = "allocated by {T0}";
	struct note note = {.text = text, .thread = 0, .stack = {pcs, 1, 1}};
	struct finding f = {
	        .kind = FINDING_DOUBLE_FREE, .thread = 1, .message = message, .stack = {pcs, 1, 1}};
	f.notes.at = &note;
	f.notes.n = f.notes.cap = 1;
	char *shown = finding_text(*state, &f);
	assert_string_equal(shown, "double-free: T1 frees \\x1b[2J0x10\n"
	                           "  in thread T1:\n"
	                           "    #0  ?? (0x1000)\n"
	                           "  allocated by T0:\n"
	                           "    #0  ?? (0x1000)\n");
	mem_free(shown);
	f.severity = SEVERITY_WARNING;
	f.thread = NO_THREAD;
	f.notes.n = 0;
	shown = finding_text(*state, &f);
	assert_string_equal(shown, "warning: double-free: T1 frees \\x1b[2J0x10\n"
	                           "    #0  ?? (0x1000)\n");
	mem_free(shown);
}

static void no_message_shows_the_meaning(void **state)
{
	char empty[] = "";
	struct finding f = {.kind = FINDING_LEAK, .thread = NO_THREAD, .message = empty};
	char *shown = finding_text(*state, &f);
	assert_string_equal(shown,
	                    "leak: heap memory that nothing points to was left at the end\n");
	mem_free(shown);
}

static void operations(void **state)
{
	static const struct {
		struct event e;
		const char *text;
	} cases[] = {
	        {{.kind = OP_THREAD_CREATE, .arg = 2}, "create T2"},
	        {{.kind = OP_COND_SIGNAL, .addr = 0x10, .arg = NO_THREAD},
	         "signal 0x10, wakes nobody"},
	        {{.kind = OP_COND_SIGNAL, .addr = 0x10, .arg = 3}, "signal 0x10, wakes T3"},
	        {{.kind = OP_COND_WAIT, .addr = 0x10, .arg = 0x20}, "wait 0x10, releases 0x20"},
	        {{.kind = OP_MUTEX_TIMEDLOCK, .addr = 0x10, .flags = EV_FAILED | EV_TIMEOUT},
	         "timedlock 0x10, failed, timed out"},
	        {{.kind = OP_BARRIER_ARRIVE, .addr = 0x10, .flags = EV_LAST},
	         "barrier-arrive 0x10, opens it"},
	        {{.kind = OP_CHOOSE, .arg = 7}, "choose 7"},
	        {{.kind = OP_ALLOC, .addr = 0x10, .size = 24}, "alloc 0x10 (24 bytes)"},
	};
	struct text_style *style = *state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf b = {0};
		text_operation(&b, style->symbols, &cases[i].e);
		assert_string_equal(buf_cstr(&b), cases[i].text);
		buf_release(&b);
	}
}

static void trace_marks_switches(void **state)
{
	static const struct event events[] = {
	        {.kind = OP_THREAD_CREATE, .arg = 1},
	        {.kind = OP_READ, .addr = 0x10, .size = 4, .thread = 1},
	        {.kind = OP_WRITE, .addr = 0x10, .size = 4, .thread = 1},
	        {.kind = OP_YIELD, .thread = 200},
	        {.kind = OP_YIELD, .thread = 0xfffe},
	};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	text_trace(out, *state, events, ARRAY_SIZE(events));
	fclose(out);
	const char *lines = strchr(text, '\n') + 1;
	assert_string_equal(lines, "     1   T0  create T1\n"
	                           "     2 >    T1  read 0x10\n"
	                           "     3      T1  write 0x10\n"
	                           "     4 > T200 yield\n"
	                           "     5 >                   T65534 yield\n");
	free(text);
}

static int make_style(void **state)
{
	static struct text_style style;
	style.symbols = symbols_open(NULL);
	style.sources = sources_new();
	*state = &style;
	return 0;
}

static int drop_style(void **state)
{
	struct text_style *style = *state;
	symbols_free(style->symbols);
	sources_free(style->sources);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(escaped),         cmocka_unit_test(placeholders),
	        cmocka_unit_test(finding_as_text), cmocka_unit_test(no_message_shows_the_meaning),
	        cmocka_unit_test(operations),      cmocka_unit_test(trace_marks_switches),
	};
	return cmocka_run_group_tests(tests, make_style, drop_style);
}
