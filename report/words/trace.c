/* SPDX-License-Identifier: MIT */
/* A trace as text: each thread has its own indentation, each switch its mark. */
#include "report/words/text.h"

#include "base/text.h"
#include "report/words/escape.h"

#include <inttypes.h>
#include <string.h>

#define INDENT       3
#define INDENTS      8  /* threads beyond use the columns again */
#define WHERE_COLUMN 66 /* where the place starts */
#define PLACE_WIDTH  32

static void add_thread_arg(struct buf *out, const char *words, uint64_t thread)
{
	if (thread == NO_THREAD)
		buf_printf(out, "%snobody", words);
	else
		buf_printf(out, "%sT%" PRIu64, words, thread);
}

/* What arg means: see event/op.def. */
static void add_argument(struct buf *out, struct symbols *symbols, const struct event *e)
{
	switch ((enum op_arg)op_info[e->kind].arg) {
	case ARG_THREAD:
	case ARG_CHILD:
		add_thread_arg(out, " ", e->arg);
		break;
	case ARG_WOKEN:
		add_thread_arg(out, ", wakes ", e->arg);
		break;
	case ARG_CHOICE:
		buf_printf(out, " %" PRIu64, e->arg);
		break;
	case ARG_MUTEX:
		buf_text(out, ", releases ");
		symbols_object(symbols, e->arg, 0, out);
		break;
	case ARG_COND:
		buf_text(out, " after waiting for ");
		symbols_object(symbols, e->arg, 0, out);
		break;
	case ARG_QUEUE:
		buf_text(out, " to ");
		symbols_object(symbols, e->arg, 4, out);
		break;
	case ARG_SIZE:
		buf_printf(out, " (%u bytes)", e->size);
		break;
	case ARG_NONE:
	case ARG_ORDER:
	case ARG_UNITS:
	case ARG_INITIAL:
		break;
	}
}

static void add_what(struct buf *out, struct symbols *symbols, const struct event *e)
{
	buf_text(out, op_info[e->kind].text);
	if (e->addr) {
		buf_u8(out, ' ');
		symbols_object(symbols, e->addr, e->size, out);
	}
}

/* Is arg what came of it? */
static bool arg_is_outcome(unsigned kind)
{
	unsigned arg = op_info[kind].arg;
	return arg == ARG_CHILD || arg == ARG_WOKEN || arg == ARG_CHOICE;
}

void text_pending(struct buf *out, struct symbols *symbols, const struct event *e)
{
	add_what(out, symbols, e);
	if (!arg_is_outcome(e->kind))
		add_argument(out, symbols, e);
}

void text_operation(struct buf *out, struct symbols *symbols, const struct event *e)
{
	add_what(out, symbols, e);
	add_argument(out, symbols, e);
	if (e->flags & EV_FAILED)
		buf_text(out, ", failed");
	if (e->flags & EV_TIMEOUT)
		buf_text(out, ", timed out");
	if (e->flags & EV_LAST)
		buf_text(out, ", opens it");
}

/* Escaped text, cut to a width: the end is lost, or the start where `tail`. Returns its width. */
static size_t add_cut(struct buf *out, const char *text, size_t width, bool tail)
{
	struct buf plain = {0};
	size_t n = escape_text(&plain, text);
	const char *s = buf_cstr(&plain);
	size_t skip = tail && n > width ? n - width + 1 : 0;
	size_t show = n > width ? width - 1 : n;
	if (skip)
		buf_text(out, "…");
	for (size_t left = plain.n, i = 0; left && i < skip + show; i++) {
		uint32_t code;
		size_t step = utf8_decode(s, left, &code);
		if (i >= skip)
			buf_bytes(out, s, step);
		s += step;
		left -= step;
	}
	if (!tail && n > width)
		buf_text(out, "…");
	buf_release(&plain);
	return n > width ? width : n;
}

static void add_place(struct buf *out, const struct text_style *style, const struct event *e)
{
	const struct source_frame *f = symbols_place(style->symbols, &e->pc, 1);
	if (!e->pc || !f)
		return;
	char *place = str_format("%s:%u", f->file, f->line);
	paint_start(out, style->colour, PAINT_PLACE);
	size_t width = add_cut(out, place, PLACE_WIDTH, true);
	paint_end(out, style->colour);
	mem_free(place);
	if (f->function && width + 4 < PLACE_WIDTH) {
		buf_u8(out, ' ');
		add_cut(out, f->function, PLACE_WIDTH - width - 1, false);
	}
}

static void add_event(struct buf *out, const struct text_style *style, const struct event *e,
                      size_t step, bool switched)
{
	struct buf words = {0};
	text_operation(&words, style->symbols, e);
	size_t indent = (size_t)(e->thread % INDENTS) * INDENT;
	buf_printf(out, "%6zu ", step);
	paint_start(out, style->colour && switched, PAINT_STRONG);
	buf_printf(out, "%c ", switched ? '>' : ' ');
	buf_fill(out, ' ', indent);
	buf_printf(out, "T%-2u ", e->thread);
	size_t used = 9 + indent + (e->thread < 100 ? 4 : 5);
	used += add_cut(out, buf_cstr(&words), WHERE_COLUMN - used - 2, false);
	paint_end(out, style->colour && switched);
	size_t end = out->n;
	buf_fill(out, ' ', WHERE_COLUMN - used);
	size_t before = out->n;
	add_place(out, style, e);
	if (out->n == before)
		out->n = end;
	buf_u8(out, '\n');
	buf_release(&words);
}

void text_trace(FILE *out, const struct text_style *style, const struct event *events, size_t n)
{
	struct buf b = {0};
	buf_text(&b, "  step   thread and operation");
	buf_fill(&b, ' ', WHERE_COLUMN - b.n);
	buf_text(&b, "where\n");
	for (size_t i = 0; i < n; i++) {
		bool switched = i > 0 && events[i].thread != events[i - 1].thread;
		add_event(&b, style, &events[i], i + 1, switched);
		if (b.n > 1 << 16) {
			buf_print(&b, out);
			buf_clear(&b);
		}
	}
	buf_print(&b, out);
	buf_release(&b);
}
