/* SPDX-License-Identifier: MIT */
#include "cli/completion/completion.h"

#include "base/text.h"
#include "cli/output.h"
#include "report/verdict/explain.h"
#include "report/words/escape.h"

#include <stdio.h>
#include <string.h>

const char completion_help[] =
        "usage: scree completion bash|fish|zsh\n"
        "\n"
        "Prints a script that makes the shell complete scree's commands, options and their\n"
        "values. `make install` puts them where shells look for them; without it:\n"
        "\n"
        "  bash   source <(scree completion bash)                    in ~/.bashrc\n"
        "  fish   scree completion fish | source                     in config.fish\n"
        "  zsh    scree completion zsh >DIR/_scree                   DIR is in $fpath\n"
        "\n"
        "Exit status: 0, or 2 where there is no such shell.\n";

static const struct shell {
	const char *name;
	void (*write)(struct buf *b, const struct completion *c);
} shells[] = {
        {"bash", completion_bash},
        {"fish", completion_fish},
        {"zsh", completion_zsh},
};
const char completion_shells[] = " bash fish zsh";

/* ---- values ---- */

static const struct {
	const char *option, *words;
} values[] = {
#define VALUES(option, words) {option, words},
#include "cli/completion/completion.def"
#undef VALUES
        {"mode", ""
#define DEEPENING_MODE(name, word, meaning) " " word
#include "jobs/deepening/deepening_mode.def"
#undef DEEPENING_MODE
        },
};

const char *completion_values(const struct option *o)
{
	if (strcmp(o->name, "format") == 0)
		return report_formats();
	for (size_t i = 0; o->value && i < ARRAY_SIZE(values); i++)
		if (strcmp(values[i].option, o->name) == 0)
			return values[i].words;
	return NULL;
}

void completion_codes(struct buf *b)
{
	struct explain_page p = {0};
	while (explain_next(&p)) {
		buf_u8(b, ' ');
		for (size_t i = 0; i < p.codes.n; i++)
			if (p.codes.at[i] != ',')
				buf_u8(b, (uint8_t)p.codes.at[i]);
	}
}

void completion_brief(struct buf *b, const struct option *o)
{
	for (const char *p = o->help; *p; p++)
		buf_u8(b, *p == '\n' ? ' ' : (uint8_t)*p);
}

void completion_options(const struct command *c, struct option_table *t)
{
	t->n = 0;
	if (c->options)
		c->options(t);
}

/* ---- the command ---- */

static int unknown_shell(const char *name)
{
	struct buf b = {0};
	buf_text(&b, "scree completion: ");
	if (name) {
		buf_text(&b, "'");
		escape_text(&b, name);
		buf_text(&b, "' is not known; ");
	} else {
		buf_text(&b, "for which shell? ");
	}
	buf_printf(&b, "there are%s\n", completion_shells);
	output_print(&b, stderr);
	buf_release(&b);
	return EXIT_USAGE;
}

int completion_command(const struct completion *c, int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	if (name && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)) {
		fputs(completion_help, stdout);
		return EXIT_VERIFIED;
	}
	for (size_t i = 0; name && i < ARRAY_SIZE(shells); i++) {
		if (strcmp(shells[i].name, name) != 0)
			continue;
		struct buf b = {0};
		shells[i].write(&b, c);
		output_print(&b, stdout);
		buf_release(&b);
		return EXIT_VERIFIED;
	}
	return unknown_shell(name);
}
