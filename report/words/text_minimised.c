/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "report/words/number.h"
#include "report/words/text.h"

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
