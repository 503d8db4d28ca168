/* SPDX-License-Identifier: MIT */
#include "report/verdict/explain.h"

#include "base/options.h"
#include "base/str.h"
#include "base/text.h"
#include "base/vec.h"

#include <ctype.h>
#include <string.h>

extern const char explain_pages[]; /* report/verdict/explain_pages.S */

#define GROUP "## "
#define PAGE  "### "

static const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
	at = line_end(at);
	return *at ? at + 1 : at;
}

static struct explain_span rest_of_line(const char *at)
{
	return (struct explain_span){at, (size_t)(line_end(at) - at)};
}

static struct explain_span trimmed(const char *from, const char *to)
{
	while (from < to && *from == '\n')
		from++;
	while (from < to && to[-1] == '\n')
		to--;
	return (struct explain_span){from, (size_t)(to - from)};
}

bool explain_next(struct explain_page *p)
{
	const char *at = p->text.at ? p->text.at + p->text.n : explain_pages;
	for (; *at && !str_starts(at, PAGE); at = next_line(at))
		if (str_starts(at, GROUP))
			p->group = rest_of_line(at + strlen(GROUP));
	if (!*at)
		return false;
	p->codes = rest_of_line(at + strlen(PAGE));
	const char *text = at = next_line(at);
	while (*at && !str_starts(at, PAGE) && !str_starts(at, GROUP))
		at = next_line(at);
	p->text = trimmed(text, at);
	return true;
}

/* Takes the first code off codes; false where none is left. */
static bool next_code(struct explain_span *codes, struct explain_span *code)
{
	while (codes->n && (*codes->at == ',' || *codes->at == ' ')) {
		codes->at++;
		codes->n--;
	}
	*code = (struct explain_span){codes->at, 0};
	while (code->n < codes->n && codes->at[code->n] != ',')
		code->n++;
	codes->at += code->n;
	codes->n -= code->n;
	return code->n > 0;
}

void explain_code(struct buf *b, const char *name)
{
	for (; *name; name++)
		buf_u8(b, *name == '_' ? '-' : (uint8_t)tolower((unsigned char)*name));
}

bool explain_find(const char *word, struct explain_page *p)
{
	struct buf wanted = {0};
	bool found = false;
	explain_code(&wanted, word);
	*p = (struct explain_page){0};
	while (!found && explain_next(p)) {
		struct explain_span codes = p->codes, code;
		while (!found && next_code(&codes, &code))
			found = code.n == wanted.n && memcmp(code.at, wanted.at, code.n) == 0;
	}
	buf_release(&wanted);
	return found;
}

char *explain_closest(const char *word)
{
	VEC(char *) codes = {0};
	struct explain_page p = {0};
	struct buf wanted = {0};
	explain_code(&wanted, word);
	while (explain_next(&p)) {
		struct explain_span rest = p.codes, code;
		while (next_code(&rest, &code))
			vec_push(&codes, str_format("%.*s", (int)code.n, code.at));
	}
	const char *near = closest_word(buf_cstr(&wanted), (const char *const *)codes.at, codes.n);
	char *copy = near ? str_copy(near) : NULL;
	for (size_t i = 0; i < codes.n; i++)
		mem_free(codes.at[i]);
	vec_release(&codes);
	buf_release(&wanted);
	return copy;
}

void explain_brief(struct buf *b, const struct explain_page *p, size_t most)
{
	size_t n = 0, word = 0;
	while (n < p->text.n && n <= most) {
		bool space = isspace((unsigned char)p->text.at[n]);
		if (space && n && strchr(".:;", p->text.at[n - 1]))
			break;
		if (space)
			word = n;
		n++;
	}
	bool cut = n > most;
	n = cut ? word : n;
	while (n && strchr(".:;,", p->text.at[n - 1]))
		n--;
	for (size_t i = 0; i < n; i++)
		buf_u8(b, isspace((unsigned char)p->text.at[i]) ? ' ' : (uint8_t)p->text.at[i]);
	buf_text(b, cut ? " ..." : "");
}
