/* SPDX-License-Identifier: MIT */
/* One line for each option, as fish wants it. */
#include "cli/completion/completion.h"

#include "base/text.h"

#include <string.h>

static void add_quoted(struct buf *b, const char *s, size_t n)
{
	buf_u8(b, '\'');
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\'' || s[i] == '\\')
			buf_u8(b, '\\');
		buf_u8(b, (uint8_t)s[i]);
	}
	buf_u8(b, '\'');
}

/* ours: not behind the program, whose options are its own. */
static void begin(struct buf *b, const struct command *c, bool ours)
{
	buf_text(b, "complete -c scree -n '");
	if (ours)
		buf_printf(b, "__scree_ours %s; and ", c->name);
	buf_printf(b, "__fish_seen_subcommand_from %s'", c->name);
}

static void add_value(struct buf *b, const struct option *o)
{
	const char *words = completion_values(o);
	if (words)
		buf_printf(b, "%s -a '%s'", o->fallback ? "" : " -x", words + 1);
	else if (strcmp(o->value, "FILE") == 0)
		buf_text(b, " -r -F");
	else if (strcmp(o->value, "DIR") == 0)
		buf_text(b, " -x -a '(__fish_complete_directories)'");
	else if (!o->fallback)
		buf_text(b, " -x");
}

static void add_option(struct buf *b, const struct command *c, const struct option *o)
{
	struct buf brief = {0};
	begin(b, c, c->words == WORDS_PROGRAM);
	buf_printf(b, " -l %s", o->name);
	if (o->alias)
		buf_printf(b, " -s %c", o->alias);
	if (o->value)
		add_value(b, o);
	completion_brief(&brief, o);
	buf_text(b, " -d ");
	add_quoted(b, (const char *)brief.at, brief.n);
	buf_u8(b, '\n');
	buf_release(&brief);
}

static void add_words(struct buf *b, const struct command *c, const struct completion *all)
{
	struct buf words = {0};
	if (c->words == WORDS_COMMANDS)
		for (size_t i = 0; i < all->n; i++)
			buf_printf(&words, " %s", all->commands[i].name);
	else if (c->words == WORDS_CODES)
		completion_codes(&words);
	else if (c->words == WORDS_SHELLS)
		buf_text(&words, completion_shells);
	else if (c->words == WORDS_DIRECTORY)
		buf_text(&words, " (__fish_complete_directories)");
	begin(b, c, false);
	if (words.n)
		buf_printf(b, " -f -a '%s'\n", buf_cstr(&words) + 1);
	else
		buf_text(b, c->words == WORDS_NONE ? " -f\n" : " -F\n");
	buf_release(&words);
}

/* Those options of a command that take the next word. */
static void add_valued(struct buf *b, const struct command *c)
{
	struct option_table table;
	completion_options(c, &table);
	buf_printf(b, "\tcase %s\n\t\tset valued", c->name);
	for (size_t i = 0; i < table.n; i++) {
		const struct option *o = &table.at[i];
		if (!o->value || o->fallback)
			continue;
		buf_printf(b, " --%s", o->name);
		if (o->alias)
			buf_printf(b, " -%c", o->alias);
	}
	buf_u8(b, '\n');
}

static void add_ours(struct buf *b, const struct completion *c)
{
	buf_text(b, "# Of a command: does the program come later than the cursor?\n"
	            "function __scree_ours\n"
	            "\tset -l valued\n"
	            "\tset -l skip no\n"
	            "\tswitch $argv[1]\n");
	for (size_t i = 0; i < c->n; i++)
		if (c->commands[i].words == WORDS_PROGRAM)
			add_valued(b, &c->commands[i]);
	buf_text(b, "\tend\n"
	            "\tfor word in (commandline -opc)[3..]\n"
	            "\t\tif test $skip = yes\n"
	            "\t\t\tset skip no\n"
	            "\t\telse if contains -- $word $valued\n"
	            "\t\t\tset skip yes\n"
	            "\t\telse if test $word = --; or not string match -q -- '-*' $word\n"
	            "\t\t\treturn 1\n"
	            "\t\tend\n"
	            "\tend\n"
	            "\treturn 0\n"
	            "end\n");
}

void completion_fish(struct buf *b, const struct completion *c)
{
	struct option_table table;
	buf_text(b, "# Fish completion of scree, from `scree completion fish`.\n");
	add_ours(b, c);
	for (size_t i = 0; i < c->n; i++) {
		const struct command *command = &c->commands[i];
		buf_printf(b, "complete -c scree -n __fish_use_subcommand -f -a %s -d ",
		           command->name);
		add_quoted(b, command->summary, strlen(command->summary));
		buf_u8(b, '\n');
	}
	for (size_t i = 0; i < c->n; i++) {
		const struct command *command = &c->commands[i];
		completion_options(command, &table);
		for (size_t k = 0; k < table.n; k++)
			add_option(b, command, &table.at[k]);
		add_words(b, command, c);
	}
}
