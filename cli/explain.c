/* SPDX-License-Identifier: MIT */
/* `scree explain`: what a word of scree's means, and what to do about it. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/verdict/explain.h"
#include "report/words/escape.h"

#include <stdio.h>
#include <string.h>

#define CODE_COLUMN 24
#define BRIEF_MOST  54

const char explain_help[] =
        "usage: scree explain [CODE...]\n"
        "\n"
        "Says what a word of scree's means and what to do about it: kinds of findings,\n"
        "counters, verdicts and exit statuses (status-3), states of jobs, what became of\n"
        "races, calls that are not supported. Without a CODE it lists them all. The same\n"
        "pages are in docs/explain.md.\n"
        "\n"
        "Exit status: 0, or 2 where there is no such code.\n";

static void list_codes(struct buf *b)
{
	struct explain_page p = {0};
	const char *group = NULL;
	while (explain_next(&p)) {
		if (p.group.at != group)
			buf_printf(b, "%s%.*s\n", group ? "\n" : "", (int)p.group.n, p.group.at);
		group = p.group.at;
		buf_printf(b, "  %.*s", (int)p.codes.n, p.codes.at);
		if (p.codes.n < CODE_COLUMN)
			buf_fill(b, ' ', CODE_COLUMN - p.codes.n);
		else
			buf_fill(b, ' ', 1);
		explain_brief(b, &p, BRIEF_MOST);
		buf_u8(b, '\n');
	}
	buf_text(b, "\n'scree explain CODE' explains one of them.\n");
}

/* What the user typed may hold anything. */
static void unknown_code(const char *code)
{
	struct buf b = {0};
	char *near = explain_closest(code);
	buf_text(&b, "scree explain: there is no code '");
	escape_text(&b, code);
	if (near)
		buf_printf(&b, "'; did you mean '%s'?\n", near);
	else
		buf_text(&b, "'; 'scree explain' lists them\n");
	output_print(&b, stderr);
	buf_release(&b);
	mem_free(near);
}

static void add_page(struct buf *b, const struct explain_page *p)
{
	buf_printf(b, "%s%.*s (%.*s)\n\n", b->n ? "\n" : "", (int)p->codes.n, p->codes.at,
	           (int)p->group.n, p->group.at);
	buf_printf(b, "%.*s\n", (int)p->text.n, p->text.at);
}

int cmd_explain(int argc, char **argv)
{
	struct buf b = {0};
	int status = EXIT_VERIFIED;
	for (int i = 1; i < argc; i++) {
		struct explain_page p;
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			fputs(explain_help, stdout);
			buf_release(&b);
			return EXIT_VERIFIED;
		}
		if (explain_find(argv[i], &p)) {
			add_page(&b, &p);
		} else {
			unknown_code(argv[i]);
			status = EXIT_USAGE;
		}
	}
	if (argc < 2)
		list_codes(&b);
	output_print(&b, stdout);
	buf_release(&b);
	return status;
}
