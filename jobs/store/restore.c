/* SPDX-License-Identifier: MIT */
#include "jobs/store/restore.h"

#include "base/str.h"
#include "jobs/controller/controller_internal.h"

/*
 * Commands were carried out then, or name workers that are gone: all but the report of a death,
 * which may have been on its way. Reported twice it counts once.
 */
static void drop_commands(struct controller *c)
{
	struct deepening_command command;
	while (deepening_command(&c->deepening, &command))
		if (command.kind == COMMAND_REPORT_DEATH)
			controller_report_death(c, command.job, command.part);
}

static bool tell_again(struct controller *c, const struct deepening_input *in)
{
	if (!deepening_input_fits(&c->deepening, in))
		return false;
	deepening_apply(&c->deepening, in);
	drop_commands(c);
	return true;
}

static bool take_input(struct controller *c, struct reader *r)
{
	struct deepening_input in;
	bool good = deepening_input_decode(r, &in) && tell_again(c, &in);
	deepening_input_release(&in);
	return good;
}

static bool take_finding(struct controller *c, struct reader *r)
{
	struct found f;
	bool good = found_decode(r, &f);
	if (good)
		controller_add_found(c, f.job, &f);
	finding_release(&f.finding);
	return good;
}

static bool take_race(struct controller *c, struct reader *r)
{
	struct race_record race;
	bool good = race_decode(r, &race) && !r->left;
	if (good)
		controller_add_race(c, &race);
	race_release(&race);
	return good;
}

static bool take_record(void *arg, enum store_kind kind, struct reader *r)
{
	switch (kind) {
	case STORE_INPUT:
		return take_input(arg, r);
	case STORE_FINDING:
		return take_finding(arg, r);
	case STORE_RACE:
		return take_race(arg, r);
	case STORE_KINDS:
		break;
	}
	return false;
}

struct restoring {
	struct controller *c;
	struct run_keeper *k;
};

static bool take_progress(void *arg, const struct deepening_input *in)
{
	struct restoring *to = arg;
	run_keeper_take_progress(to->k, in);
	return tell_again(to->c, in);
}

static bool take_part(void *arg, struct part_run *p)
{
	struct controller *c = arg;
	if (p->job >= c->deepening.jobs.n || p->part >= c->deepening.jobs.at[p->job].parts.n)
		return false;
	struct part_run *to = controller_add_part(c, p->job, p->part);
	*to = *p;
	*p = (struct part_run){0};
	return true;
}

/*
 * A part that the manager has on a slot and nobody has the orders of: its split was asked for and
 * had not happened, else both halves would have been kept in one go (controller.c, divide). All
 * that it would have had is still with the part that was asked. The first part of a job is never
 * made by a split; it begins with everything.
 */
static void refuse_splits(struct controller *c)
{
	for (size_t i = 0; i < c->deepening.slots.n; i++) {
		struct slot s = c->deepening.slots.at[i];
		if (s.job != NO_JOB && s.part > 0 && !controller_part(c, s.job, s.part))
			controller_tell(c, &(struct deepening_input){.kind = INPUT_SPLIT_REFUSED,
			                                             .job = s.job,
			                                             .part = s.part});
	}
}

static struct result read_store(struct controller *c, struct run_keeper *k)
{
	struct restoring both = {c, k};
	GUARD(store_journal(&k->store, take_record, c));
	GUARD(store_progress(&k->store, take_progress, &both));
	return store_parts(&k->store, take_part, c);
}

struct result controller_restore(struct controller *c, struct run_keeper *k,
                                 const struct run_facts *facts)
{
	struct controller_log log = c->options.log;
	c->options.log = (struct controller_log){0}; /* it is there already */
	GUARD(read_store(c, k));
	c->options.log = log;
	c->classes = c->deepening.used;
	c->starts = facts->maps != NULL;
	c->idle_ms = facts->spent.idle_ms;
	c->pauses = facts->spent.pauses;
	c->earlier_ms = facts->spent.elapsed_ms;
	if (c->earlier_ms < c->deepening.now_ms)
		c->earlier_ms = c->deepening.now_ms;
	c->total.maps = str_copy(facts->maps);
	refuse_splits(c);
	return result_ok();
}

/*
 * The verdict follows from what the manager was told (report/verdict/verdict.h): whatever is called
 * verified here is what `scree resume` would call so at once.
 */
bool controller_conclude(struct controller *c)
{
	bool left = false;
	uint64_t budget = c->deepening.options.budget_ms;
	for (size_t i = 0; i < c->deepening.jobs.n; i++)
		left |= job_open(&c->deepening.jobs.at[i]);
	left &= !c->errors || c->options.deepening.keep_going;
	/* No time passes from here on. */
	c->start_ms = 0;
	c->start_ms = controller_elapsed_ms(c) - c->earlier_ms;
	if (left)
		c->total.stopped = budget && c->earlier_ms >= budget ? STOP_TIME : STOP_INTERRUPT;
	controller_sum_up(c);
	return left;
}
