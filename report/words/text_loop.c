/* SPDX-License-Identifier: MIT */
#include "report/words/text.h"

#include "report/words/escape.h"

#include <string.h>

#define LINES_MOST 8 /* of a function that are shown even where nothing visible happens */

typedef VEC(const struct source_frame *) place_vec;

static int compare(const struct source_frame *a, const struct source_frame *b)
{
	int files = strcmp(a->path, b->path);
	return files ? files : (int)a->line - (int)b->line;
}

/* The place of each pc, in the order of files and lines, without duplicates. */
static void collect(place_vec *out, const struct text_style *style, const pc_vec *pcs)
{
	for (size_t i = 0; i < pcs->n; i++) {
		const struct source_frame *f = symbols_place(style->symbols, &pcs->at[i], 1);
		size_t at = 0;
		if (!f || !f->path)
			continue;
		while (at < out->n && compare(out->at[at], f) < 0)
			at++;
		if (at < out->n && compare(out->at[at], f) == 0)
			continue;
		vec_push(out, f);
		for (size_t k = out->n - 1; k > at; k--)
			out->at[k] = out->at[k - 1];
		out->at[at] = f;
	}
}

static bool same_function(const struct source_frame *a, const struct source_frame *b)
{
	return strcmp(a->path, b->path) == 0 && a->function && b->function &&
	       strcmp(a->function, b->function) == 0;
}

static void add_line(struct buf *out, const struct text_style *style, const struct source_frame *f,
                     unsigned number)
{
	char *line = sources_line(style->sources, f->path, number);
	if (!line)
		return;
	buf_fill(out, ' ', 10);
	paint_start(out, style->colour, PAINT_STRONG);
	escape_text(out, line);
	paint_end(out, style->colour);
	buf_u8(out, '\n');
	mem_free(line);
}

static void add_function(struct buf *out, const struct text_style *style,
                         const struct source_frame *const *at, size_t n)
{
	unsigned first = at[0]->line, last = at[n - 1]->line;
	buf_text(out, "    ");
	escape_text(out, at[0]->function ? at[0]->function : "??");
	buf_text(out, " at ");
	paint_start(out, style->colour, PAINT_PLACE);
	escape_text(out, at[0]->file);
	buf_printf(out, ":%u", first);
	if (last != first)
		buf_printf(out, "-%u", last);
	paint_end(out, style->colour);
	buf_u8(out, '\n');
	if (last - first < LINES_MOST)
		for (unsigned line = first; line <= last; line++)
			add_line(out, style, at[0], line);
	else
		for (size_t i = 0; i < n; i++)
			add_line(out, style, at[i], at[i]->line);
}

void text_loop(struct buf *out, const struct text_style *style, const pc_vec *places)
{
	place_vec found = {0};
	collect(&found, style, places);
	for (size_t from = 0, to; from < found.n; from = to) {
		for (to = from + 1; to < found.n && same_function(found.at[from], found.at[to]);
		     to++)
			;
		add_function(out, style, &found.at[from], to - from);
	}
	vec_release(&found);
}
