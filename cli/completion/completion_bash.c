/* SPDX-License-Identifier: MIT */
/* cli/completion/completion_logic.sh, and the words that it asks for. */
#include "cli/completion/completion.h"

#include "base/text.h"

#include <string.h>

extern const char completion_logic[]; /* cli/completion/completion_logic.S */

static void add_options(struct buf *b, const struct command *c, const struct option_table *t)
{
	buf_printf(b, "\t\"%s options\") echo \"", c->name);
	for (size_t i = 0; i < t->n; i++) {
		const struct option *o = &t->at[i];
		if (!o->value || o->fallback)
			buf_printf(b, "--%s ", o->name);
		if (o->value)
			buf_printf(b, "--%s= ", o->name);
	}
	buf_text(b, "--help\" ;;\n");
}

static void add_takers(struct buf *b, const struct command *c, const struct option_table *t)
{
	buf_printf(b, "\t\"%s takes\") echo \"", c->name);
	for (size_t i = 0; i < t->n; i++) {
		const struct option *o = &t->at[i];
		if (!o->value || o->fallback)
			continue;
		buf_printf(b, "--%s ", o->name);
		if (o->alias)
			buf_printf(b, "-%c ", o->alias);
	}
	buf_text(b, "\" ;;\n");
}

/* A value that is a file, a directory, or one of few words. */
static void add_values(struct buf *b, const struct command *c, const struct option *o)
{
	const char *words = completion_values(o);
	if (!words && o->value && strcmp(o->value, "FILE") == 0)
		words = " FILES";
	if (!words && o->value && strcmp(o->value, "DIR") == 0)
		words = " DIRECTORIES";
	if (!words)
		return;
	buf_printf(b, "\t\"%s --%s\"", c->name, o->name);
	if (o->alias)
		buf_printf(b, " | \"%s -%c\"", c->name, o->alias);
	buf_printf(b, ") echo \"%s\" ;;\n", words + 1);
}

static void add_words(struct buf *b, const struct command *c, const struct completion *all)
{
	buf_printf(b, "\t\"%s words\") echo \"", c->name);
	switch (c->words) {
	case WORDS_NONE:
		break;
	case WORDS_PROGRAM:
		buf_text(b, "PROGRAM");
		break;
	case WORDS_FILES:
		buf_text(b, "FILES");
		break;
	case WORDS_DIRECTORY:
		buf_text(b, "DIRECTORIES");
		break;
	case WORDS_COMMANDS:
		for (size_t i = 0; i < all->n; i++)
			buf_printf(b, "%s ", all->commands[i].name);
		break;
	case WORDS_CODES:
		completion_codes(b);
		break;
	case WORDS_SHELLS:
		buf_text(b, completion_shells);
		break;
	}
	buf_text(b, "\" ;;\n");
}

void completion_bash(struct buf *b, const struct completion *c)
{
	struct option_table table;
	buf_text(b, completion_logic);
	buf_text(b, "_scree_words() {\n\tcase $1 in\n\tcommands) echo \"");
	for (size_t i = 0; i < c->n; i++)
		buf_printf(b, "%s ", c->commands[i].name);
	buf_text(b, "\" ;;\n");
	for (size_t i = 0; i < c->n; i++) {
		const struct command *command = &c->commands[i];
		completion_options(command, &table);
		if (command->options) {
			add_options(b, command, &table);
			add_takers(b, command, &table);
		}
		for (size_t k = 0; k < table.n; k++)
			add_values(b, command, &table.at[k]);
		add_words(b, command, c);
	}
	buf_text(b, "\tesac\n}\n");
}
