/* SPDX-License-Identifier: MIT */
/*
 * SARIF: URIs, messages that mean themselves, places, the order of steps and switches, limits, and
 * fingerprints. tests/formats/ holds whole logs against the schema.
 */
#include "tests/unit/report/story_record.h"

#include "report/render/sarif_internal.h"

static void contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%.4000s", part, text);
}

static void lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in:\n%.4000s", part, text);
}

static char *rendered(const struct story *s, const char *directory)
{
	struct buf b = {0};
	struct sarif log;
	sarif_open(&log, &b, directory);
	sarif_story(&log, s);
	sarif_close(&log, NULL);
	return buf_detach(&b);
}

/* ---- words ---- */

static void uris(void **state)
{
	static const char *const table[][2] = {
	        {"a/b.c", "a/b.c"},
	        {"/usr/include/x.h", "file:///usr/include/x.h"},
	        {"a b#?%.c", "a%20b%23%3F%25.c"},
	        {"c:d.c", "c%3Ad.c"},
	        {"\303\251\377.c", "%C3%A9%FF.c"},
	        {"x\n\"<.c", "x%0A%22%3C.c"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct buf b = {0};
		sarif_uri(&b, table[i][0]);
		assert_string_equal(buf_cstr(&b), table[i][1]);
		buf_release(&b);
	}
}

static void messages(void **state)
{
	static const char *const table[][2] = {
	        {"plain", "{\"m\": {\"text\": \"plain\"}}\n"},
	        {"struct {0}", "{\"m\": {\"text\": \"struct {{0}}\"}}\n"},
	        {"[click](1) a[2](x)", "{\"m\": {\"text\": \"[click] (1) a[2] (x)\"}}\n"},
	        {"a[1]", "{\"m\": {\"text\": \"a[1]\"}}\n"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		struct buf b = {0};
		struct json j = {.out = &b};
		json_open(&j, NULL, '{');
		sarif_message(&j, "m", table[i][0]);
		json_close(&j);
		assert_string_equal(buf_cstr(&b), table[i][1]);
		buf_release(&b);
	}
}

/* ---- places ---- */

/* A story of one frame, all of it by hand. */
struct hand {
	struct story story;
	struct story_file file;
	struct story_frame frame;
	struct story_stack stack;
	uint32_t index;
	char *lines[3];
};

static void by_hand(struct hand *h, char *path, uint32_t line, uint32_t column)
{
	static char program[] = "dir/test", message[] = "it failed", function[] = "f",
	            first[] = "int x;", second[] = "\t\303\251 = x;", third[] = "\tx++;";
	*h = (struct hand){.lines = {first, second, third}};
	h->frame = (struct story_frame){.function = function, .line = line, .column = column};
	h->file = (struct story_file){.path = path, .first = 1, .readable = true};
	h->file.lines.at = h->lines;
	h->file.lines.n = 3;
	h->stack.frames.at = &h->index;
	h->stack.frames.n = 1;
	h->story = (struct story){.program = program, .message = message, .headline = message};
	h->story.thread = NO_THREAD;
	h->story.files.at = &h->file;
	h->story.frames.at = &h->frame;
	h->story.stacks.at = &h->stack;
	h->story.files.n = h->story.frames.n = h->story.stacks.n = 1;
}

static void places(void **state)
{
	static char path[] = "src/q.c", far[] = "/usr/q.c";
	struct hand h;
	(void)state;
	by_hand(&h, path, 2, 4);
	char *text = rendered(&h.story, "/home/me/a b");
	contains(text, "\"uri\": \"file:///home/me/a%20b/\"");
	contains(text, "{\"uri\": \"src/q.c\", \"uriBaseId\": \"%SRCROOT%\"}");
	/* The tab and two bytes are two characters. */
	contains(text, "{\"startLine\": 2, \"startColumn\": 3, \"snippet\":");
	mem_free(text);
	/* What is not known is not said. */
	by_hand(&h, far, 9, 4);
	text = rendered(&h.story, NULL);
	contains(text, "{\"uri\": \"file:///usr/q.c\"}, \"region\": {\"startLine\": 9}");
	lacks(text, "originalUriBaseIds");
	mem_free(text);
	by_hand(&h, path, 3, 99);
	text = rendered(&h.story, NULL);
	lacks(text, "startColumn");
	mem_free(text);
	h.story.stack = STORY_NONE;
	text = rendered(&h.story, NULL);
	contains(text, "\"locations\": []");
	mem_free(text);
}

static char *fingerprint(const struct story *s)
{
	static const char key[] = "\"screeKindAndPlace/v1\": \"";
	char *text = rendered(s, NULL), *at = strstr(text, key);
	assert_non_null(at);
	char *found = str_format("%.16s", at + strlen(key));
	mem_free(text);
	return found;
}

static void fingerprints(void **state)
{
	static char path[] = "src/q.c", moved[] = "/elsewhere/q.c", other[] = "src/r.c";
	static char added[] = "/* new */";
	struct hand h;
	(void)state;
	by_hand(&h, path, 3, 2);
	char *first = fingerprint(&h.story);
	/* The same line elsewhere is the same bug. */
	by_hand(&h, moved, 2, 2);
	h.lines[1] = h.lines[2];
	h.lines[2] = added;
	char *same = fingerprint(&h.story);
	assert_string_equal(first, same);
	mem_free(same);
	/* Another kind, file or line is not. */
	char *others[3];
	by_hand(&h, path, 3, 2);
	h.story.kind = FINDING_DEADLOCK;
	others[0] = fingerprint(&h.story);
	by_hand(&h, other, 3, 2);
	others[1] = fingerprint(&h.story);
	by_hand(&h, path, 1, 2);
	others[2] = fingerprint(&h.story);
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		assert_string_not_equal(first, others[i]);
		mem_free(others[i]);
	}
	mem_free(first);
}

/* ---- flows ---- */

static void order(void **state)
{
	struct record record = {0}, *r = &record;
	(void)state;
	record_init(r, 2, FINDING_ASSERTION);
	r->necessary[0] = NECESSARY_YES;
	r->n_necessary = 1;
	EVENT(1, READ, X);
	record_switch(r, 1, 0, OP_WRITE, X);
	EVENT(0, WRITE, X);
	record_values(r, 1, 2);
	record_switch(r, 0, 1, OP_YIELD, 0);
	EVENT(1, WRITE, X);
	record_tell(r);
	char *text = rendered(&r->story, NULL);
	/* Switches stand between steps, with the thread that stops. */
	const char *one = strstr(text, "\"id\": \"T1\"");
	assert_non_null(one);
	contains(one, "\"kinds\": [\"switch\", \"preempted\"], \"executionOrder\": 2, "
	              "\"importance\": \"essential\"");
	contains(one, "\"executionOrder\": 5");
	lacks(one, "\"executionOrder\": 3");
	contains(text, "\"executionOrder\": 3");
	contains(text, "\"kinds\": [\"switch\", \"yield\"], \"executionOrder\": 4, "
	               "\"importance\": \"important\"");
	contains(text, "\"state\": {");
	contains(text, "{\"text\": \"2\"}");
	lacks(text, "in all");
	mem_free(text);
	record_release(r);
}

static size_t count(const char *text, const char *part)
{
	size_t n = 0;
	for (const char *p = text; (p = strstr(p, part)); p += strlen(part))
		n++;
	return n;
}

/* So many steps that the failure does not depend on, then some that it does; three more locations.
 */
static char *long_story(struct record *r, unsigned idle, unsigned busy)
{
	record_init(r, 2, FINDING_ASSERTION);
	for (unsigned i = 0; i < idle; i++)
		EVENT(1, READ, Y);
	for (unsigned i = 0; i < busy; i++)
		EVENT(1, WRITE, X);
	record_switch(r, 1, 0, OP_YIELD, 0);
	EVENT(0, READ, X);
	record_tell(r);
	for (size_t i = 0; i < r->story.run.steps.n; i++)
		r->story.run.steps.at[i].slice = i >= idle;
	return rendered(&r->story, NULL);
}

static void limits(void **state)
{
	struct record r;
	(void)state;
	char *text = long_story(&r, SARIF_LOCATIONS_MAX - 10, 7);
	assert_int_equal(count(text, "\"executionOrder\""), SARIF_LOCATIONS_MAX);
	lacks(text, "in all");
	mem_free(text);
	record_release(&r);

	text = long_story(&r, SARIF_LOCATIONS_MAX, 7);
	assert_int_equal(count(text, "\"executionOrder\""), 10);
	contains(text,
	         "Only steps that the failure depends on are told. There are 10,009 steps in all.");
	mem_free(text);
	record_release(&r);

	text = long_story(&r, 1, SARIF_LOCATIONS_MAX);
	assert_int_equal(count(text, "\"executionOrder\""), SARIF_LOCATIONS_MAX);
	contains(text, "The beginning is left out. There are 10,003 steps in all.");
	mem_free(text);
	record_release(&r);
}

static void no_steps(void **state)
{
	struct record r;
	(void)state;
	record_init(&r, 1, FINDING_ASSERTION);
	r.outcome.detail.known = false;
	record_tell(&r);
	char *text = rendered(&r.story, NULL);
	lacks(text, "codeFlows");
	contains(text, "\"message\": {\"text\": \"it failed\"}");
	mem_free(text);
	record_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(uris),     cmocka_unit_test(messages),
	        cmocka_unit_test(places),   cmocka_unit_test(fingerprints),
	        cmocka_unit_test(order),    cmocka_unit_test(limits),
	        cmocka_unit_test(no_steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
