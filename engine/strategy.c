/* SPDX-License-Identifier: MIT */
#include "engine/strategy.h"
#include "engine/engine.h"
#include "engine/findings.h"
#include "engine/record.h"
#include "explore/checkpoint.h"
#include "explore/explorer.h"
#include "explore/guided.h"
#include "explore/simple.h"

#define ESTIMATE_EACH  64 /* of the first executions */
#define ESTIMATE_EVERY 16 /* of the later ones */

static struct scheduler *scheduler;
static struct explorer *explorer; /* NULL: a simple scheduler decides */
static struct guide guide;        /* SCHEDULE_TRY: what this execution follows */
static bool over;                 /* from the start: see strategy_is_over() */
static uint64_t started_ns;       /* of a search that was saved: as if it had run all the time */

static void read_constraints(constraint_vec *constraints)
{
	struct reader r = {wire_config.orders.at, wire_config.orders.n, false};
	if (wire_config.orders.n && !constraint_vec_decode(&r, constraints))
		env_error(0, "the part of the space to be searched is not described properly");
}

static void resume(void)
{
	struct reader r = {wire_config.resume.at, wire_config.resume.n, false};
	struct wire_checkpoint c;
	struct reader search;
	if (!wire_checkpoint_decode(&r, &c))
		env_error(0, "the saved search is damaged");
	search = (struct reader){c.search.at, c.search.n, false};
	switch (explorer_restore(explorer, &search)) {
	case RESTORE_OK:
		break;
	case RESTORE_DAMAGED:
		env_error(0, "the saved search is damaged");
	case RESTORE_OTHER_OPTIONS:
		env_error(0, "the saved search was made with other options");
	}
	started_ns -= (uint64_t)(explorer_elapsed(explorer) * 1000);
	page->executions = c.executions;
	page->events = c.events;
	counters_add(c.counters);
	buf_release(&c.search);
}

static void make_explorer(void)
{
	const struct wire_explore *e = &wire_config.explore;
	struct explore_options options = {
	        .reduction = (enum explore_reduction)e->reduction,
	        .strategy = (enum explore_strategy)e->strategy,
	        .seed = wire_config.seed,
	        .pct_depth = e->pct_depth,
	        .preemption_bound = e->bound,
	        .max_executions = wire_config.executions,
	        .max_steps = e->max_steps,
	        .fine_steps = (wire_config.pp_set & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE &&
	                      !wire_config.code.rules.n,
	};
	read_constraints(&options.constraints);
	explorer = explorer_new(&options);
	vec_release(&options.constraints);
	scheduler = explorer_scheduler(explorer);
	started_ns = host_clock_ns();
	if (wire_config.resume.n)
		resume();
}

static void make_simple(void)
{
	scheduler = simple_scheduler_new(&(struct simple_config){
	        .kind = standalone ? SIMPLE_DEFAULT : (enum simple_kind)wire_config.schedule,
	        .seed = wire_config.seed,
	        .executions = wire_config.executions,
	        .choices = wire_config.choices.at,
	        .n_choices = wire_config.choices.n,
	});
}

static bool tries(void)
{
	return !standalone && wire_config.schedule == SCHEDULE_TRY;
}

static void make_guided(void)
{
	guide = (struct guide){.exact = wire_config.choices, .other = GUIDE_AS_RECORDED};
	wire_config.choices = (choice_vec){0};
	scheduler = guided_scheduler_new();
	guided_follow(scheduler, &guide);
}

/* Tells what came of the execution and waits for what to try next. */
static void next_guide(void)
{
	struct buf b = {0};
	struct tried tried = guided_tried(scheduler);
	tried_encode(&b, &tried);
	host_send(WIRE_TRIED, b.at, b.n);
	buf_clear(&b);
	host_receive_try(&b);
	guide_release(&guide);
	struct reader r = {b.at, b.n, false};
	if (!guide_decode(&r, &guide))
		env_error(0, "what is to be tried is not described properly");
	buf_release(&b);
}

bool strategy_is_fair(void)
{
	if (explorer)
		return strategy_chooses_fairly((enum explore_strategy)wire_config.explore.strategy);
	/* A schedule that was recorded up to here was called a finding by who recorded it. */
	if (wire_config.schedule == SCHEDULE_FIXED)
		return recording.choices.n <= wire_config.choices.n;
	if (tries())
		return guide.other == GUIDE_AS_RECORDED && recording.choices.n <= guide.exact.n;
	return wire_config.schedule == SCHEDULE_RANDOM;
}

/* A round of iterative context bounding may have ended and another begun. */
static void show_bound(void)
{
	uint32_t bound = explorer_bound(explorer);
	page->next_bound = bound == EXPLORE_NO_BOUND ? 0 : bound + 1u;
	page->bounds_done = explorer_stats(explorer)->bounds_done;
}

bool strategy_next(void)
{
	if (tries() && page->executions)
		next_guide();
	bool more = scheduler->ops->begin(scheduler);
	if (explorer)
		show_bound();
	return more;
}

struct scheduler *strategy_start(void)
{
	if (scheduler)
		scheduler->ops->free(scheduler);
	explorer = NULL;
	if (!standalone && wire_config.schedule == SCHEDULE_EXPLORE)
		make_explorer();
	else if (tries())
		make_guided();
	else
		make_simple();
	over = !strategy_next() && explorer;
	return scheduler;
}

bool strategy_is_over(void)
{
	return over;
}

static void show_estimate(void)
{
	if (strategy_samples((enum explore_strategy)wire_config.explore.strategy))
		return;
	struct explore_estimate e = explorer_estimate(explorer);
	page->estimated_executions = e.executions;
	page->estimated_usecs = e.usecs;
	page->spent_usecs = explorer_elapsed(explorer);
}

void strategy_execution_ends(void)
{
	if (explorer)
		explorer_time(explorer, (double)(host_clock_ns() - started_ns) / 1000);
}

void strategy_execution_ended(void)
{
	if (!explorer)
		return;
	const struct explore_stats *s = explorer_stats(explorer);
	page->blocked = s->blocked;
	/* It walks the whole path, and nobody reads it so often. */
	uint64_t runs = s->executions + s->blocked;
	if (runs < ESTIMATE_EACH || runs % ESTIMATE_EVERY == 0)
		show_estimate();
}

bool strategy_save(struct buf *out)
{
	return explorer && !explorer_divergence(explorer)->happened && explorer_save(explorer, out);
}

void strategy_divide(struct buf *out)
{
	struct explore_constraint half;
	constraint_vec one = {&half, 1, 1};
	if (explorer && explorer_divide(explorer, &half))
		constraint_vec_encode(out, &one);
}

static void report_explorer(struct wire_done *done)
{
	const struct explore_stats *s = explorer_stats(explorer);
	const struct divergence *d = explorer_divergence(explorer);
	if (page->executions)
		show_estimate();
	done->space = (struct wire_space){
	        .complete = s->complete || !threads_exist, /* one thread has one schedule */
	        .blocked = s->blocked,
	        .limited = s->limited,
	        .bounded = s->bounded,
	        .truncated = s->dropped,
	        .guaranteed = s->guaranteed,
	        .repeated = s->repeated,
	        .bounds_done = s->bounds_done,
	        .estimated_executions = page->estimated_executions,
	        .estimated_usecs = page->estimated_usecs,
	        .pct_probability = explorer_pct_probability(explorer),
	};
	if (!d->happened)
		return;
	done->divergence = (struct wire_divergence){.happened = 1,
	                                            .index = d->index,
	                                            .expected = d->expected,
	                                            .actual = d->actual,
	                                            .what = (char *)(uintptr_t)d->what,
	                                            .memory = d->memory};
}

void strategy_report(struct wire_done *done)
{
	if (explorer) {
		report_explorer(done);
		return;
	}
	if (tries())
		return;
	int64_t bad = simple_scheduler_diverged(scheduler);
	if (bad < 0)
		return;
	static char what[] = "the recorded choice does not fit what the program did";
	done->divergence = (struct wire_divergence){.happened = 1,
	                                            .index = (uint64_t)bad,
	                                            .expected = {.kind = OP_COUNT},
	                                            .what = what};
}
