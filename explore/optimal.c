/* SPDX-License-Identifier: MIT */
/*
 * Optimal dynamic partial-order reduction with wakeup trees: exactly one complete
 * execution for each Mazurkiewicz trace (Abdulla, Aronis, Jonsson, Sagonas,
 * POPL'14, JACM'17: wakeup trees).
 *
 * Soundness (after JACM'17). When a node is left, each maximal execution w
 * from it was run up to equivalence, or a sleeper of the node begins an equivalent
 * one. Else take such a w; of the sleepers and the branches done, let q be one that
 * is independent of the longest prefix w' of w, and let x be the step of w after
 * w'. Below q an execution with q w' x was run (induction), in which q and x race;
 * its plan was w' x and more, so the insertion below left a branch that begins an
 * execution equivalent to one that starts with w' x. That branch is independent of
 * more of w than q or begins w: a contradiction. Where x had to wait for q (a lock),
 * it raced when it got the lock later, or as a pending step when it never did.
 * Steps of w' may stand after x in the execution, so a race is looked at again with
 * every continuation, until its plan cannot depend on that (struct plan, settled).
 *
 * The accesses of the last step of a plan are those it had after the step it raced
 * with; where it is run instead, they may be others. It takes the same path up to
 * its first access to something that one of the candidates for q writes. Among
 * those with equally long w' take as q the one that x meets last: x meets the others
 * in both places, so the check below judges them right.
 *
 * Sleepers that are not planned for (struct sleeper). The argument above takes for granted that
 * what a sleeper q calls for at this node was planned: its races were found where q was
 * done, and their plans came down the trees to here. That is so along steps of which it
 * was sure, when they were planned, what they touch. After another step, and where the
 * search goes on freely although somebody sleeps, it need not be. There q is
 * treated as a thread that cannot run until a step that depends on it is taken: a
 * program with that rule is a program like any other, and this search runs all of its
 * traces. Those in which q is never woken end blocked; their races count. So a plan is
 * covered by such a q only if it begins with it, not if it has nothing to do with it.
 * Seeds 11067 and 20724 of the oracle fail without this.
 *
 * Optimality (after JACM'17). No two complete executions are equivalent, by the sleep
 * sets alone. None is blocked where all steps are sure: a plan is inserted only if no
 * sleeper of its node is a weak initial of it, and stands to the right of branches that are
 * not either; so each sleeper has been woken when the plan has been run, and nothing
 * sleeps where the search goes on freely. A last step that turns out not to touch what it
 * was planned with (a compare-and-swap that now fails, a coarse step that goes another
 * way, an assertion that does not fail there) may leave sleepers: then executions may be
 * blocked (stats.blocked), and plans are kept apart from it that would otherwise be
 * covered (struct wakeup, sure and open).
 *
 * Memory: one sleep set and one tree for each node of the current path. A tree has
 * at most the plans that the races below it left, which can be many (exponentially,
 * for a race over a stretch in which others interleave); max_plan_nodes bounds them.
 * A plan that does not fit is lost, and with it the claim to completeness.
 *
 * Tests: tests/unit/explore/oracle.c compares with brute force; its mutations
 * MUTATION_DROP_RACE, NO_PENDING, SLEEP_ON and LAST_STEP_ONLY break this argument.
 */
#include "explore/search.h"

#define DEFAULT_PLAN_NODES 2000000u

/*
 * Whether a sleeper of the race's node covers the plan. Where the sleeper's thread is to take its
 * step with any outcome, but sleeps with some only, the others are still to be run.
 *
 * A race is settled by a sleeper that the plan begins with, if that step was taken before the
 * later one of the race: all that stands before it in the plan was too, so that every execution
 * that goes through this race has it, and the sleeper stays as long as the node does.
 */
static bool sleeper_covers(struct explorer *x, struct race *r)
{
	uint32_t node = r->early;

	for (uint32_t i = x->nodes.at[node].first_sleeper; i < search_sleep_end(x, node); i++) {
		const struct step *s = x->sleepers.at[i].step;
		const struct plan_item *own = plan_item(&x->plan, s->thread);

		if (own ? plan_begins_with(&x->plan, s) && search_done(x, node, own->rec)
		        : x->sleepers.at[i].planned_for && plan_weak_initial(&x->plan, s)) {
			r->settled = own && r->late != NO_STEP && own->index < r->late;
			return true;
		}
	}
	return false;
}

/* Those that the plan must wake. */
static void note_sleepers(struct explorer *x, const struct race *r)
{
	vec_clear(&x->plan.asleep);
	for (uint32_t i = x->nodes.at[r->early].first_sleeper; i < search_sleep_end(x, r->early);
	     i++)
		if (x->sleepers.at[i].planned_for)
			vec_push(&x->plan.asleep, x->sleepers.at[i].step);
	vec_push(&x->plan.asleep, x->trace.steps.at[r->early].rec);
}

static size_t room(const struct explorer *x)
{
	size_t max = x->options.max_plan_nodes ? x->options.max_plan_nodes : DEFAULT_PLAN_NODES;

	return x->plans.live < max ? max - x->plans.live : 0;
}

static void keep_last(struct plan *p)
{
	p->items.at[0] = *vec_last(&p->items);
	p->items.n = 1;
}

static void plan(struct explorer *x)
{
	for (size_t i = 0; i < x->trace.races.n; i++) {
		struct race *r = &x->trace.races.at[i];
		size_t added;

		if (x->options.mutation == MUTATION_DROP_RACE && ++x->race_count % 5 == 0)
			continue;
		if (cover_applies(x, r)
		            ? cover_found(x, r) || !plan_build(&x->plan, &x->trace, r)
		            : !plan_build(&x->plan, &x->trace, r) || sleeper_covers(x, r))
			continue;
		if (x->options.mutation == MUTATION_LAST_STEP_ONLY)
			keep_last(&x->plan);
		note_sleepers(x, r);
		added = wakeup_insert(&x->plans, &x->trace.pool, &x->nodes.at[r->early].plans,
		                      &x->plan, &x->trace, room(x));
		r->settled = x->plan.settled;
		x->stats.dropped += added == PLAN_NO_ROOM;
		x->stats.plans += added && added != PLAN_NO_ROOM;
	}
}

/* A branch that was not sure what it touches may cover plans to its right. */
static void branch_done(struct explorer *x, uint32_t node)
{
	if (x->nodes.at[node].unsure && search_sleeps(x))
		wakeup_prune(&x->plans, &x->trace.pool, &x->nodes.at[node].plans,
		             x->trace.steps.at[node].rec);
}

const struct reduction reduction_optimal = {
        .analyses = true,
        .sleeps = true,
        .assumes_accesses = true,
        .plan = plan,
        .branch_done = branch_done,
        .bounded = &reduction_bounded_optimal,
};
