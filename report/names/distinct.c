/* SPDX-License-Identifier: MIT */
/* Small: every user of findings must agree on which of them are the same. */
#include "report/names/distinct.h"

#include <string.h>

const struct source_frame *finding_place(struct symbols *s, const struct finding *f)
{
	const struct source_frame *place = symbols_place(s, f->stack.at, f->stack.n);
	for (size_t i = 0; !place && i < f->notes.n; i++)
		place = symbols_place(s, f->notes.at[i].stack.at, f->notes.at[i].stack.n);
	return place;
}

bool distinct_same(const struct distinct *a, const struct distinct *b)
{
	if (a->finding->kind != b->finding->kind || a->finding->severity != b->finding->severity)
		return false;
	if (!a->place || !b->place)
		return !a->place && !b->place &&
		       strcmp(a->finding->message, b->finding->message) == 0;
	return a->place->line == b->place->line && strcmp(a->place->path, b->place->path) == 0;
}

static void add(distinct_vec *v, const struct distinct *d)
{
	for (size_t i = 0; i < v->n; i++)
		if (distinct_same(&v->at[i], d)) {
			v->at[i].count += d->count;
			return;
		}
	vec_push(v, *d);
}

void distinct_findings(distinct_vec *v, const struct outcome *o, struct symbols *s)
{
	for (size_t i = 0; i < o->found.n; i++) {
		const struct found *found = &o->found.at[i];
		struct distinct d = {
		        .finding = &found->finding,
		        .place = finding_place(s, &found->finding),
		        .count = found->count,
		        .post_mortem = found->post_mortem,
		        .job = found->job,
		};
		add(v, &d);
	}
}
