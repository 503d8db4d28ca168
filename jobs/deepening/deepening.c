/* SPDX-License-Identifier: MIT */
#include "jobs/deepening/deepening_internal.h"

const char *const deepening_mode_name[DEEPENING_MODES] = {
#define DEEPENING_MODE(name, word, meaning) [MODE_##name] = word,
#include "jobs/deepening/deepening_mode.def"
#undef DEEPENING_MODE
};

const char *const deepening_mode_meaning[DEEPENING_MODES] = {
#define DEEPENING_MODE(name, word, meaning) [MODE_##name] = meaning,
#include "jobs/deepening/deepening_mode.def"
#undef DEEPENING_MODE
};

/*
 * The seed sets, beside {yield} and the one with all classes (QUICKSAND §3.2): each as soon as the
 * program has used all of its classes. Not every subset: there are too many.
 */
static const uint32_t seeds[] = {
        PP_BIT(PP_LOCK),    PP_BIT(PP_UNLOCK), PP_BIT(PP_LOCK) | PP_BIT(PP_UNLOCK),
        PP_BIT(PP_CREATE),  PP_BIT(PP_JOIN),   PP_BIT(PP_SIGNAL),
        PP_BIT(PP_SEM),     PP_BIT(PP_ATOMIC), PP_BIT(PP_BARRIER),
        PP_BIT(PP_PREEMPT),
};

static bool deepens(const struct deepening *d)
{
	return d->options.mode == MODE_DEEPEN || d->options.mode == MODE_SYNC_ONLY;
}

static void set_defaults(struct deepening_options *o)
{
	if (o->slots == 0)
		o->slots = 1;
	if (o->eta.eta_factor == 0)
		o->eta.eta_factor = ETA_FACTOR;
	if (o->eta.eta_threshold == 0)
		o->eta.eta_threshold = ETA_THRESHOLD;
	if (o->max_jobs == 0)
		o->max_jobs = DEEPENING_JOBS;
	if (o->slots < 2 || o->mode != MODE_DEEPEN)
		o->pin_maximal = false;
	if (o->pin_maximal || o->mode != MODE_DEEPEN)
		o->turns = false;
}

void deepening_init(struct deepening *d, const struct deepening_options *options)
{
	*d = (struct deepening){.options = *options, .pinned = NO_JOB, .next_turn = FIRST_TURN};
	set_defaults(&d->options);
	d->options.fixed = NULL;
	for (uint32_t i = 0; i < d->options.slots; i++)
		vec_push(&d->slots, (struct slot){.job = NO_JOB});
	switch (d->options.mode) {
	case MODE_SINGLE:
		deepening_add(d, JOB_FIXED,
		              options->fixed ? job_set_copy(options->fixed)
		                             : job_set_of(PP_SET_ALL));
		break;
	case MODE_EVERYWHERE:
		deepening_add(d, JOB_FIXED,
		              job_set_of(PP_SET_EVERYWHERE |
		                         (d->options.hide_stacks ? PP_HIDE_STACKS : 0)));
		break;
	case MODE_DEEPEN:
	case MODE_SYNC_ONLY:
		deepening_add(d, JOB_SEED, job_set_of(PP_SET_YIELD));
		deepening_add(d, JOB_SEED, job_set_of(PP_SET_ALL));
		break;
	case MODE_MAXIMAL: /* deepening_decide makes it */
	case DEEPENING_MODES:
		break;
	}
}

void deepening_release(struct deepening *d)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		job_release(&d->jobs.at[i]);
	for (size_t i = 0; i < d->bugs.n; i++) {
		job_set_release(&d->bugs.at[i].needs);
		vec_release(&d->bugs.at[i].places);
	}
	vec_release(&d->jobs);
	vec_release(&d->bugs);
	vec_release(&d->slots);
	vec_release(&d->commands);
	race_table_release(&d->races);
}

void deepening_push(struct deepening *d, enum deepening_command_kind kind, const struct job *j,
                    uint32_t part)
{
	struct deepening_command c = {kind, j->id, part, j->parts.at[part].slot, part};
	vec_push(&d->commands, c);
}

bool deepening_command(struct deepening *d, struct deepening_command *c)
{
	if (d->taken == d->commands.n) {
		vec_clear(&d->commands);
		d->taken = 0;
		return false;
	}
	*c = d->commands.at[d->taken++];
	return true;
}

static struct job *job_at(struct deepening *d, uint32_t id)
{
	if (id >= d->jobs.n)
		BUG("there is no job %u", id);
	return &d->jobs.at[id];
}

static struct job_part *part_at(struct job *j, uint32_t part)
{
	if (part >= j->parts.n)
		BUG("job %u has no part %u", j->id, part);
	return &j->parts.at[part];
}

static bool has_job(const struct deepening *d, const struct job_set *set)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (job_set_equal(&d->jobs.at[i].set, set))
			return true;
	return false;
}

static bool is_covered(const struct deepening *d, const struct job_set *set)
{
	for (size_t i = 0; i < d->jobs.n; i++)
		if (d->jobs.at[i].complete && job_set_within(set, &d->jobs.at[i].set))
			return true;
	return false;
}

/*
 * Line 1 of algorithm 2 (thesis: 4): will a job on the way to larger sets cover this one? Jobs that
 * ended without having run everything cover nothing. Maximal jobs, which are made apart from
 * that way, do not count before they are complete: next to one no smaller job would ever be made.
 */
static bool on_the_way(const struct deepening *d, const struct job_set *set)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		bool counts = job_open(j) && j->origin != JOB_MAXIMAL;
		if ((counts || j->complete) && job_set_within(set, &j->set))
			return true;
	}
	return false;
}

/* A job that contains a bug would find it again (QUICKSAND §3.4). */
static uint32_t job_with_bug_within(const struct deepening *d, const struct job_set *set)
{
	for (size_t i = 0; i < d->bugs.n && !d->options.keep_going; i++)
		if (job_set_within(&d->bugs.at[i].needs, set))
			return d->bugs.at[i].job;
	return NO_JOB;
}

void deepening_add(struct deepening *d, enum job_origin origin, struct job_set set)
{
	bool covered = origin == JOB_BIG ? on_the_way(d, &set) : is_covered(d, &set);
	bool full = d->jobs.n >= d->options.max_jobs && origin != JOB_MAXIMAL;
	if (covered || full || has_job(d, &set)) {
		d->counts.unplanned += !covered && !has_job(d, &set);
		job_set_release(&set);
		return;
	}
	uint32_t bug = job_with_bug_within(d, &set);
	struct job j = job_of((uint32_t)d->jobs.n, origin, set);
	for (size_t i = 0; i < d->jobs.n; i++)
		if (d->jobs.at[i].complete)
			job_raise_floor(&j, &d->jobs.at[i]);
	vec_push(&d->jobs, j);
	if (bug != NO_JOB)
		deepening_end(d, vec_last(&d->jobs), JOB_CANCELLED, bug);
}

void deepening_free_slot(struct deepening *d, struct job_part *p, enum part_state next)
{
	if (p->state == PART_RUNNING)
		d->slots.at[p->slot].job = NO_JOB;
	p->slot = NO_SLOT;
	p->state = next;
}

void deepening_end(struct deepening *d, struct job *j, enum job_state state, uint32_t because)
{
	for (uint32_t i = 0; i < j->parts.n; i++) {
		struct job_part *p = &j->parts.at[i];
		if (p->state == PART_RUNNING || p->state == PART_SUSPENDED)
			deepening_push(d, COMMAND_CANCEL, j, i);
		if (p->state != PART_DONE)
			deepening_free_slot(d, p, PART_GONE);
	}
	j->state = state;
	j->ended_by = because;
}

void deepening_class_used(struct deepening *d, enum pp_class class)
{
	d->used |= PP_BIT(class);
	for (size_t i = 0; i < ARRAY_SIZE(seeds) && deepens(d); i++)
		if ((seeds[i] & PP_BIT(class)) && (seeds[i] & ~d->used) == 0)
			deepening_add(d, JOB_SEED, job_set_of(seeds[i]));
}

void deepening_stacks_shared(struct deepening *d, uint32_t job)
{
	struct job *j = job_at(d, job);
	struct job_set shown = job_set_copy(&j->set);
	shown.classes &= ~PP_HIDE_STACKS;
	if (!job_open(j) || shown.classes == j->set.classes) {
		job_set_release(&shown);
		return;
	}
	for (size_t i = 0; i < j->parts.n; i++)
		j->parts.at[i].progress = (struct part_progress){0};
	deepening_end(d, j, JOB_CANCELLED, (uint32_t)d->jobs.n);
	d->counts.superseded++;
	deepening_add(d, JOB_FIXED, shown);
}

void deepening_cut_short(struct deepening *d)
{
	d->cut_short = true;
}

void deepening_progress(struct deepening *d, uint32_t job, uint32_t part,
                        const struct part_progress *p)
{
	struct job_part *at = part_at(job_at(d, job), part);
	/* A worker that goes on from a checkpoint may be behind what its predecessor said. */
	if (at->state != PART_DONE)
		at->progress = *p;
}

/* Algorithm 2 of QUICKSAND, algorithm 4 of the thesis, for one access and one reporter. */
static void add_race_jobs(struct deepening *d, uint32_t reporter, const struct job_point *p)
{
	struct job_set big = job_set_copy(&d->jobs.at[reporter].set);
	struct job_set small = job_set_of(PP_SET_YIELD);
	job_set_add(&big, p);
	job_set_add(&small, p);
	deepening_add(d, JOB_SMALL, small);
	deepening_add(d, JOB_BIG, big);
}

void deepening_race(struct deepening *d, uint32_t job, const struct race_sighting *s)
{
	const struct job *reporter = job_at(d, job);
	bool small = job_small(reporter);
	struct race_news news = race_table_see(&d->races, job, s);
	for (size_t i = 0; i < d->bugs.n && news.new_race; i++)
		race_table_bug(&d->races, &d->bugs.at[i].places);
	if (!d->bugs.n && news.new_race && deepening_total(d))
		race_table_verified(&d->races);
	if (d->options.mode != MODE_DEEPEN)
		return;
	d->counts.not_bred += small && news.new_race;
	if (!news.new_reporter && !news.upgraded)
		return;
	struct job_point points[2];
	size_t n = race_points(&d->races.races.at[news.index], points);
	const struct known_race *r = &d->races.races.at[news.index];
	for (size_t i = 0; i < r->reporters.n; i++) {
		uint32_t by = r->reporters.at[i];
		/* Jobs that reported it as single-order get the later access now. */
		if ((by != job && !news.upgraded) || job_small(&d->jobs.at[by]))
			continue;
		for (size_t k = 0; k < n; k++)
			add_race_jobs(d, by, &points[k]);
	}
}

void deepening_bug(struct deepening *d, uint32_t job, uint64_t finding, const struct job_set *needs)
{
	struct job *j = job_at(d, job);
	struct known_bug bug = {
	        .finding = finding, .job = job, .needs = job_set_copy(needs ? needs : &j->set)};
	vec_push(&d->bugs, bug);
	j->bugs++;
	/* Told late, by a job that has ended: it stays true. */
	if (!job_open(j) && j->state != JOB_FAILED)
		j->state = JOB_FOUND_BUG;
	if (d->options.keep_going)
		return;
	if (job_open(j))
		deepening_end(d, j, JOB_FOUND_BUG, NO_JOB);
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *other = &d->jobs.at[i];
		if (job_open(other) && job_set_within(&bug.needs, &other->set))
			deepening_end(d, other, JOB_CANCELLED, job);
	}
}

void deepening_bug_places(struct deepening *d, uint64_t finding, const pc_vec *places)
{
	race_table_forget_bugs(&d->races);
	for (size_t i = 0; i < d->bugs.n; i++) {
		struct known_bug *bug = &d->bugs.at[i];
		if (bug->finding == finding) {
			vec_clear(&bug->places);
			for (size_t k = 0; k < places->n; k++)
				vec_push(&bug->places, places->at[k]);
		}
		race_table_bug(&d->races, &bug->places);
	}
}

/*
 * A schedule that is possible with some preemption points is possible with more of them, so
 * the jobs within a completed one have nothing left to show (thesis §4.6.2).
 * Test: a_completed_superset_prunes.
 */
static void prune_within(struct deepening *d, uint32_t done)
{
	for (size_t i = 0; i < d->jobs.n; i++) {
		struct job *j = &d->jobs.at[i];
		if (job_open(j) && job_set_within(&j->set, &d->jobs.at[done].set))
			deepening_end(d, j, JOB_PRUNED, done);
	}
}

static void check_job_done(struct deepening *d, struct job *j)
{
	if (!job_open(j) || job_parts_in(j, PART_DONE) < j->parts.n)
		return;
	j->complete = j->limit == NULL;
	j->state = j->bugs ? JOB_FOUND_BUG : j->complete ? JOB_DONE : JOB_LIMITED;
	if (!j->complete)
		return;
	prune_within(d, j->id);
	for (size_t i = 0; i < d->jobs.n; i++)
		job_raise_floor(&d->jobs.at[i], j);
	if (!j->bugs)
		race_table_completed(&d->races, j->id, &j->set);
	if (!d->bugs.n && deepening_total(d))
		race_table_verified(&d->races);
}

void deepening_part_done(struct deepening *d, uint32_t job, uint32_t part, const char *limit)
{
	struct job *j = job_at(d, job);
	struct job_part *p = part_at(j, part);
	if (!job_open(j) || p->state == PART_DONE)
		return;
	if (limit && !j->limit)
		j->limit = str_copy(limit);
	deepening_free_slot(d, p, PART_DONE);
	p->progress.total = (double)p->progress.executions;
	p->progress.eta_ms = 0;
	check_job_done(d, j);
}

void deepening_split_refused(struct deepening *d, uint32_t job, uint32_t part)
{
	struct job *j = job_at(d, job);
	struct job_part *p = part_at(j, part);
	d->counts.splits_refused++;
	if (!job_open(j))
		return;
	/* A part without anything in it is done. */
	deepening_free_slot(d, p, PART_DONE);
	check_job_done(d, j);
}

void deepening_part_added(struct deepening *d, uint32_t job, uint32_t part,
                          const struct part_progress *p)
{
	struct job *j = job_at(d, job);
	BUG_ON(!job_open(j) || part != j->parts.n);
	vec_push(&j->parts, (struct job_part){.slot = NO_SLOT, .progress = *p});
	d->counts.parts_added++;
}

/*
 * True: it has died often enough. Deaths before which it had come less far do not count: a part
 * that gets further each time comes to its end, whoever kills its workers.
 */
static bool count_death(struct job_part *p, uint64_t place)
{
	struct part_death *here = NULL;
	unsigned sum = 1;
	bool further = true;
	for (size_t i = 0; i < p->deaths.n; i++)
		further = further && p->deaths.at[i].place < place;
	if (further)
		vec_clear(&p->deaths);
	for (size_t i = 0; i < p->deaths.n; i++) {
		sum += p->deaths.at[i].count;
		if (p->deaths.at[i].place == place)
			here = &p->deaths.at[i];
	}
	if (!here) {
		vec_push(&p->deaths, (struct part_death){.place = place});
		here = vec_last(&p->deaths);
	}
	return ++here->count >= DEATHS_AT_ONE_PLACE || sum >= DEATHS_OF_A_PART;
}

void deepening_part_died(struct deepening *d, uint32_t job, uint32_t part, uint64_t place)
{
	struct job *j = job_at(d, job);
	struct job_part *p = part_at(j, part);
	if (!job_open(j) || p->state == PART_DONE)
		return;
	bool enough = count_death(p, place);
	deepening_free_slot(d, p, PART_DEAD);
	if (!enough)
		return;
	deepening_push(d, COMMAND_REPORT_DEATH, j, part);
	deepening_end(d, j, JOB_FAILED, NO_JOB);
}
