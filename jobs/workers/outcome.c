/* SPDX-License-Identifier: MIT */
#include "jobs/workers/outcome.h"

#include "event/schedule.h"

#include <string.h>

/* Without a stack of its own (a deadlock), a finding is known by what its notes show. */
static uint64_t innermost(const struct finding *f)
{
	if (f->stack.n)
		return f->stack.at[0];
	uint64_t sum = 0;
	for (size_t i = 0; i < f->notes.n; i++)
		if (f->notes.at[i].stack.n)
			sum = sum * 31 + f->notes.at[i].stack.at[0];
	return sum;
}

static bool same(const struct finding *a, const struct finding *b)
{
	return a->kind == b->kind && a->severity == b->severity && innermost(a) == innermost(b);
}

void outcome_add(struct outcome *o, struct finding *f)
{
	for (size_t i = 0; i < o->found.n; i++)
		if (same(&o->found.at[i].finding, f)) {
			o->found.at[i].count++;
			finding_release(f);
			return;
		}
	vec_push(&o->found, (struct found){.finding = *f, .count = 1});
	*f = (struct finding){0};
}

void outcome_add_race(struct outcome *o, struct race_record *r)
{
	struct race_record *to = NULL;
	for (size_t i = 0; i < o->races.n && !to; i++)
		if (race_same(&o->races.at[i], r))
			to = &o->races.at[i];
	if (!to) {
		vec_push(&o->races, (struct race_record){0});
		to = vec_last(&o->races);
	}
	/* What is said later of the same sighting comes without the stack. */
	if (!r->stack.n && to->execution == r->execution) {
		r->stack = to->stack;
		to->stack = (pc_vec){0};
	}
	race_release(to);
	*to = *r;
	*r = (struct race_record){0};
}

uint64_t outcome_executions(const struct outcome *o)
{
	uint64_t n = o->done.executions, blocked = o->done.space.blocked;
	return n > blocked ? n - blocked : 0;
}

void outcome_clear_findings(struct outcome *o)
{
	for (size_t i = 0; i < o->found.n; i++)
		finding_release(&o->found.at[i].finding);
	vec_clear(&o->found);
}

void outcome_release(struct outcome *o)
{
	outcome_clear_findings(o);
	vec_release(&o->found);
	for (size_t i = 0; i < o->races.n; i++)
		race_release(&o->races.at[i]);
	vec_release(&o->races);
	vec_release(&o->trace);
	detail_release(&o->detail);
	buf_release(&o->checkpoint);
	buf_release(&o->order);
	stopped_release(&o->stopped_at);
	buf_release(&o->tried);
	vec_release(&o->done.schedule);
	mem_free(o->done.divergence.what);
	mem_free(o->error.message);
	vec_release(&o->error.stack);
	mem_free(o->trouble);
	mem_free(o->maps);
	memset(o, 0, sizeof(*o));
}

/* ---- a finding as a record ---- */

void found_encode(struct buf *b, const struct found *f)
{
	buf_u32(b, f->job);
	buf_u8(b, f->post_mortem);
	finding_encode(b, &f->finding);
}

bool found_decode(struct reader *r, struct found *f)
{
	*f = (struct found){.count = 1, .job = read_u32(r)};
	f->post_mortem = read_u8(r);
	return finding_decode(r, &f->finding) && !r->left &&
	       choices_first_bad(&f->finding.schedule) == f->finding.schedule.n;
}
