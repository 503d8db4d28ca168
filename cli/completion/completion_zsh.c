/* SPDX-License-Identifier: MIT */
/* A call of _arguments for each command. */
#include "cli/completion/completion.h"

#include "base/text.h"

#include <string.h>

/* Within '...' and within a part of a specification: colons and brackets would end it. */
static void add_part(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\'') {
			buf_text(b, "'\\''");
			continue;
		}
		if (strchr(":[]\\", s[i]))
			buf_u8(b, '\\');
		buf_u8(b, (uint8_t)s[i]);
	}
}

static void add_list(struct buf *b, const char *words)
{
	buf_u8(b, '(');
	add_part(b, words + 1, strlen(words + 1));
	buf_u8(b, ')');
}

static void add_action(struct buf *b, const struct option *o)
{
	const char *words = completion_values(o);
	buf_printf(b, "%s%s:", o->fallback ? "::" : ":", o->value);
	if (words)
		add_list(b, words);
	else if (strcmp(o->value, "FILE") == 0)
		buf_text(b, "_files");
	else if (strcmp(o->value, "DIR") == 0)
		buf_text(b, "_files -/");
	else
		buf_u8(b, ' ');
}

/* '(-t --time)'{-t+,--time=}'[what]:TIME: ' ; "=-" and "-": a value only within the same word. */
static void add_option(struct buf *b, const struct option *o)
{
	struct buf brief = {0};
	const char *how_long = !o->value ? "" : o->fallback ? "=-" : "=";
	const char *how_short = !o->value ? "" : o->fallback ? "-" : "+";
	buf_text(b, " \\\n\t\t\t");
	if (o->alias)
		buf_printf(b, "'(-%c --%s)'{-%c%s,--%s%s}'", o->alias, o->name, o->alias, how_short,
		           o->name, how_long);
	else
		buf_printf(b, "'--%s%s", o->name, how_long);
	completion_brief(&brief, o);
	buf_u8(b, '[');
	add_part(b, (const char *)brief.at, brief.n);
	buf_u8(b, ']');
	if (o->value)
		add_action(b, o);
	buf_u8(b, '\'');
	buf_release(&brief);
}

static void add_words(struct buf *b, const struct command *c, const struct completion *all)
{
	struct buf codes = {0};
	buf_text(b, " \\\n\t\t\t");
	switch (c->words) {
	case WORDS_NONE:
		buf_text(b, "'*: :'");
		break;
	case WORDS_PROGRAM:
		buf_text(b, "'1:program:_files' '*:::argument:_files'");
		break;
	case WORDS_FILES:
		buf_text(b, "'*:file:_files'");
		break;
	case WORDS_DIRECTORY:
		buf_text(b, "'1:directory:_files -/'");
		break;
	case WORDS_COMMANDS:
		buf_text(b, "'1:command:(");
		for (size_t i = 0; i < all->n; i++)
			buf_printf(b, "%s%s", i ? " " : "", all->commands[i].name);
		buf_text(b, ")'");
		break;
	case WORDS_CODES:
		completion_codes(&codes);
		buf_text(b, "'*:code:");
		add_list(b, buf_cstr(&codes));
		buf_u8(b, '\'');
		break;
	case WORDS_SHELLS:
		buf_text(b, "'1:shell:");
		add_list(b, completion_shells);
		buf_u8(b, '\'');
		break;
	}
	buf_release(&codes);
}

static void add_command(struct buf *b, const struct command *c, const struct completion *all)
{
	struct option_table table;
	buf_printf(b, "\t(%s)\n\t\t_arguments", c->name);
	completion_options(c, &table);
	if (c->words == WORDS_PROGRAM)
		buf_text(b, " -S -A '-*'");
	for (size_t i = 0; i < table.n; i++)
		add_option(b, &table.at[i]);
	add_words(b, c, all);
	buf_text(b, "\n\t\t;;\n");
}

void completion_zsh(struct buf *b, const struct completion *c)
{
	buf_text(b, "#compdef scree\n"
	            "# Zsh completion of scree, from `scree completion zsh`.\n"
	            "_scree() {\n"
	            "\tlocal -a described\n"
	            "\tdescribed=(");
	for (size_t i = 0; i < c->n; i++) {
		buf_printf(b, "\n\t\t'%s:", c->commands[i].name);
		add_part(b, c->commands[i].summary, strlen(c->commands[i].summary));
		buf_u8(b, '\'');
	}
	buf_text(b, ")\n"
	            "\tif ((CURRENT == 2)); then\n"
	            "\t\t_describe command described\n"
	            "\t\treturn\n"
	            "\tfi\n"
	            "\tshift words\n"
	            "\t((CURRENT--))\n"
	            "\tcase $words[1] in\n");
	for (size_t i = 0; i < c->n; i++)
		add_command(b, &c->commands[i], c);
	buf_text(b, "\tesac\n}\n_scree \"$@\"\n");
}
