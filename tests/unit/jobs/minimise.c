/* SPDX-License-Identifier: MIT */
/*
 * The minimiser on the simulated machine: from the worst schedule that brute force knows of a
 * failure to the fewest preemptions that any schedule needs for it.
 *
 * usage: minimise [FIRST [END]]: other seeds than those of the test suite.
 */
#include "tests/unit/unit.h"

#include "explore/guided.h"
#include "jobs/minimise/minimise.h"
#include "jobs/minimise/reduce.h"
#include "tests/oracle/check.h"
#include "tests/oracle/gen.h"
#include "tests/oracle/share.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_EXECUTIONS 2000 /* of brute force; larger spaces are left out */
#define REPLAYS         20

static uint64_t first_seed = 0, end_seed = 1500;

static const unsigned masks[] = {
        PP_SET_EVERYWHERE,
        PP_SET_ALL,
        PP_SET_YIELD | PP_BIT(PP_LOCK) | PP_BIT(PP_SEM),
};

/* What is called the same finding: who failed where, and what it knew; or nobody can go on. */
struct failure {
	bool deadlock;
	uint64_t bug;
};

struct simulated {
	const struct vm_program *program;
	unsigned pp;
	struct failure wanted;
	uint64_t runs, most_runs; /* then the time is over; 0: never */
	bool no_search;
};

static bool fails(const struct vm_run *r)
{
	return r->reason != END_ABANDONED && (r->finding || r->deadlock);
}

static bool is(const struct failure *f, const struct vm_run *r)
{
	return fails(r) && (f->deadlock ? r->deadlock : r->finding && r->bug == f->bug);
}

/* ---- the machine ---- */

static void copy_tried(struct tried *to, const struct tried *from)
{
	struct buf b = {0};
	tried_encode(&b, from);
	struct reader r = {b.at, b.n, false};
	assert_true(tried_decode(&r, to));
	buf_release(&b);
}

static bool simulate(void *arg, const struct guide *g, struct trial *t)
{
	struct simulated *s = arg;
	struct vm_run run = {0};
	*t = (struct trial){0};
	if (s->most_runs && s->runs >= s->most_runs)
		return false;
	s->runs++;
	struct scheduler *scheduler = guided_scheduler_new();
	guided_follow(scheduler, g);
	scheduler->ops->begin(scheduler);
	vm_execute(s->program, scheduler, s->pp, &run);
	struct tried did = guided_tried(scheduler);
	copy_tried(&t->did, &did);
	t->shows = is(&s->wanted, &run);
	t->passes = run.reason == END_EXIT && !fails(&run);
	/* Preemptions are what the machine says they are. */
	assert_int_equal(schedule_preemptions(&t->did.choices), run.preemptions);
	scheduler->ops->free(scheduler);
	vm_run_release(&run);
	return true;
}

/* The execution that x has just run, as stretches; then as it is recorded. */
static void record(struct simulated *s, const struct explorer *x, choice_vec *out)
{
	struct guide g = {.other = GUIDE_AS_RECORDED};
	uint32_t steps[VM_THREADS] = {0};
	choice_vec all = {0};
	struct trial t;
	explorer_schedule(x, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct choice *c = &all.at[i];
		if (c->kind != CHOICE_THREAD)
			vec_push(&g.values, *c);
		else
			vec_push(&g.stretches,
			         (struct stretch){.thread = c->value, .until = ++steps[c->value]});
	}
	assert_true(simulate(s, &g, &t));
	vec_release(out);
	*out = t.did.choices;
	t.did.choices = (choice_vec){0};
	trial_release(&t);
	vec_release(&all);
	guide_release(&g);
}

static bool search_within(struct simulated *s, uint32_t bound, choice_vec *found)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_run run = {0};
	bool shown = false;
	o.preemption_bound = bound;
	struct explorer *x = explorer_new(&o);
	struct scheduler *scheduler = explorer_scheduler(x);
	while (!shown && scheduler->ops->begin(scheduler)) {
		vm_execute(s->program, scheduler, s->pp, &run);
		shown = is(&s->wanted, &run);
		if (shown)
			record(s, x, found);
	}
	scheduler->ops->free(scheduler);
	vm_run_release(&run);
	return shown;
}

static bool search(void *arg, uint32_t bound, struct minimise_search *out)
{
	struct simulated *s = arg;
	if (s->no_search)
		return false;
	for (uint32_t b = 0; b <= bound; b++) {
		out->bounds_done = b;
		if (search_within(s, b, &out->found))
			return true;
	}
	out->bounds_done = bound + 1;
	return true;
}

static struct minimise_machine machine(struct simulated *s)
{
	return (struct minimise_machine){.run = simulate, .search = search, .arg = s};
}

/* ---- brute force ---- */

struct truth {
	uint32_t fewest, most;
	choice_vec worst; /* a schedule with the most preemptions */
	bool passes;      /* there is a schedule without any failure */
};

/* Of the first failure that is met, in all schedules. False: there is none, or they are too many.
 */
static bool all_schedules(struct simulated *s, struct truth *truth)
{
	struct explore_options o = EXPLORE_OPTIONS_DEFAULT;
	struct vm_run run = {0};
	bool any = false;
	unsigned n = 0;
	o.reduction = REDUCTION_NONE;
	struct explorer *x = explorer_new(&o);
	struct scheduler *scheduler = explorer_scheduler(x);
	*truth = (struct truth){.fewest = UINT32_MAX};
	while (n++ <= MOST_EXECUTIONS && scheduler->ops->begin(scheduler)) {
		vm_execute(s->program, scheduler, s->pp, &run);
		truth->passes |= run.reason == END_EXIT && !fails(&run);
		if (!any && fails(&run)) {
			any = true;
			s->wanted = (struct failure){run.deadlock, run.bug};
		}
		if (!any || !is(&s->wanted, &run))
			continue;
		if (run.preemptions < truth->fewest)
			truth->fewest = run.preemptions;
		if (run.preemptions >= truth->most) {
			truth->most = run.preemptions;
			record(s, x, &truth->worst);
		}
	}
	scheduler->ops->free(scheduler);
	vm_run_release(&run);
	return any && n <= MOST_EXECUTIONS && truth->worst.n;
}

/* ---- the tests ---- */

static uint64_t compared, shrunk, greedy_enough, judged_all, needless;
static uint64_t can_pass, with_passing, could_be_longer;

static void replays(struct simulated *s, const choice_vec *choices, bool passes)
{
	for (int i = 0; i < REPLAYS; i++) {
		struct guide g = {.exact = *choices, .other = GUIDE_AS_RECORDED};
		struct trial t;
		assert_true(simulate(s, &g, &t));
		assert_false(t.did.diverged);
		assert_true(passes ? t.passes : t.shows);
		assert_int_equal(t.did.choices.n, choices->n);
		trial_release(&t);
	}
}

static choice_vec copy(const choice_vec *v)
{
	choice_vec to = {0};
	for (size_t i = 0; i < v->n; i++)
		vec_push(&to, v->at[i]);
	return to;
}

static void check_result(struct simulated *s, const struct truth *truth, const choice_vec *choices,
                         const struct minimised *m)
{
	assert_true(m->known);
	assert_int_equal(m->from.preemptions, truth->most);
	assert_true(m->to.preemptions <= m->from.preemptions);
	assert_int_equal(m->to.preemptions, schedule_preemptions(choices));
	assert_int_equal(m->to.switches, schedule_switches(choices));
	replays(s, choices, false);
	if (m->passing.n)
		replays(s, &m->passing, true);
	for (size_t i = 0; i < m->judged.n; i++) {
		assert_true(choices->at[m->judged.at[i].choice].preempts);
		needless += !m->judged.at[i].necessary;
	}
}

/* Is b as small as a, with the same stretches up to i, which is longer? */
static bool is_better(const struct trial *b, const struct trial *a, size_t i)
{
	const stretch_vec *x = &a->did.stretches, *y = &b->did.stretches;
	if (!b->shows || x->n != y->n || y->at[i].until <= x->at[i].until ||
	    schedule_preemptions(&a->did.choices) != schedule_preemptions(&b->did.choices) ||
	    schedule_switches(&a->did.choices) != schedule_switches(&b->did.choices))
		return false;
	for (size_t k = 0; k <= i; k++)
		if (x->at[k].thread != y->at[k].thread ||
		    (k < i && x->at[k].until != y->at[k].until))
			return false;
	return true;
}

/* A thread is preempted as late as possible: no stretch can take a step from its thread's next. */
static void check_gathered(struct simulated *s, const choice_vec *choices)
{
	struct guide exact = {.exact = *choices, .other = GUIDE_AS_RECORDED};
	struct trial t, longer;
	assert_true(simulate(s, &exact, &t));
	const stretch_vec *v = &t.did.stretches;
	for (size_t i = 0; i < v->n; i++) {
		size_t next = i + 1;
		while (next < v->n && v->at[next].thread != v->at[i].thread)
			next++;
		if (next == v->n || v->at[next].until <= v->at[i].until + 1)
			continue;
		struct guide g = guide_along(&t);
		g.stretches.at[i].until++;
		assert_true(simulate(s, &g, &longer));
		assert_false(is_better(&longer, &t, i));
		could_be_longer++;
		trial_release(&longer);
		guide_release(&g);
	}
	trial_release(&t);
}

/* The same again has the same result. */
static void check_same(struct simulated *s, const struct truth *truth, const choice_vec *before)
{
	struct minimise_machine m = machine(s);
	struct minimised again;
	choice_vec choices = copy(&truth->worst);
	assert_true(minimise(&m, &choices, &again));
	assert_int_equal(choices.n, before->n);
	if (choices.n)
		assert_memory_equal(choices.at, before->at, choices.n * sizeof(*choices.at));
	minimised_release(&again);
	vec_release(&choices);
}

static void check_minimum(struct simulated *s, const struct truth *truth)
{
	struct minimise_machine m = machine(s);
	struct minimised result;
	choice_vec choices = copy(&truth->worst);
	assert_true(minimise(&m, &choices, &result));
	check_result(s, truth, &choices, &result);
	assert_true(result.complete);
	assert_false(result.out_of_time);
	assert_int_equal(result.to.preemptions, truth->fewest);
	assert_int_equal(result.judged.n, result.to.preemptions);
	check_same(s, truth, &choices);
	check_gathered(s, &choices);
	compared++;
	shrunk += truth->most > truth->fewest;
	can_pass += truth->passes;
	with_passing += result.passing.n != 0;
	judged_all += result.judged.n;
	minimised_release(&result);
	vec_release(&choices);
}

/* Without the search nothing is claimed, but the result is a smaller schedule all the same. */
static void check_greedy(struct simulated *s, const struct truth *truth, uint64_t most_runs)
{
	struct minimise_machine m = machine(s);
	struct minimised result;
	choice_vec choices = copy(&truth->worst);
	s->no_search = true;
	s->runs = 0;
	s->most_runs = most_runs;
	assert_true(minimise(&m, &choices, &result));
	s->no_search = false;
	s->most_runs = 0;
	check_result(s, truth, &choices, &result);
	assert_true(result.to.preemptions >= truth->fewest);
	assert_true(result.complete == !result.to.preemptions);
	if (most_runs)
		assert_true(result.out_of_time);
	else
		greedy_enough += result.to.preemptions == truth->fewest;
	minimised_release(&result);
	vec_release(&choices);
}

static void fewest_preemptions(void **state)
{
	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		struct vm_program p;
		gen_program(&p, seed);
		for (unsigned i = 0; i < ARRAY_SIZE(masks); i++) {
			struct simulated s = {.program = &p, .pp = masks[i]};
			struct truth truth;
			if (all_schedules(&s, &truth)) {
				check_minimum(&s, &truth);
				check_greedy(&s, &truth, 0);
				check_greedy(&s, &truth, 2);
			}
			vec_release(&truth.worst);
		}
		vm_program_release(&p);
	}
	printf("%llu failures minimised, %llu of them had more preemptions than needed; without "
	       "the "
	       "search %llu had the fewest; of %llu that can pass %llu have a passing schedule; "
	       "%llu of %llu preemptions "
	       "needless\n",
	       (unsigned long long)compared, (unsigned long long)shrunk,
	       (unsigned long long)greedy_enough, (unsigned long long)can_pass,
	       (unsigned long long)with_passing, (unsigned long long)needless,
	       (unsigned long long)judged_all);
	if (end_seed - first_seed >= 1000) {
		assert_true(compared > 200);
		assert_true(shrunk > 100);
		assert_true(could_be_longer > 50);
		assert_true(with_passing > can_pass * 9 / 10);
	}
}

/* A schedule that does not show the finding is left as it is. */
static void not_reproduced(void **state)
{
	struct vm_program p;
	struct minimised result;
	struct choice any = {.kind = CHOICE_THREAD, .value = 1, .n = 7};
	choice_vec choices = {0};
	(void)state;
	gen_program(&p, 1);
	struct simulated s = {.program = &p, .pp = PP_SET_ALL, .wanted = {.bug = 1}};
	struct minimise_machine m = machine(&s);
	vec_push(&choices, any);
	assert_false(minimise(&m, &choices, &result));
	assert_false(result.known);
	assert_int_equal(choices.n, 1);
	assert_memory_equal(&choices.at[0], &any, sizeof(any));
	minimised_release(&result);
	vec_release(&choices);
	vm_program_release(&p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(fewest_preemptions),
	        cmocka_unit_test(not_reproduced),
	};
	end_seed = test_share(end_seed);
	if (argc > 1)
		first_seed = strtoull(argv[1], NULL, 0);
	if (argc > 2)
		end_seed = strtoull(argv[2], NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
