/* SPDX-License-Identifier: MIT */
#include "report/words/text.h"

#include "base/text.h"
#include "report/words/escape.h"
#include "report/words/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The number in "{0x7f…}" or "{T3}" at text; its length, or 0 where it is no placeholder. */
static size_t placeholder(const char *text, char *kind, uint64_t *value)
{
	bool thread = str_starts(text, "{T"), object = str_starts(text, "{0x");
	if (!thread && !object)
		return 0;
	const char *digits = text + (thread ? 2 : 3);
	size_t n = strspn(digits, thread ? "0123456789" : "0123456789abcdefABCDEF");
	if (n == 0 || n > 16 || digits[n] != '}')
		return 0;
	*kind = thread ? 'T' : 'x';
	*value = strtoull(digits, NULL, thread ? 10 : 16);
	return (size_t)(digits - text) + n + 1;
}

/* A name in quotes, since it may be any word; an address as it is. */
static void add_object(struct buf *out, struct symbols *symbols, uint64_t addr)
{
	struct buf name = {0};
	bool known = symbols_object(symbols, addr, 0, &name);
	buf_printf(out, known ? "'%s'" : "%s", buf_cstr(&name));
	buf_release(&name);
}

void text_expand(struct buf *out, struct symbols *symbols, const char *message)
{
	while (*message) {
		char kind;
		uint64_t value;
		size_t n = placeholder(message, &kind, &value);
		if (n == 0) {
			buf_u8(out, (uint8_t)*message++);
			continue;
		}
		if (kind == 'T')
			buf_printf(out, "T%" PRIu64, value);
		else
			add_object(out, symbols, value);
		message += n;
	}
}

/* Expanded and escaped. */
static void add_message(struct buf *out, const struct text_style *style, const char *message)
{
	struct buf plain = {0};
	text_expand(&plain, style->symbols, message);
	escape_text(out, buf_cstr(&plain));
	buf_release(&plain);
}

static void add_source_line(struct buf *out, const struct text_style *style,
                            const struct source_frame *f)
{
	char *line = sources_line(style->sources, f->path, f->line);
	if (!line)
		return;
	buf_fill(out, ' ', 10);
	paint_start(out, style->colour, PAINT_STRONG);
	escape_text(out, line);
	paint_end(out, style->colour);
	buf_u8(out, '\n');
	mem_free(line);
}

static void add_frame(struct buf *out, const struct text_style *style, const struct source_frame *f,
                      uint64_t pc, unsigned number)
{
	buf_printf(out, "    #%-2u ", number);
	escape_text(out, f->function ? f->function : "??");
	if (f->file) {
		buf_text(out, " at ");
		paint_start(out, style->colour, PAINT_PLACE);
		escape_text(out, f->file);
		buf_printf(out, ":%u", f->line);
		if (f->column)
			buf_printf(out, ":%u", f->column);
		paint_end(out, style->colour);
	} else if (f->module) {
		buf_text(out, " in ");
		escape_text(out, f->module);
	} else {
		buf_printf(out, " (0x%" PRIx64 ")", pc);
	}
	buf_text(out, f->inlined ? " (inlined)\n" : "\n");
}

/* Frames of libraries that are left out: of a run of them only the innermost is shown. */
static void add_left_out(struct buf *out, const struct text_style *style, unsigned *left_out)
{
	if (*left_out) {
		paint_start(out, style->colour, PAINT_FAINT);
		buf_printf(out, "        (%u more in libraries)\n", *left_out);
		paint_end(out, style->colour);
	}
	*left_out = 0;
}

void text_stack(struct buf *out, const struct text_style *style, const pc_vec *stack)
{
	const struct source_frame *place = symbols_place(style->symbols, stack->at, stack->n);
	unsigned number = 0, left_out = 0;
	bool in_library = false;
	for (size_t i = 0; i < stack->n; i++) {
		const frame_vec *frames = symbols_frames(style->symbols, stack->at[i]);
		for (size_t k = 0; k < frames->n; k++) {
			const struct source_frame *f = &frames->at[k];
			if (f->checker)
				continue;
			if (f->library && in_library) {
				number++;
				left_out++;
				continue;
			}
			add_left_out(out, style, &left_out);
			in_library = f->library;
			add_frame(out, style, f, stack->at[i], number++);
			if (f == place) {
				add_source_line(out, style, f);
				place = NULL; /* once is enough in a recursion */
			}
		}
	}
	add_left_out(out, style, &left_out);
}

void text_finding_head(struct buf *out, const struct text_style *style, const struct finding *f)
{
	bool warning = f->severity == SEVERITY_WARNING;
	paint_start(out, style->colour, warning ? PAINT_WARNING : PAINT_ERROR);
	buf_printf(out, "%s%s:", warning ? "warning: " : "", finding_info[f->kind].text);
	paint_end(out, style->colour);
	buf_u8(out, ' ');
	paint_start(out, style->colour, PAINT_STRONG);
	add_message(out, style, *f->message ? f->message : finding_info[f->kind].meaning);
	paint_end(out, style->colour);
	buf_u8(out, '\n');
}

/* Does a note show the same stack, and say more of it? */
static bool told_by_note(const struct finding *f)
{
	for (size_t i = 0; i < f->notes.n; i++) {
		const struct note *note = &f->notes.at[i];
		if (!note->loop && note->thread == f->thread && note->stack.n == f->stack.n &&
		    memcmp(note->stack.at, f->stack.at, f->stack.n * sizeof(uint64_t)) == 0)
			return true;
	}
	return false;
}

void text_finding_rest(struct buf *out, const struct text_style *style, const struct finding *f)
{
	if (f->stack.n && !told_by_note(f)) {
		if (f->thread != NO_THREAD)
			buf_printf(out, "  in thread T%u:\n", f->thread);
		text_stack(out, style, &f->stack);
	}
	for (size_t i = 0; i < f->notes.n; i++) {
		const struct note *note = &f->notes.at[i];
		buf_text(out, "  ");
		add_message(out, style, note->text);
		buf_text(out, note->stack.n ? ":\n" : "\n");
		if (note->loop)
			text_loop(out, style, &note->stack);
		else
			text_stack(out, style, &note->stack);
	}
}

void text_finding(struct buf *out, const struct text_style *style, const struct distinct *d)
{
	text_finding_head(out, style, d->finding);
	text_finding_rest(out, style, d->finding);
}

/* ---- what minimising came to ---- */

static void add_size(struct buf *b, const struct schedule_size *s)
{
	number_count(b, s->preemptions, "preemption");
	buf_text(b, " and ");
	number_add(b, s->switches);
	buf_text(b, s->switches == 1 ? " switch" : " switches");
}

/* Only what is known of all of them is worth a word. */
static void add_necessary(struct buf *b, const struct minimised *m)
{
	size_t necessary = 0;
	for (size_t i = 0; i < m->judged.n; i++)
		necessary += m->judged.at[i].necessary;
	if (!m->judged.n || m->judged.n != m->to.preemptions)
		return;
	if (necessary < m->judged.n)
		buf_printf(b, "; %zu of them necessary", necessary);
	else
		buf_text(b, m->judged.n == 1 ? "; it is necessary" : "; all are necessary");
}

void text_minimised(struct buf *b, const struct minimised *m)
{
	add_size(b, &m->to);
	if (m->from.preemptions != m->to.preemptions || m->from.switches != m->to.switches) {
		buf_text(b, ", from ");
		number_add(b, m->from.preemptions);
		buf_text(b, " and ");
		number_add(b, m->from.switches);
	}
	add_necessary(b, m);
	if (m->complete && m->to.preemptions)
		buf_text(b, "; no schedule has fewer");
	else if (!m->complete)
		buf_text(b, m->out_of_time ? "; the time for it ended, others may have fewer"
		                           : "; others may have fewer");
}
