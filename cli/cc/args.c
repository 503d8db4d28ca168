/* SPDX-License-Identifier: MIT */
#include "cli/cc/args.h"

#include "base/buf.h"
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A file that includes itself ends here, as a word. */
#define MAX_NESTING 16

void args_add(struct args *a, const char *word)
{
	vec_push(a, str_format("%s", word));
}

void args_addf(struct args *a, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vec_push(a, str_vformat(fmt, args));
	va_end(args);
}

void args_add_words(struct args *a, const char *s)
{
	static const char blanks[] = " \t\n";

	for (s += strspn(s, blanks); *s; s += strspn(s, blanks)) {
		size_t n = strcspn(s, blanks);
		vec_push(a, str_format("%.*s", (int)n, s));
		s += n;
	}
}

/* The next word of a response file, from *at on; NULL at its end. Owned by the caller. */
static char *next_word(const char **at)
{
	struct buf word = {0};
	const char *s = *at;
	char quote = 0;

	while (isspace((unsigned char)*s))
		s++;
	if (!*s)
		return NULL;
	for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
		if (*s == '\\' && s[1])
			buf_u8(&word, (uint8_t) * ++s);
		else if (quote ? *s == quote : *s == '\'' || *s == '"')
			quote = quote ? 0 : *s;
		else
			buf_u8(&word, (uint8_t)*s);
	}
	buf_u8(&word, 0);
	*at = s;
	return (char *)word.at;
}

/* The whole file as a string, NULL where it cannot be read. Owned by the caller. */
static char *read_file(const char *path)
{
	FILE *f = fopen(path, "re");
	struct buf text = {0};
	char part[4096];
	size_t n;

	if (!f)
		return NULL;
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_bytes(&text, part, n);
	if (ferror(f)) {
		buf_release(&text);
		text.at = NULL;
	} else {
		buf_u8(&text, 0);
	}
	fclose(f);
	return (char *)text.at;
}

static bool add_expanded(struct args *a, const char *arg, int nesting)
{
	char *text = arg[0] == '@' && nesting < MAX_NESTING ? read_file(arg + 1) : NULL;
	const char *at = text;
	char *word;

	if (!text) {
		args_add(a, arg);
		return false;
	}
	while ((word = next_word(&at))) {
		add_expanded(a, word, nesting + 1);
		mem_free(word);
	}
	mem_free(text);
	return true;
}

bool args_add_expanded(struct args *a, const char *arg)
{
	return add_expanded(a, arg, 0);
}

char **args_argv(struct args *a)
{
	vec_reserve(a, a->n + 1);
	a->at[a->n] = NULL;
	return a->at;
}

void args_release(struct args *a)
{
	for (size_t i = 0; i < a->n; i++)
		mem_free(a->at[i]);
	vec_release(a);
}
