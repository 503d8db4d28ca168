/* SPDX-License-Identifier: MIT */
/* A story as text: columns, what is left out, the width, and that nothing steers a terminal. */
#include "tests/unit/report/story_record.h"

#include "report/render/story_json.h"
#include "report/render/story_text.h"

#define WIDTH 100

static char *rendered(const struct record *r, bool verbose, bool colour)
{
	struct buf b = {0};
	struct story_text_style style = {.verbose = verbose, .colour = colour};
	story_text(&b, &r->story, &style);
	return buf_detach(&b);
}

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

/* No line is too wide, and nothing but newlines and printable characters is in it. */
static void fits(const char *text)
{
	size_t width = 0, left = strlen(text);
	while (left) {
		uint32_t code;
		size_t n = utf8_decode(text, left, &code);
		width = code == '\n' ? 0 : width + 1;
		if (width > WIDTH)
			fail_msg("wider than %d: %.*s", WIDTH, (int)left, text);
		if ((code < ' ' && code != '\n') || code == 0x7f || code == UTF8_BAD)
			fail_msg("character %x", code);
		text += n;
		left -= n;
	}
}

/* Each thread writes what the next one reads: all of them matter. */
static void chain(struct record *r, unsigned threads)
{
	record_init(r, threads, FINDING_ASSERTION);
	for (unsigned i = threads; i-- > 1;) {
		EVENT(i, READ, X);
		EVENT(i, WRITE, X);
		record_values(r, (int)i, (int)i + 1);
		record_switch(r, i, i - 1, OP_YIELD, 0);
	}
	EVENT(0, READ, X);
}

static void columns(void **state)
{
	struct record r;
	(void)state;
	chain(&r, 4);
	record_tell(&r);
	char *text = rendered(&r, false, false);
	contains(text, "  T0 main                  T1                       T2                     "
	               "  T3\n");
	contains(text, "     1 reads 0x100000"); /* in a column further to the right */
	contains(text, "\n                              5 reads 0x100000\n");
	contains(text, "-  T3 yields\n");
	contains(text, "\n     8 ** it failed\n");
	fits(text);
	mem_free(text);
	record_release(&r);
}

static void folded(void **state)
{
	struct record r;
	(void)state;
	chain(&r, 5);
	record_tell(&r);
	char *text = rendered(&r, false, false);
	contains(text, "\n     1 T4   reads 0x100000\n");
	contains(text, "\n     2 T4   writes 0x100000: 4 -> 5\n");
	contains(text, "\n    10 T0   ** it failed\n");
	fits(text);
	mem_free(text);
	record_release(&r);
}

static void left_out(void **state)
{
	struct record record, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_ASSERTION);
	EVENT(1, WRITE, X);
	record_switch(r, 1, 0, OP_WRITE, Y);
	EVENT(0, WRITE, M);
	EVENT(0, WRITE, M);
	EVENT(0, READ, X);
	record_tell(r);
	char *text = rendered(r, false, false);
	contains(text, "… 2 steps that do not matter\n");
	contains(text, "-- T1 is preempted before it writes 0x100010\n");
	lacks(text, "writes 0x100020");
	mem_free(text);
	text = rendered(r, true, false);
	contains(text, "writes 0x100020");
	lacks(text, "do not matter");
	mem_free(text);
	text = rendered(r, false, true);
	contains(text, "\033[");
	mem_free(text);
	record_release(r);
}

/* Whatever the program calls its threads and says in its messages. */
static void hostile(void **state)
{
	static const char name[] = "<b>\033[31m\xff\"\\ \xe2\x80\xae";
	struct record r;
	(void)state;
	chain(&r, 3);
	mem_free(r.finding.message);
	r.finding.message =
	        str_copy("\033]0;owned\007 \xc3\x28 a word that is longer than any column "
	                 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	                 "\xc3\xa4\xc3\xa4\xc3\xa4");
	mem_free(r.outcome.detail.threads.at[1].name);
	r.outcome.detail.threads.at[1].name = str_copy(name);
	record_tell(&r);
	char *text = rendered(&r, true, false);
	fits(text);
	contains(text, "<b>\\x1b[31m\\xff\"");
	mem_free(text);
	struct buf b = {0};
	story_json(&b, &r.story);
	const char *json = buf_cstr(&b);
	contains(json, "\"name\": \"<b>\\u001b[31m\xef\xbf\xbd\\\"\\\\ ");
	for (size_t i = 0; i < b.n; i++)
		assert_true(json[i] == '\n' || (unsigned char)json[i] >= ' ');
	buf_release(&b);
	record_release(&r);
}

static void nothing_to_tell(void **state)
{
	struct record r;
	(void)state;
	record_init(&r, 1, FINDING_ASSERTION);
	r.outcome.detail.known = false;
	record_tell(&r);
	char *text = rendered(&r, true, false);
	assert_string_equal(text, "");
	mem_free(text);
	record_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(columns),         cmocka_unit_test(folded),
	        cmocka_unit_test(left_out),        cmocka_unit_test(hostile),
	        cmocka_unit_test(nothing_to_tell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
