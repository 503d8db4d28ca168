/* SPDX-License-Identifier: MIT */
/*
 * A simulated controller for tests of jobs/deepening/deepening.h: a simulated clock, and a program
 * that has a hidden number of schedules for each set of preemption points, races that show only to
 * those who preempt on others, bugs, and workers that die. It carries commands out and checks each
 * one: a manager that starts a part twice, or on a slot that is taken, fails the test.
 */
#ifndef TESTS_UNIT_DEEPENING_SIM_H
#define TESTS_UNIT_DEEPENING_SIM_H

#include "tests/unit/unit.h"

#include "jobs/deepening/deepening_input.h"

#define SIM_MAX 8

static inline struct job_point sim_point(uint64_t pc)
{
	return (struct job_point){.pc = pc, .thread = ANY_THREAD, .callsite = ANY_CALLSITE};
}

/* {yield}, the classes that the list begins with, and its pcs up to a 0. */
static inline struct job_set sim_set(const uint64_t *list)
{
	struct job_set s = job_set_of((uint32_t)list[0]);
	for (list++; *list; list++) {
		struct job_point p = sim_point(*list);
		job_set_add(&s, &p);
	}
	return s;
}
#define SET(...) sim_set((const uint64_t[]){__VA_ARGS__, 0})

static inline struct race_sighting sim_sighting(uint64_t first, uint64_t second, bool both)
{
	return (struct race_sighting){
	        .first = {sim_point(first), OP_WRITE},
	        .second = {sim_point(second), OP_READ},
	        .both_orders = both,
	};
}

struct sim_race {
	uint64_t first, second;
	struct job_set seen_with;  /* jobs that contain this see first, second */
	struct job_set other_with; /* and these the other order too */
};

struct sim_bug {
	struct job_set needs;
};

struct sim_program {
	uint32_t used;  /* classes */
	uint64_t base;  /* schedules of {yield} */
	double growth;  /* by each class or point that matters */
	double noise;   /* first estimates are wrong by up to this factor */
	double death;   /* chance that a part dies at all, at one place */
	bool dies_on;   /* again and again */
	double divided; /* chance at each step that a part gives half of it to a new one */
	uint64_t n_races, n_bugs;
	struct sim_race races[SIM_MAX];
	struct sim_bug bugs[SIM_MAX];
};

enum sim_life { SIM_NONE, SIM_FRESH, SIM_RUNS, SIM_WAITS, SIM_DIED, SIM_ENDED };

struct sim_worker {
	enum sim_life life;
	uint32_t job, part, slot;
	uint64_t total, done, checkpoint;
	uint64_t dies_at; /* 0: never */
	double error;     /* of the first estimate */
	unsigned reported[SIM_MAX];
	bool found[SIM_MAX];
};

struct sim {
	struct deepening d;
	const struct sim_program *program;
	uint64_t seed;
	uint64_t now_ms;
	uint64_t per_ms; /* executions of a worker */
	VEC(struct sim_worker) workers;
	uint32_t slot_job[16];
	uint64_t log; /* a hash of all commands */
	/* Told of all that the manager is told, but bugs; may be NULL. */
	void (*input)(void *arg, const struct deepening_input *in);
	void *input_arg;
	uint64_t n[COMMAND_REPORT_DEATH + 1];
};

static inline double sim_chance(struct sim *s)
{
	return (double)(test_random(&s->seed) >> 11) / 9007199254740992.0;
}

/* How many schedules a set has: more for every class that is used and every point of a race. */
static inline uint64_t sim_size(const struct sim_program *p, const struct job_set *set)
{
	double size = (double)p->base;
	for (int i = PP_YIELD + 1; i < PP_COUNT; i++)
		if (set->classes & p->used & PP_BIT(i))
			size *= p->growth;
	for (size_t i = 0; i < set->points.n; i++)
		size *= p->growth;
	return (uint64_t)size;
}

static inline void sim_init(struct sim *s, const struct sim_program *p,
                            const struct deepening_options *o, uint64_t seed)
{
	*s = (struct sim){.program = p, .seed = seed * 2 + 1, .per_ms = 1};
	deepening_init(&s->d, o);
	for (size_t i = 0; i < ARRAY_SIZE(s->slot_job); i++)
		s->slot_job[i] = NO_JOB;
}

static inline void sim_release(struct sim *s)
{
	vec_release(&s->workers);
	deepening_release(&s->d);
}

static inline void sim_program_release(struct sim_program *p)
{
	for (size_t i = 0; i < p->n_races; i++) {
		job_set_release(&p->races[i].seen_with);
		job_set_release(&p->races[i].other_with);
	}
	for (size_t i = 0; i < p->n_bugs; i++)
		job_set_release(&p->bugs[i].needs);
}

static inline struct sim_worker *sim_worker(struct sim *s, uint32_t job, uint32_t part)
{
	for (size_t i = 0; i < s->workers.n; i++)
		if (s->workers.at[i].job == job && s->workers.at[i].part == part)
			return &s->workers.at[i];
	return NULL;
}

static inline struct sim_worker *sim_new(struct sim *s, uint32_t job, uint32_t part, uint64_t total)
{
	struct sim_worker w = {.job = job, .part = part, .total = total};
	w.error = 1 + s->program->noise * sim_chance(s);
	if (sim_chance(s) < 0.5)
		w.error = 1 / w.error;
	if (sim_chance(s) < s->program->death)
		w.dies_at = 1 + test_random(&s->seed) % total;
	vec_push(&s->workers, w);
	return vec_last(&s->workers);
}

static inline void sim_take_slot(struct sim *s, struct sim_worker *w, uint32_t slot)
{
	assert_true(slot < s->d.options.slots);
	assert_int_equal(s->slot_job[slot], NO_JOB);
	s->slot_job[slot] = w->job;
	w->slot = slot;
	w->life = SIM_RUNS;
}

static inline void sim_leave_slot(struct sim *s, struct sim_worker *w, enum sim_life next)
{
	if (w->life == SIM_RUNS)
		s->slot_job[w->slot] = NO_JOB;
	w->life = next;
}

static inline void sim_tell(struct sim *s, const struct deepening_input *in)
{
	if (s->input)
		s->input(s->input_arg, in);
	deepening_apply(&s->d, in);
}

static inline void sim_tell_part(struct sim *s, enum deepening_input_kind kind, uint32_t job,
                                 uint32_t part, uint64_t number)
{
	sim_tell(s, &(struct deepening_input){
	                    .kind = kind, .job = job, .part = part, .number = number});
}

static inline void sim_decide(struct sim *s, uint64_t now_ms)
{
	if (deepening_decide_matters(&s->d, now_ms) && s->input)
		s->input(s->input_arg,
		         &(struct deepening_input){.kind = INPUT_DECIDE, .number = now_ms});
}

static inline void sim_split(struct sim *s, const struct deepening_command *c)
{
	struct sim_worker *from = sim_worker(s, c->job, c->from);
	assert_non_null(from);
	assert_int_equal(from->life, SIM_RUNS);
	assert_null(sim_worker(s, c->job, c->part));
	uint64_t given = (from->total - from->done) / 2;
	if (given == 0) {
		sim_tell_part(s, INPUT_SPLIT_REFUSED, c->job, c->part, 0);
		return;
	}
	from->total -= given;
	if (from->dies_at > from->total)
		from->dies_at = 0;
	sim_take_slot(s, sim_new(s, c->job, c->part, given), c->slot);
}

/* What it has left goes half to a new part, which waits. */
static inline void sim_divide(struct sim *s, uint32_t id)
{
	struct sim_worker *w = &s->workers.at[id];
	uint64_t given = (w->total - w->done) / 2;
	uint32_t job = w->job, part = (uint32_t)s->d.jobs.at[job].parts.n;
	if (given == 0 || !job_open(&s->d.jobs.at[job]) || part > 8)
		return;
	w->total -= given;
	if (w->dies_at > w->total)
		w->dies_at = 0;
	sim_new(s, job, part, given)->life = SIM_FRESH;
	sim_tell_part(s, INPUT_PART_ADDED, job, part, 0);
}

static inline void sim_command(struct sim *s, const struct deepening_command *c)
{
	struct sim_worker *w = sim_worker(s, c->job, c->part);
	s->n[c->kind]++;
	s->log = (s->log ^
	          (c->kind + 7 * c->job + 1009 * c->part + 65537 * c->slot + 1000003 * c->from)) *
	         0x100000001b3ull;
	switch (c->kind) {
	case COMMAND_START:
		assert_true(!w || w->life == SIM_FRESH);
		if (!w)
			w = sim_new(s, c->job, c->part,
			            sim_size(s->program, &s->d.jobs.at[c->job].set));
		sim_take_slot(s, w, c->slot);
		break;
	case COMMAND_RESUME:
		assert_int_equal(w->life, SIM_WAITS);
		sim_take_slot(s, w, c->slot);
		break;
	case COMMAND_RESTART:
		assert_int_equal(w->life, SIM_DIED);
		w->done = w->checkpoint;
		if (!s->program->dies_on)
			w->dies_at = 0;
		sim_take_slot(s, w, c->slot);
		break;
	case COMMAND_SUSPEND:
		assert_int_equal(w->life, SIM_RUNS);
		assert_int_equal(w->slot, c->slot);
		sim_leave_slot(s, w, SIM_WAITS);
		break;
	case COMMAND_CANCEL:
		assert_non_null(w);
		assert_false(job_open(&s->d.jobs.at[c->job]));
		/* It may have ended by itself before the command came. */
		sim_leave_slot(s, w, SIM_ENDED);
		break;
	case COMMAND_SPLIT:
		assert_null(w);
		sim_split(s, c);
		break;
	case COMMAND_REPORT_DEATH:
		assert_int_equal(w->life, SIM_DIED);
		w->life = SIM_ENDED;
		break;
	}
}

static inline void sim_report_races(struct sim *s, struct sim_worker *w)
{
	const struct job_set *set = &s->d.jobs.at[w->job].set;
	for (size_t i = 0; i < s->program->n_races; i++) {
		const struct sim_race *r = &s->program->races[i];
		/* Spread over the run of the worker, and all of them before its end. */
		if (w->done < w->total && w->done * (s->program->n_races + 1) < w->total * (i + 1))
			continue;
		unsigned seen = job_set_within(&r->seen_with, &s->d.jobs.at[w->job].set);
		if (seen && job_set_within(&r->other_with, set))
			seen = 2;
		if (seen > w->reported[i]) {
			struct deepening_input news = {.kind = INPUT_RACE, .job = w->job};
			news.race = sim_sighting(r->first, r->second, seen == 2);
			sim_tell(s, &news);
			w->reported[i] = seen;
			set = &s->d.jobs.at[w->job].set;
		}
	}
}

static inline void sim_report_bugs(struct sim *s, struct sim_worker *w)
{
	for (size_t i = 0; i < s->program->n_bugs; i++) {
		const struct job_set *needs = &s->program->bugs[i].needs;
		if (w->found[i] || w->done * 2 < w->total ||
		    !job_set_within(needs, &s->d.jobs.at[w->job].set))
			continue;
		w->found[i] = true;
		pc_vec places = {0};
		for (size_t k = 0; k < needs->points.n; k++)
			vec_push(&places, needs->points.at[k].pc);
		deepening_bug(&s->d, w->job, i, needs);
		deepening_bug_places(&s->d, i, &places);
		vec_release(&places);
	}
}

static inline void sim_report_progress(struct sim *s, const struct sim_worker *w)
{
	double part = (double)w->done / (double)w->total;
	/* The nearer to its end the better an estimate. */
	double total = (double)w->total * (part + w->error * (1 - part));
	double left = total > (double)w->done ? total - (double)w->done : 0;
	struct deepening_input in = {.kind = INPUT_PROGRESS, .job = w->job, .part = w->part};
	in.progress = (struct part_progress){
	        .executions = w->done,
	        .total = total,
	        .eta_ms = left / (double)s->per_ms,
	        .cpu_ms = w->done / s->per_ms,
	};
	sim_tell(s, &in);
}

static inline void sim_commands(struct sim *s)
{
	struct deepening_command c;
	while (deepening_command(&s->d, &c))
		sim_command(s, &c);
}

static inline void sim_work(struct sim *s, uint32_t id, uint64_t ms)
{
	struct sim_worker *w = &s->workers.at[id];
	uint64_t n = ms * s->per_ms;
	w->done = w->total - w->done < n ? w->total : w->done + n;
	if (w->dies_at && w->done >= w->dies_at) {
		w->done = w->dies_at;
		sim_leave_slot(s, w, SIM_DIED);
		sim_tell_part(s, INPUT_PART_DIED, w->job, w->part, w->dies_at);
		return;
	}
	w->checkpoint = w->done / 2;
	sim_report_progress(s, w);
	sim_report_races(s, w);
	sim_report_bugs(s, w);
	sim_commands(s);
	if (s->workers.at[id].life == SIM_RUNS && sim_chance(s) < s->program->divided)
		sim_divide(s, id);
	w = &s->workers.at[id];
	if (w->life == SIM_RUNS && w->done == w->total) {
		sim_leave_slot(s, w, SIM_ENDED);
		sim_tell_part(s, INPUT_PART_DONE, w->job, w->part, 0);
	}
}

/* What holds after every step, whatever happens. */
static inline void sim_check(struct sim *s)
{
	const struct deepening *d = &s->d;
	bool free_slot = false, waiting = false;
	for (uint32_t i = 0; i < d->options.slots; i++) {
		assert_int_equal(d->slots.at[i].job, s->slot_job[i]);
		free_slot |= s->slot_job[i] == NO_JOB;
	}
	for (size_t i = 0; i < s->workers.n; i++) {
		const struct sim_worker *w = &s->workers.at[i];
		const struct job *j = &d->jobs.at[w->job];
		if (w->life == SIM_RUNS)
			assert_int_equal(j->state, JOB_RUNNING);
		if (!job_open(j))
			assert_true(w->life == SIM_ENDED || w->life == SIM_DIED ||
			            w->life == SIM_FRESH);
	}
	for (size_t i = 0; i < d->jobs.n; i++) {
		const struct job *j = &d->jobs.at[i];
		waiting |= j->state == JOB_PENDING || j->state == JOB_SUSPENDED;
		if (j->state == JOB_DONE)
			assert_int_equal(job_executions(j), sim_size(s->program, &j->set));
		if (j->state == JOB_PRUNED) {
			assert_true(d->jobs.at[j->ended_by].complete);
			assert_true(job_set_within(&j->set, &d->jobs.at[j->ended_by].set));
		}
		for (size_t k = 0; k < i; k++)
			assert_false(job_set_equal(&j->set, &d->jobs.at[k].set));
	}
	/* No worker is idle while there is something to do. */
	assert_false(!d->over && free_slot && waiting);
}

static inline void sim_step(struct sim *s, uint64_t ms)
{
	s->now_ms += ms;
	for (uint32_t i = 0; i < s->workers.n; i++)
		if (s->workers.at[i].life == SIM_RUNS)
			sim_work(s, i, ms);
	sim_commands(s);
	sim_decide(s, s->now_ms);
	/* A split that is refused frees its slot after the decision. */
	sim_commands(s);
	sim_check(s);
}

static inline void sim_start(struct sim *s)
{
	sim_decide(s, 0);
	sim_commands(s);
	for (int i = PP_YIELD + 1; i < PP_COUNT; i++)
		if (s->program->used & PP_BIT(i))
			sim_tell_part(s, INPUT_CLASS_USED, 0, 0, (uint64_t)i);
}

static inline void sim_run(struct sim *s, uint64_t step_ms)
{
	sim_start(s);
	for (unsigned i = 0; !s->d.over; i++) {
		assert_true(i < 1000000);
		sim_step(s, step_ms);
	}
}

#endif
