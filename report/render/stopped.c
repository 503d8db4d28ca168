/* SPDX-License-Identifier: MIT */
/* Small: it renders one record both as text and as JSON. */
#include "report/render/stopped.h"

#include "report/words/escape.h"
#include "report/words/json_stack.h"

static void add_operation(struct buf *out, struct symbols *symbols, const struct event *e)
{
	struct buf words = {0};
	text_pending(&words, symbols, e);
	escape_text(out, buf_cstr(&words));
	buf_release(&words);
}

void text_stopped(struct buf *out, const struct text_style *style, const struct stopped *s)
{
	for (size_t i = 0; i < s->threads.n; i++) {
		const struct stopped_thread *t = &s->threads.at[i];
		buf_printf(out, "%c T%u, %s", t->id == s->thread ? '>' : ' ', t->id,
		           thread_status_text[t->status]);
		if (t->status != THREAD_EXITED) {
			buf_text(out, ": ");
			add_operation(out, style->symbols, &t->next);
		}
		buf_u8(out, '\n');
		text_stack(out, style, &t->stack);
	}
}

void json_stopped(struct json *j, struct symbols *symbols, const struct stopped *s)
{
	json_open(j, "stopped", '{');
	json_u64(j, "step", s->step);
	json_u64(j, "thread", s->thread);
	json_open(j, "threads", '[');
	for (size_t i = 0; i < s->threads.n; i++) {
		const struct stopped_thread *t = &s->threads.at[i];
		struct buf words = {0};
		json_open(j, NULL, '{');
		json_u64(j, "thread", t->id);
		json_str(j, "status", thread_status_text[t->status]);
		text_pending(&words, symbols, &t->next);
		json_str(j, "next", t->status == THREAD_EXITED ? NULL : buf_cstr(&words));
		json_stack(j, symbols, &t->stack);
		json_close(j);
		buf_release(&words);
	}
	json_close(j);
	json_close(j);
}
