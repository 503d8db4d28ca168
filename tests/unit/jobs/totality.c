/* SPDX-License-Identifier: MIT */
/*
 * Totality (QUICKSAND §5.1; proofs, theorem 1): where the job manager calls a search total, it
 * has reached all that preempting everywhere reaches, and nothing else. Generated programs of the
 * simulated machine are searched both ways, with races by limited and by pure happens-before; the
 * sets of final states, deadlocks and findings must be equal. Deliberate mistakes between race
 * analysis and the manager are noticed.
 *
 * usage: totality [FIRST [END]]: other seeds than those of the test suite.
 */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "jobs/deepening.h"
#include "race/race.h"
#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"

#define MOST_EXECUTIONS 400 /* preempting everywhere; larger programs are left out */
#define MOST_IN_A_JOB   (8 * MOST_EXECUTIONS)
#define MOST_SEEDS      6000 /* until a mistake must have been noticed */
#define STRIDE          256

static uint64_t first_seed = 0, end_seed = 1200;

/* What becomes of a race between the analysis and the manager. */
enum mistake {
	MISTAKE_NONE,
	MISTAKE_DROP_SOME,   /* every fifth pair of places is not told */
	MISTAKE_NO_ATOMICS,  /* pairs with an atomic access are not told */
	MISTAKE_NO_FREES,    /* nor those with a free */
	MISTAKE_NO_UPGRADES, /* the order that was seen first is told to be the only one */
	MISTAKE_NO_CUTS,     /* that executions were cut short is not told */
	MISTAKE_FIRST_ONLY,  /* only the first execution of each job is analysed */
	MISTAKES
};

static const char *const mistake_name[MISTAKES] = {
        [MISTAKE_NONE] = "none",
        [MISTAKE_DROP_SOME] = "some races are dropped",
        [MISTAKE_NO_ATOMICS] = "atomics do not race",
        [MISTAKE_NO_FREES] = "free does not race",
        [MISTAKE_NO_UPGRADES] = "the other order is forgotten",
        [MISTAKE_NO_CUTS] = "cut executions count",
        [MISTAKE_FIRST_ONLY] = "one execution is analysed",
};

/* What a space shows. */
struct reached {
	struct hash_set ends; /* final states; deadlocks are some of them */
	struct hash_set bugs; /* findings: the rest of the state is as the steps happened to be */
	bool wrong;           /* a deadlock or finding */
};

static void reached_add(struct reached *r, const struct vm_run *run)
{
	if (run->finding)
		hash_set_add(&r->bugs, run->bug);
	else
		hash_set_add(&r->ends, run->outcome);
	r->wrong |= run->finding || run->deadlock;
}

static void reached_release(struct reached *r)
{
	hash_set_release(&r->ends);
	hash_set_release(&r->bugs);
}

static bool reached_equal(const struct reached *a, const struct reached *b)
{
	return hash_set_equal(&a->ends, &b->ends) && hash_set_equal(&a->bugs, &b->bugs);
}

/* Two places in the order in which the search saw them first. */
struct pair {
	struct race_side first, second;
};

struct search {
	const struct vm_program *p;
	struct deepening d;
	enum race_mode races;
	enum mistake mistake;
	VEC(struct reached) reached; /* by job */
	VEC(struct pair) pairs;
	bool found;
	bool over; /* too large */
	const char *broken;
};

static struct race_side side_of(const struct cell_access *a)
{
	return (struct race_side){
	        .point = {.pc = a->pc, .callsite = ANY_CALLSITE, .thread = ANY_THREAD},
	        .kind = a->kind};
}

static bool same_side(const struct race_side *a, const struct race_side *b)
{
	return a->point.pc == b->point.pc && a->kind == b->kind;
}

static bool is_atomic(const struct cell_access *a)
{
	return op_info[a->kind].pp == PP_ATOMIC;
}

static bool left_out(enum mistake m, const struct candidate *c)
{
	switch (m) {
	case MISTAKE_DROP_SOME:
		return (c->first.pc + c->second.pc) % 5 == 0;
	case MISTAKE_NO_ATOMICS:
		return is_atomic(&c->first) || is_atomic(&c->second);
	case MISTAKE_NO_FREES:
		return c->first.kind == OP_FREE || c->second.kind == OP_FREE;
	case MISTAKE_NONE:
	case MISTAKE_NO_UPGRADES:
	case MISTAKE_NO_CUTS:
	case MISTAKE_FIRST_ONLY:
	case MISTAKES:
		return false;
	}
	return false;
}

/* Turns a sighting into the order in which its pair was first seen. */
static void forget_other_order(struct search *s, struct race_sighting *r)
{
	r->both_orders = false;
	for (size_t i = 0; i < s->pairs.n; i++) {
		const struct pair *p = &s->pairs.at[i];
		if (same_side(&p->first, &r->first) && same_side(&p->second, &r->second))
			return;
		if (same_side(&p->first, &r->second) && same_side(&p->second, &r->first)) {
			r->first = p->first;
			r->second = p->second;
			return;
		}
	}
	vec_push(&s->pairs, (struct pair){r->first, r->second});
}

static void tell_race(struct search *s, uint32_t job, const struct candidate *c)
{
	struct race_sighting r = {
	        .first = side_of(&c->first),
	        .second = side_of(&c->second),
	        .both_orders = c->flags & RACE_BOTH_ORDERS,
	        .first_execution = c->execution <= 1,
	};
	if ((c->flags & RACE_RECYCLED) || left_out(s->mistake, c))
		return;
	if (s->mistake == MISTAKE_NO_UPGRADES)
		forget_other_order(s, &r);
	deepening_race(&s->d, job, &r);
}

/* Classes and races of an execution, as a worker tells them. */
static void tell(struct search *s, uint32_t job, struct race_analysis *a, const struct vm_run *run)
{
	race_begin_execution(a);
	for (size_t i = 0; i < run->events.n; i++) {
		unsigned class = op_info[run->events.at[i].kind].pp;
		race_event(a, &run->events.at[i]);
		if ((PP_SET_ALL & PP_BIT(class)) && !(s->d.used & PP_BIT(class)))
			deepening_class_used(&s->d, (enum pp_class) class);
	}
	race_end_execution(a);
	for (const struct candidate *c; (c = race_next_news(a));)
		tell_race(s, job, c);
}

/* A place of the job becomes one of the program: in every thread that has it. */
static void add_point(struct vm_program *p, uint64_t pc)
{
	for (unsigned t = 0; t < p->n_threads; t++) {
		uint64_t at = pc - 1 - t * p->stride;
		if (pc > t * p->stride && at < VM_POINTS)
			p->points[t] |= 1ull << at;
	}
}

/* Explores the whole space of a job, tells its races, and leaves what it reached in r. */
static void work(struct search *s, uint32_t job, struct reached *r)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct explorer *x = explorer_new(&o);
	struct scheduler *scheduler = explorer_scheduler(x);
	struct race_analysis *a = race_new(&(struct race_options){.mode = s->races});
	const struct job_set *set = &s->d.jobs.at[job].set;
	struct vm_run run = {0};
	struct vm_program with_points = *s->p;
	unsigned classes = set->classes;
	for (size_t i = 0; i < set->points.n; i++)
		add_point(&with_points, set->points.at[i].pc);
	for (uint64_t n = 0; !s->over && scheduler->ops->begin(scheduler); n++) {
		vm_execute(&with_points, scheduler, classes, &run);
		if (n == 0 || s->mistake != MISTAKE_FIRST_ONLY)
			tell(s, job, a, &run);
		if (run.reason != END_ABANDONED)
			reached_add(r, &run);
		if (run.cut_short && s->mistake != MISTAKE_NO_CUTS)
			deepening_cut_short(&s->d);
		s->over |= n >= MOST_IN_A_JOB;
	}
	if (explorer_divergence(x)->happened)
		s->broken = "the explorer says that the program diverges";
	else if (!s->over && !explorer_stats(x)->complete)
		s->broken = "the explorer ended before its space was complete";
	scheduler->ops->free(scheduler);
	race_free(a);
	vm_run_release(&run);
}

static void start(struct search *s, uint32_t job)
{
	struct reached r = {0};
	work(s, job, &r);
	while (s->reached.n <= job)
		vec_push(&s->reached, (struct reached){0});
	s->reached.at[job] = r;
	if (r.wrong)
		deepening_bug(&s->d, job, 0, NULL);
	s->found |= r.wrong;
	deepening_part_done(&s->d, job, 0, NULL);
}

static void search_run(struct search *s, const struct deepening_options *o)
{
	struct deepening_command c;
	deepening_init(&s->d, o);
	for (uint64_t now = 1; !s->d.over && !s->over; now++) {
		deepening_decide(&s->d, now);
		while (deepening_command(&s->d, &c))
			if (c.kind == COMMAND_START)
				start(s, c.job);
			else
				assert_int_equal(c.kind, COMMAND_CANCEL);
	}
}

static void search_release(struct search *s)
{
	for (size_t i = 0; i < s->reached.n; i++)
		reached_release(&s->reached.at[i]);
	vec_release(&s->reached);
	vec_release(&s->pairs);
	deepening_release(&s->d);
}

/* The completed job that preempts on all there is. */
static const struct reached *by_maximal(const struct search *s)
{
	struct job_set all = deepening_maximal_set(&s->d);
	const struct reached *r = NULL;
	for (size_t i = 0; i < s->d.jobs.n; i++)
		if (s->d.jobs.at[i].complete && job_set_within(&all, &s->d.jobs.at[i].set))
			r = &s->reached.at[i];
	job_set_release(&all);
	return r;
}

/* --- comparison ---------------------------------------------------------------------------- */

static struct {
	uint64_t programs, too_large, wrong, total, raced, jobs, nested;
} sums;

static bool everywhere(const struct vm_program *p, struct reached *out)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	o.fine_steps = true;
	o.max_executions = MOST_EXECUTIONS;
	struct explorer *x = explorer_new(&o);
	struct scheduler *s = explorer_scheduler(x);
	struct vm_run run = {0};
	while (s->ops->begin(s)) {
		vm_execute(p, s, PP_SET_EVERYWHERE, &run);
		if (run.reason != END_ABANDONED)
			reached_add(out, &run);
	}
	bool complete = explorer_stats(x)->complete;
	s->ops->free(s);
	vm_run_release(&run);
	return complete;
}

static void add_up(const struct search *s)
{
	sums.total += deepening_total(&s->d);
	sums.jobs += s->d.jobs.n;
	sums.raced += s->d.races.points.points.n > 0;
	for (size_t i = 0; i < s->d.races.races.n; i++)
		sums.nested += s->d.races.races.at[i].nondeterministic;
}

/* NULL where the search agrees with preempting everywhere. */
static const char *disagreement(const struct search *s, const struct reached *all)
{
	const struct reached *r = by_maximal(s);
	if (s->broken)
		return s->broken;
	if (s->found && !all->wrong)
		return "a bug that preempting everywhere does not have";
	if (!s->found && all->wrong)
		return "a bug was missed";
	if (s->found && !s->d.options.keep_going)
		return NULL;
	if (!deepening_total(&s->d) || !r)
		return "the search is over, and not total";
	return reached_equal(r, all) ? NULL : "other states were reached";
}

/* Modes in which the same must come out. */
static const struct deepening_options ways[] = {
        {.mode = MODE_DEEPEN, .slots = 1, .races = true, .keep_going = true},
        {.mode = MODE_MAXIMAL, .slots = 1, .races = true, .keep_going = true},
        {.mode = MODE_DEEPEN, .slots = 1, .races = true, .keep_going = false},
};

/* False: something was wrong, and complain says whether to print it. */
static bool way_agrees(const struct vm_program *p, uint64_t seed, enum race_mode races,
                       enum mistake mistake, const struct reached *all, bool complain)
{
	const struct deepening_options *o = &ways[seed / 3 % ARRAY_SIZE(ways)];
	struct search s = {.p = p, .races = races, .mistake = mistake};
	search_run(&s, o);
	const char *why = s.over ? NULL : disagreement(&s, all);
	sums.too_large += s.over;
	if (!s.over)
		add_up(&s);
	if (why && complain) {
		struct buf b = {0};
		struct job_set set = deepening_maximal_set(&s.d);
		job_set_text(&b, &set, NULL, NULL);
		fprintf(stderr, "seed %llu, %s, %s: %s; the maximal set is %.*s\n",
		        (unsigned long long)seed, race_mode_name[races],
		        deepening_mode_name[o->mode], why, (int)b.n, (const char *)b.at);
		gen_print(p);
		job_set_release(&set);
		buf_release(&b);
	}
	search_release(&s);
	return !why;
}

static bool program_agrees(uint64_t seed, enum mistake mistake, bool complain)
{
	struct vm_program p;
	struct reached all = {0};
	bool good = true;
	gen_program(&p, seed);
	p.stride = seed % 4 ? STRIDE : 0;
	if (everywhere(&p, &all)) {
		good = way_agrees(&p, seed, RACES_LIMITED, mistake, &all, complain) &&
		       way_agrees(&p, seed, RACES_PURE, mistake, &all, complain);
		sums.programs++;
		sums.wrong += all.wrong;
	} else {
		sums.too_large++;
	}
	reached_release(&all);
	vm_program_release(&p);
	return good;
}

static void test_totality(void **state)
{
	(void)state;
	unsigned failures = 0;
	for (uint64_t seed = first_seed; seed < end_seed; seed++)
		failures += !program_agrees(seed, MISTAKE_NONE, failures < 5);
	printf("%llu programs, %llu searches too large, %llu programs with a bug; of the "
	       "searches %llu total, %llu with races, %llu races not in a job's first "
	       "execution, %llu jobs\n",
	       (unsigned long long)sums.programs, (unsigned long long)sums.too_large,
	       (unsigned long long)sums.wrong, (unsigned long long)sums.total,
	       (unsigned long long)sums.raced, (unsigned long long)sums.nested,
	       (unsigned long long)sums.jobs);
	assert_int_equal(failures, 0);
	assert_true(sums.programs > sums.too_large);
	assert_true(sums.total > sums.programs);
	assert_true(sums.nested > 0 && sums.wrong > 0);
}

static void test_mistakes(void **state)
{
	(void)state;
	for (unsigned m = MISTAKE_NONE + 1; m < MISTAKES; m++) {
		uint64_t seed = 0;
		while (seed < MOST_SEEDS && program_agrees(seed, (enum mistake)m, false))
			seed++;
		if (seed == MOST_SEEDS)
			fail_msg("not noticed: %s", mistake_name[m]);
		printf("%-32s noticed at seed %llu\n", mistake_name[m], (unsigned long long)seed);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_totality),
	        cmocka_unit_test(test_mistakes),
	};
	if (argc > 1) {
		first_seed = strtoull(argv[1], NULL, 0);
		end_seed = argc > 2 ? strtoull(argv[2], NULL, 0) : first_seed + 1;
		return cmocka_run_group_tests_name("totality", tests, NULL, NULL);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
