/* SPDX-License-Identifier: MIT */
#include "report/words/divergence.h"

#include "report/words/number.h"
#include "report/words/text.h"

#include <inttypes.h>

static void add_event(struct buf *out, struct symbols *symbols, const struct event *e)
{
	if (e->kind >= OP_COUNT) {
		if (e->thread < MAX_THREADS)
			buf_printf(out, "T%u to run", e->thread);
		else
			buf_text(out, "nothing");
		return;
	}
	buf_printf(out, "T%u: ", e->thread);
	text_operation(out, symbols, e);
	const struct source_frame *place = e->pc ? symbols_place(symbols, &e->pc, 1) : NULL;
	if (place)
		buf_printf(out, " at %s:%u", place->file, place->line);
}

static const char by_itself[] =
        "; something steers it that is not reset between executions: a file, a pid, an "
        "address, a random number or the time, asked for by a system call of its own. "
        "Take it out of the test, or try --isolate=fork; see scree explain divergence";

static const char by_memory[] =
        "; code that was not compiled by scree cc, or inline assembly, changes memory that "
        "threads share. Compile it with scree cc; see scree explain divergence";

void divergence_text(struct buf *out, struct symbols *symbols, const struct wire_divergence *d)
{
	buf_text(out, "the program did not do again what it had done before: event ");
	number_add(out, d->index + 1);
	buf_text(out, " of the execution, expected ");
	add_event(out, symbols, &d->expected);
	buf_text(out, ", got ");
	add_event(out, symbols, &d->actual);
	if (d->what && *d->what)
		buf_printf(out, " (%s)", d->what);
	buf_text(out, d->memory ? by_memory : by_itself);
}

void divergence_choice_text(struct buf *out, const struct wire_divergence *d,
                            const choice_vec *recorded)
{
	static const char *const asked[CHOICE_KINDS] = {[CHOICE_THREAD] = "to run T%u",
	                                                [CHOICE_WAITER] = "to wake sleeper %u",
	                                                [CHOICE_USER] = "scree_choose to be %u"};
	buf_text(out, "the program went another way than recorded: choice ");
	number_add(out, d->index + 1);
	buf_text(out, " of ");
	number_add(out, recorded->n);
	if (d->index < recorded->n) {
		const struct choice *c = &recorded->at[d->index];
		buf_text(out, " was ");
		buf_printf(out, asked[c->kind], c->value);
		buf_printf(out, ", one of %u", c->n);
		if (c->thread < MAX_THREADS)
			buf_printf(out, ", after T%u", c->thread);
	}
	buf_text(out, ", and that could not be chosen here");
}
