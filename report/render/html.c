/* SPDX-License-Identifier: MIT */
#include "report/render/html.h"

#include "base/bug.h"
#include "base/text.h"

#include <string.h>

/* report/render/html_pages.S. */
extern const char html_page_story[], html_page_story_end[];
extern const char html_page_run[], html_page_run_end[];

#define DATA_MARK "@DATA@"

/*
 * "<" ends a script element or begins a comment in it; the two separators were line ends to
 * older readers of scripts. In JSON all three stand in strings only, where an escape means the
 * same.
 */
static void write_json(struct buf *out, const char *json, size_t n)
{
	size_t from = 0;
	for (size_t i = 0; i < n; i++) {
		const char *escape = NULL;
		size_t length = 1;
		if (json[i] == '<') {
			escape = "\\u003c";
		} else if (i + 2 < n && (memcmp(json + i, "\xe2\x80\xa8", 3) == 0 ||
		                         memcmp(json + i, "\xe2\x80\xa9", 3) == 0)) {
			escape = json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
			length = 3;
		}
		if (!escape)
			continue;
		buf_bytes(out, json + from, i - from);
		buf_text(out, escape);
		from = i + length;
		i = from - 1;
	}
	buf_bytes(out, json + from, n - from);
}

static void write_page(struct buf *out, const char *page, const char *end, const char *json,
                       size_t n)
{
	const char *mark = memmem(page, (size_t)(end - page), DATA_MARK, strlen(DATA_MARK));
	if (!mark)
		BUG("a page has no place for its data");
	buf_bytes(out, page, (size_t)(mark - page));
	buf_text(out, "<script type=\"application/json\" id=\"data\">");
	write_json(out, json, n);
	buf_text(out, "</script>");
	mark += strlen(DATA_MARK);
	buf_bytes(out, mark, (size_t)(end - mark));
}

void html_report(struct buf *out, const char *json, size_t n)
{
	write_page(out, html_page_story, html_page_story_end, json, n);
}

void html_run(struct buf *out, const char *json, size_t n)
{
	write_page(out, html_page_run, html_page_run_end, json, n);
}
