/* SPDX-License-Identifier: MIT */
#include "report/render/story_text.h"

#include "report/words/escape.h"
#include "report/words/number.h"

#include <string.h>

#define WIDTH       100
#define INDENT      2
#define GAP         2
#define COLUMNS_MAX 4  /* threads beside one another */
#define COLUMN_MAX  48 /* what is wider is hard to read */

struct page {
	struct buf *out;
	const struct story *story;
	const struct story_run *run;
	struct story_text_style style;
	VEC(uint16_t) columns; /* threads that are shown, by id */
	bool folded;           /* they have no room beside one another */
	size_t width;          /* of a column */
	int digits;            /* of the number of a step */
	uint32_t shown;        /* the last step */
	/* What was shown last of each thread. */
	const struct story_frame *place[MAX_THREADS];
};

/* ---- lines in a column ---- */

/* How many bytes of s are `width` characters; *chars: how many there are. */
static size_t take(const char *s, size_t n, size_t width, size_t *chars)
{
	size_t bytes = 0;
	for (*chars = 0; bytes < n && *chars < width; ++*chars) {
		uint32_t code;
		bytes += utf8_decode(s + bytes, n - bytes, &code);
	}
	return bytes;
}

/* The part of a text that fits into a line: broken at a blank, else before a member. */
static size_t break_at(const char *s, size_t n, size_t width)
{
	size_t chars, bytes = take(s, n, width, &chars);
	if (bytes == n)
		return n;
	for (size_t i = bytes; i > bytes / 3; i--)
		if (s[i] == ' ')
			return i;
	for (size_t i = bytes; i > bytes / 3; i--)
		if (s[i] == '.' || (s[i] == '-' && s[i + 1] == '>'))
			return i;
	return bytes;
}

static size_t column_of(const struct page *p, unsigned thread)
{
	for (size_t i = 0; i < p->columns.n; i++)
		if (p->columns.at[i] == thread)
			return i;
	return 0;
}

static size_t indent_of(const struct page *p, unsigned thread)
{
	return p->folded ? INDENT : INDENT + column_of(p, thread) * (p->width + GAP);
}

static size_t width_of(const struct page *p)
{
	return p->folded ? WIDTH - INDENT : p->width;
}

static size_t number_width(const struct page *p)
{
	return (size_t)p->digits + (p->folded ? 6 : 1);
}

/* Escaped text in the thread's column, in as many lines as it needs; head stands before the first.
 */
static void add_cell(struct page *p, unsigned thread, const char *head, const char *text,
                     enum paint paint)
{
	struct buf plain = {0};
	escape_text(&plain, text);
	const char *s = buf_cstr(&plain);
	size_t left = plain.n, room = width_of(p) - strlen(head);
	for (bool first = true; first || left; first = false) {
		size_t n = break_at(s, left, room);
		buf_fill(p->out, ' ', indent_of(p, thread));
		if (first)
			buf_text(p->out, head);
		else
			buf_fill(p->out, ' ', strlen(head));
		paint_start(p->out, p->style.colour, paint);
		buf_bytes(p->out, s, n);
		paint_end(p->out, p->style.colour);
		buf_u8(p->out, '\n');
		s += n;
		left -= n;
		while (left && *s == ' ') {
			s++;
			left--;
		}
	}
	buf_release(&plain);
}

/* A line over the whole width. */
static void add_line(struct page *p, const char *mark, const char *text, enum paint paint)
{
	struct buf plain = {0};
	escape_text(&plain, text);
	const char *s = buf_cstr(&plain);
	size_t left = plain.n, chars = 0;
	for (size_t i = 0; mark[i]; i++)
		chars += (mark[i] & 0xc0) != 0x80;
	for (bool first = true; first || left; first = false) {
		size_t n = break_at(s, left, WIDTH - INDENT - chars);
		buf_fill(p->out, ' ', INDENT);
		paint_start(p->out, p->style.colour, paint);
		if (first)
			buf_text(p->out, mark);
		else
			buf_fill(p->out, ' ', chars);
		buf_bytes(p->out, s, n);
		paint_end(p->out, p->style.colour);
		buf_u8(p->out, '\n');
		s += n;
		left -= n;
		while (left && *s == ' ') {
			s++;
			left--;
		}
	}
	buf_release(&plain);
}

/* ---- what is shown ---- */

static bool is_shown(const struct page *p, const struct story_step *s)
{
	return s->slice || s->failing || p->style.verbose;
}

static void choose_columns(struct page *p)
{
	bool used[MAX_THREADS] = {false};
	for (size_t i = 0; i < p->run->steps.n; i++)
		if (is_shown(p, &p->run->steps.at[i]))
			used[p->run->steps.at[i].thread] = true;
	for (unsigned i = 0; i < p->run->threads.n; i++)
		if (used[i])
			vec_push(&p->columns, (uint16_t)i);
	p->folded = p->columns.n > COLUMNS_MAX;
	if (p->folded || !p->columns.n)
		return;
	p->width = (WIDTH - INDENT - GAP * (p->columns.n - 1)) / p->columns.n;
	if (p->width > COLUMN_MAX)
		p->width = COLUMN_MAX;
}

/* ---- rows ---- */

static char *thread_label(const struct story_thread *t)
{
	if (t->name && t->start)
		return str_format("T%u %s (%s)", t->id, t->name, t->start);
	const char *name = t->name ? t->name : t->start;
	return name ? str_format("T%u %s", t->id, name) : str_format("T%u", t->id);
}

/* Escaped and cut: its end is lost, or its start where `tail`. Returns how wide it is. */
static size_t add_cut(struct buf *out, const char *text, size_t width, bool tail)
{
	struct buf plain = {0};
	size_t all = escape_text(&plain, text), chars;
	const char *s = buf_cstr(&plain);
	if (all <= width) {
		buf_text(out, s);
	} else if (tail) {
		buf_text(out, "…");
		buf_text(out, s + take(s, plain.n, all - width + 1, &chars));
	} else {
		buf_bytes(out, s, take(s, plain.n, width - 1, &chars));
		buf_text(out, "…");
	}
	buf_release(&plain);
	return all > width ? width : all;
}

static void add_header(struct page *p)
{
	if (p->folded) {
		for (size_t i = 0; i < p->columns.n; i++) {
			char *label = thread_label(&p->run->threads.at[p->columns.at[i]]);
			add_line(p, "", label, PAINT_STRONG);
			mem_free(label);
		}
		buf_u8(p->out, '\n');
		return;
	}
	buf_fill(p->out, ' ', INDENT);
	for (size_t i = 0; i < p->columns.n; i++) {
		char *label = thread_label(&p->run->threads.at[p->columns.at[i]]);
		paint_start(p->out, p->style.colour, PAINT_STRONG);
		size_t used = add_cut(p->out, label, p->width, false);
		paint_end(p->out, p->style.colour);
		mem_free(label);
		if (i + 1 < p->columns.n)
			buf_fill(p->out, ' ', p->width - used + GAP);
	}
	buf_u8(p->out, '\n');
}

/* The source line, without the white space around it; NULL: it cannot be read. */
static char *source_of(const struct story *s, const struct story_frame *f)
{
	const struct story_file *file = &s->files.at[f->file];
	if (f->line < file->first || f->line - file->first >= file->lines.n)
		return NULL;
	const char *line = file->lines.at[f->line - file->first];
	line += strspn(line, " \t");
	size_t n = strlen(line);
	while (n && strchr(" \t\r", line[n - 1]))
		n--;
	return str_format("%.*s", (int)n, line);
}

static void add_cut_line(struct page *p, unsigned thread, const char *text, bool tail)
{
	buf_fill(p->out, ' ', indent_of(p, thread) + number_width(p));
	paint_start(p->out, p->style.colour, PAINT_PLACE);
	add_cut(p->out, text, width_of(p) - number_width(p), tail);
	paint_end(p->out, p->style.colour);
	buf_u8(p->out, '\n');
}

static void add_place(struct page *p, const struct story_step *s)
{
	const struct story_frame *f = story_place(p->story, s->stack);
	struct buf place = {0};
	if (!f || !story_place_text(p->story, s->stack, &place))
		return;
	const struct story_frame *last = p->place[s->thread];
	if (!last || last->file != f->file || last->line != f->line) {
		p->place[s->thread] = f;
		char *source = source_of(p->story, f);
		if (source && *source &&
		    place.n + 2 + strlen(source) <= width_of(p) - number_width(p)) {
			buf_printf(&place, "  %s", source);
			*source = '\0';
		}
		add_cut_line(p, s->thread, buf_cstr(&place), true);
		if (source && *source)
			add_cut_line(p, s->thread, source, false);
		mem_free(source);
	}
	buf_release(&place);
}

static void add_step(struct page *p, uint32_t number)
{
	const struct story_step *s = &p->run->steps.at[number - 1];
	char *head = p->folded ? str_format("%*u T%-3u ", p->digits, number, s->thread)
	                       : str_format("%*u ", p->digits, number);
	char *text = s->failing ? str_format("** %s", s->text) : str_copy(s->text);
	add_cell(p, s->thread, head, text, s->failing ? PAINT_ERROR : PAINT_PLAIN);
	add_place(p, s);
	mem_free(head);
	mem_free(text);
}

static void add_left_out(struct page *p, uint32_t n)
{
	struct buf b = {0};
	if (!n)
		return;
	number_count(&b, n, "step");
	buf_text(&b, n == 1 ? " that does not matter" : " that do not matter");
	add_line(p, "… ", buf_cstr(&b), PAINT_FAINT);
	buf_release(&b);
}

/* Why the thread of the last step that was shown did not go on; NULL: it did, until that step. */
static const struct story_switch *switch_before(const struct page *p, uint32_t to)
{
	for (size_t i = 0; i < p->run->switches.n; i++) {
		const struct story_switch *w = &p->run->switches.at[i];
		if (w->step > p->shown)
			return w->step <= to ? w : NULL;
	}
	return NULL;
}

static void add_switch(struct page *p, const struct story_switch *w)
{
	struct buf b = {0};
	bool preempted = w->reason == SWITCH_PREEMPTED;
	buf_text(&b, w->text);
	if (w->necessary == NECESSARY_YES)
		buf_text(&b, " (without this the failure does not happen)");
	else if (w->necessary == NECESSARY_NO)
		buf_text(&b, " (not needed for the failure)");
	add_line(p, preempted ? "-- " : "-  ", buf_cstr(&b),
	         preempted ? PAINT_WARNING : PAINT_FAINT);
	buf_release(&b);
}

static void add_steps(struct page *p)
{
	const struct story_run *run = p->run;
	for (uint32_t i = 1; i <= run->steps.n; i++) {
		const struct story_step *s = &run->steps.at[i - 1];
		if (!is_shown(p, s))
			continue;
		bool other = p->shown && run->steps.at[p->shown - 1].thread != s->thread;
		const struct story_switch *w = other ? switch_before(p, i) : NULL;
		if (w) {
			add_left_out(p, w->step - p->shown - 1);
			add_switch(p, w);
			add_left_out(p, i - w->step);
		} else {
			add_left_out(p, i - p->shown - 1);
		}
		add_step(p, i);
		p->shown = i;
	}
	add_left_out(p, (uint32_t)run->steps.n - p->shown);
}

/* What the threads that cannot go on wait for, each in its column. */
static void add_ends(struct page *p)
{
	for (size_t i = 0; i < p->columns.n; i++) {
		const struct story_thread *t = &p->run->threads.at[p->columns.at[i]];
		bool spins = t->end == STORY_SPINNING;
		if (!t->waits_for && !spins)
			continue;
		char *head = p->folded ? str_format("%*s T%-3u ", p->digits, "**", t->id)
		                       : str_format("%*s ", p->digits, "**");
		add_cell(p, t->id, head, spins ? "goes round in a loop" : t->waits_for,
		         PAINT_ERROR);
		mem_free(head);
	}
}

void story_text(struct buf *out, const struct story *s, const struct story_text_style *style)
{
	struct page p = {.out = out, .story = s, .run = &s->run, .style = *style};
	p.digits = s->run.steps.n > 999 ? 5 : 4;
	choose_columns(&p);
	if (!p.columns.n)
		return;
	if (strcmp(s->headline, s->message) != 0)
		add_line(&p, "", s->headline, PAINT_STRONG);
	buf_u8(out, '\n');
	if (s->run.steps_in_all > s->run.steps.n) {
		struct buf b = {0};
		buf_text(&b, "only the last ");
		number_add(&b, s->run.steps.n);
		buf_text(&b, " of ");
		number_count(&b, s->run.steps_in_all, "step");
		buf_text(&b, " are told");
		add_line(&p, "… ", buf_cstr(&b), PAINT_FAINT);
		buf_release(&b);
	}
	add_header(&p);
	add_steps(&p);
	if (!s->run.steps.n || !vec_last(&s->run.steps)->failing)
		add_ends(&p);
	buf_u8(out, '\n');
	if (s->has_passing) {
		add_line(&p, "", s->passing_text, PAINT_FAINT);
		buf_u8(out, '\n');
	}
	vec_release(&p.columns);
}
