/* SPDX-License-Identifier: MIT */
#include "jobs/minimise/minimise.h"

#include "jobs/minimise/reduce.h"

struct minimiser {
	const struct minimise_machine *machine;
	struct trial best;
	struct minimised *out;
};

void trial_release(struct trial *t)
{
	tried_release(&t->did);
}

static void begin_stage(const struct minimiser *m, enum minimise_stage stage)
{
	if (m->machine->stage)
		m->machine->stage(m->machine->arg, stage);
}

static void note_time(struct minimiser *m, bool enough)
{
	m->out->out_of_time |= !enough;
}

static struct schedule_size size_now(const struct minimiser *m)
{
	const choice_vec *choices = &m->best.did.choices;
	return (struct schedule_size){(uint32_t)schedule_preemptions(choices),
	                              (uint32_t)schedule_switches(choices)};
}

/* One execution with these very choices. */
static bool run_exactly(const struct minimiser *m, const choice_vec *choices, struct trial *t)
{
	struct guide g = {.exact = *choices, .other = GUIDE_AS_RECORDED};
	return m->machine->run(m->machine->arg, &g, t);
}

/* ---- fewer preemptions ---- */

/* Takes over what the search has found where it is smaller. False: it is not, or not shown again.
 */
static bool adopt(struct minimiser *m, const choice_vec *found)
{
	struct trial t;
	if (!run_exactly(m, found, &t)) {
		note_time(m, false);
		return false;
	}
	if (!t.shows || schedule_preemptions(&t.did.choices) >= size_now(m).preemptions) {
		trial_release(&t);
		return false;
	}
	trial_release(&m->best);
	m->best = t;
	return true;
}

static void search(struct minimiser *m)
{
	struct minimise_search s = {0};
	uint32_t fewest = size_now(m).preemptions;
	if (fewest) {
		begin_stage(m, STAGE_SEARCH);
		note_time(m, m->machine->search(m->machine->arg, fewest - 1, &s));
		if (s.found.n && adopt(m, &s.found))
			note_time(m, reduce(m->machine, &m->best));
		vec_release(&s.found);
	}
	m->out->complete = s.bounds_done >= size_now(m).preemptions;
}

/* ---- necessary preemptions ---- */

/* Without the preemption before stretch i. */
static bool judge_one(struct minimiser *m, size_t i)
{
	struct guide g = guide_along(&m->best);
	struct trial t;
	guide_extend(&g, i - 1);
	bool ran = m->machine->run(m->machine->arg, &g, &t);
	guide_release(&g);
	if (!ran)
		return false;
	vec_push(&m->out->judged,
	         (struct judged){m->best.did.stretches.at[i].choice - 1, !t.shows});
	trial_release(&t);
	return true;
}

static void judge(struct minimiser *m)
{
	const stretch_vec *v = &m->best.did.stretches;
	begin_stage(m, STAGE_JUDGE);
	for (size_t i = 1; i < v->n; i++)
		if (v->at[i].preempts && v->at[i].choice && !judge_one(m, i)) {
			note_time(m, false);
			return;
		}
}

/* ---- the nearest that passes ---- */

/* Does what was run pass once more, by its choices alone? */
static bool passes_again(const struct minimiser *m, const choice_vec *choices)
{
	struct trial t;
	bool passes = run_exactly(m, choices, &t) && t.passes && !t.did.diverged;
	trial_release(&t);
	return passes;
}

/* g is as long as it is to agree; true: there is an answer, or no more time. */
static bool try_other(struct minimiser *m, const struct guide *g)
{
	struct trial t;
	if (!m->machine->run(m->machine->arg, g, &t)) {
		note_time(m, false);
		return true;
	}
	bool found = t.passes && !t.did.diverged && passes_again(m, &t.did.choices);
	if (found) {
		m->out->passing = t.did.choices;
		t.did.choices = (choice_vec){0};
	}
	trial_release(&t);
	return found;
}

/* Each other way to decide choice i; then threads run on, or follow the schedule. */
static bool try_others(struct minimiser *m, struct guide *along, size_t i)
{
	const choice_vec *choices = &m->best.did.choices;
	struct guide plain = {.exact = *choices};
	plain.exact.n = i + 1;
	along->exact = plain.exact;
	for (uint32_t other = 0; other + 1u < choices->at[i].n; other++) {
		plain.other = along->other = other;
		if (try_other(m, &plain) || try_other(m, along))
			return true;
	}
	return false;
}

static void find_passing(struct minimiser *m)
{
	struct guide along = guide_along(&m->best);
	begin_stage(m, STAGE_PASSING);
	for (size_t i = m->best.did.choices.n; i-- > 0;)
		if (try_others(m, &along, i))
			break;
	along.exact = (choice_vec){0}; /* the schedule's own */
	guide_release(&along);
}

/* ---- all together ---- */

static void make_small(struct minimiser *m)
{
	m->out->known = true;
	m->out->from = size_now(m);
	begin_stage(m, STAGE_REDUCE);
	note_time(m, reduce(m->machine, &m->best));
	search(m);
	begin_stage(m, STAGE_GATHER);
	note_time(m, gather(m->machine, &m->best));
	m->out->to = size_now(m);
	judge(m);
	find_passing(m);
}

bool minimise(const struct minimise_machine *machine, choice_vec *choices, struct minimised *out)
{
	struct minimiser m = {.machine = machine, .out = out};
	*out = (struct minimised){0};
	begin_stage(&m, STAGE_REDUCE);
	note_time(&m, run_exactly(&m, choices, &m.best));
	bool shows = m.best.shows && !m.best.did.diverged;
	if (shows) {
		make_small(&m);
		vec_release(choices);
		*choices = m.best.did.choices;
		m.best.did.choices = (choice_vec){0};
	}
	trial_release(&m.best);
	return shows;
}
