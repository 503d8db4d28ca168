/* SPDX-License-Identifier: MIT */
/* No string of the JSON gets out of its place in the page; tests/html/ looks at it in a browser. */
#include "tests/unit/unit.h"

#include "base/text.h"
#include "report/render/html.h"

#include <string.h>

#define OPEN "<script type=\"application/json\" id=\"data\">"

static void shows(void (*page)(struct buf *, const char *, size_t), const char *json,
                  const char *inside)
{
	struct buf b = {0};
	page(&b, json, strlen(json));
	const char *text = buf_cstr(&b);
	const char *data = strstr(text, OPEN);
	assert_non_null(data);
	data += strlen(OPEN);
	assert_memory_equal(data, inside, strlen(inside));
	assert_memory_equal(data + strlen(inside), "</script>", strlen("</script>"));
	assert_null(strstr(data + strlen(inside), OPEN));
	assert_non_null(strstr(data, "</html>"));
	assert_non_null(strstr(text, "default-src 'none'"));
	buf_release(&b);
}

static void both(const char *json, const char *inside)
{
	shows(html_report, json, inside);
	shows(html_run, json, inside);
}

static void what_is_in_strings_stays_there(void **state)
{
	(void)state;
	both("{}", "{}");
	both("[\"</script><!--\"]", "[\"\\u003c/script>\\u003c!--\"]");
	both("[\"\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\"]", "[\"\\u2028\\u2029\xe2\x80\xaa\"]");
	both("[\"@DATA@ @CSP@\"]", "[\"@DATA@ @CSP@\"]");
	/* A sequence that is cut off at the end. */
	both("<\xe2\x80", "\\u003c\xe2\x80");
	both("\xe2", "\xe2");
	both("", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_in_strings_stays_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
