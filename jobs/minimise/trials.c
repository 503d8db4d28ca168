/* SPDX-License-Identifier: MIT */
#include "jobs/minimise/trials.h"

#include "explore/kinds.h"
#include "jobs/system/interrupt.h"

#include <poll.h>
#include <time.h>

/* A program that ends its workers this often is not going to do better. */
#define STARTS_MOST 64

static uint64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void trials_init(struct trials *t, const struct trials_options *options)
{
	*t = (struct trials){.options = *options, .worker.fd = -1, .start_ms = now_ms()};
	t->deadline_ms = t->start_ms + options->budget_ms;
	t->options.how.mute = true;
	t->options.how.stop_gently = false;
	t->options.how.watch = NULL;
	t->options.how.config.flags &= ~(uint32_t)(WIRE_WANT_TRACE | WIRE_SHOW_ALL_OUTPUT);
	t->options.how.config.flags |= WIRE_CONTINUE;
	t->options.how.config.races = RACES_NONE;
	t->options.how.config.executions = UINT64_MAX;
	t->options.how.config.threads = FEW_THREADS;
}

static void stop_worker(struct trials *t)
{
	if (!t->works)
		return;
	worker_release(&t->worker);
	t->works = false;
}

void trials_release(struct trials *t)
{
	stop_worker(t);
}

/* The worker was made for too few threads: the next one is for any number. */
static bool needs_threads(struct trials *t)
{
	if (!t->works || t->worker.outcome.ending != ENDING_THREADS)
		return false;
	t->options.how.config.threads = 0;
	stop_worker(t);
	return true;
}

/* ---- time ---- */

/* In percent of all the time, when a stage must have ended; what one leaves the next may use. */
static const unsigned stage_end[STAGES] = {
        [STAGE_REDUCE] = 40, [STAGE_SEARCH] = 75,   [STAGE_GATHER] = 85,
        [STAGE_JUDGE] = 90,  [STAGE_PASSING] = 100,
};

static void begin_stage(void *arg, enum minimise_stage stage)
{
	struct trials *t = arg;
	t->deadline_ms = t->start_ms + t->options.budget_ms * stage_end[stage] / 100;
}

static bool time_is_over(const struct trials *t)
{
	return interrupt_signal() || now_ms() >= t->deadline_ms;
}

/* Until something has arrived from the worker. False: the time is over. */
static bool hear(struct trials *t, uint64_t *ticked_ms)
{
	struct worker *w = &t->worker;
	struct pollfd fds[] = {
	        {.fd = w->fd, .events = worker_poll_events(w)},
	        {.fd = interrupt_fd(), .events = POLLIN},
	};
	uint64_t now = now_ms();
	if (time_is_over(t))
		return false;
	uint64_t left = t->deadline_ms - now;
	poll(fds, ARRAY_SIZE(fds), (int)(left < WORKER_TICK_MS ? left + 1 : WORKER_TICK_MS));
	if (fds[0].revents)
		worker_receive(w);
	now = now_ms();
	if (now - *ticked_ms >= WORKER_TICK_MS) {
		*ticked_ms = now;
		worker_tick(w);
	}
	return true;
}

static bool start_worker(struct trials *t, const struct wire_config *config)
{
	struct worker_options how = t->options.how;
	how.config = *config;
	if (t->starts++ == STARTS_MOST)
		return false;
	struct result r = worker_start(&t->worker, &how);
	t->works = !result_failed(r);
	if (!t->works)
		worker_release(&t->worker);
	result_ignore(r);
	return t->works;
}

/* ---- trials ---- */

/* Until the worker has answered once more, or ended. False: the time is over. */
static bool wait_for_answer(struct trials *t, uint64_t before)
{
	const struct outcome *o = &t->worker.outcome;
	uint64_t ticked = now_ms();
	while (o->trials == before && o->ending == ENDING_NONE)
		if (!hear(t, &ticked))
			return false;
	return true;
}

static bool is_exact(const struct guide *g)
{
	return g->other == GUIDE_AS_RECORDED && !g->stretches.n;
}

/* A fresh worker; its first execution follows the exact choices, which may be all that is asked. */
static bool try_in_fresh_worker(struct trials *t, const struct guide *g)
{
	struct wire_config config = t->options.how.config;
	config.schedule = SCHEDULE_TRY;
	config.choices = is_exact(g) ? g->exact : (choice_vec){0};
	return start_worker(t, &config) && wait_for_answer(t, 0);
}

static bool try_next(struct trials *t, const struct guide *g)
{
	struct outcome *o = &t->worker.outcome;
	outcome_clear_findings(o);
	worker_try(&t->worker, g);
	return wait_for_answer(t, o->trials);
}

/* False: the time is over. Else the worker has answered, or ended. */
static bool try_it(struct trials *t, const struct guide *g)
{
	bool fresh = !t->works;
	if (fresh && !try_in_fresh_worker(t, g))
		return false;
	if (fresh && (is_exact(g) || t->worker.outcome.ending != ENDING_NONE))
		return true;
	return try_next(t, g);
}

static bool try_for_any_threads(struct trials *t, const struct guide *g)
{
	return try_it(t, g) && (!needs_threads(t) || try_it(t, g));
}

static bool any_error(const struct outcome *o)
{
	for (size_t i = 0; i < o->found.n; i++)
		if (o->found.at[i].finding.severity == SEVERITY_ERROR)
			return true;
	return false;
}

/* The first of them from `from` on that is the finding, or NULL. */
static struct finding *the_finding(struct trials *t, size_t from)
{
	struct outcome *o = &t->worker.outcome;
	for (size_t i = from; i < o->found.n; i++) {
		struct found *f = &o->found.at[i];
		if (f->finding.severity == SEVERITY_ERROR && !f->post_mortem &&
		    t->options.same(&f->finding, t->options.arg))
			return &f->finding;
	}
	return NULL;
}

static void take_answer(struct trials *t, struct trial *trial)
{
	const struct outcome *o = &t->worker.outcome;
	struct reader r = {o->tried.at, o->tried.n, false};
	bool good = tried_decode(&r, &trial->did);
	BUG_ON(!good); /* jobs/workers/message.c has looked at it */
	trial->shows = the_finding(t, 0) != NULL;
	trial->passes = trial->did.reason == END_EXIT && !any_error(o);
}

static bool run(void *arg, const struct guide *g, struct trial *trial)
{
	struct trials *t = arg;
	*trial = (struct trial){0};
	if (time_is_over(t) || !try_for_any_threads(t, g)) {
		stop_worker(t);
		return false;
	}
	if (t->worker.outcome.ending == ENDING_NONE) {
		take_answer(t, trial);
		return true;
	}
	trial->did.reason = END_ABANDONED;
	trial->did.diverged = 1;
	t->lost++;
	stop_worker(t);
	return true;
}

/* ---- searches ---- */

enum round { ROUND_FOUND, ROUND_COMPLETE, ROUND_OPEN, ROUND_NO_TIME };

static bool is_complete(const struct outcome *o, uint32_t bound)
{
	const struct wire_done *done = &o->done;
	if (o->ending != ENDING_DONE || done->divergence.happened)
		return false;
	for (int i = 0; i < COUNT_COUNT; i++)
		if (counter_info[i].weight == COUNTER_WEAKENS && done->counters[i])
			return false;
	return done->space.complete || done->space.bounds_done > bound;
}

static enum round listen_for_finding(struct trials *t, uint32_t bound, choice_vec *schedule)
{
	const struct outcome *o = &t->worker.outcome;
	uint64_t ticked = now_ms();
	size_t seen = 0;
	while (o->ending == ENDING_NONE) {
		if (!hear(t, &ticked))
			return ROUND_NO_TIME;
		const struct finding *f = the_finding(t, seen);
		seen = o->found.n;
		for (size_t i = 0; f && i < f->schedule.n; i++)
			vec_push(schedule, f->schedule.at[i]);
		if (f)
			return ROUND_FOUND;
	}
	return is_complete(o, bound) ? ROUND_COMPLETE : ROUND_OPEN;
}

static enum round search_within(struct trials *t, uint32_t bound, choice_vec *schedule)
{
	struct wire_config config = t->options.how.config;
	config.schedule = SCHEDULE_EXPLORE;
	config.explore = (struct wire_explore){.reduction = t->options.reduction,
	                                       .strategy = STRATEGY_DEPTH_FIRST,
	                                       .bound = bound};
	if (time_is_over(t))
		return ROUND_NO_TIME;
	if (!start_worker(t, &config))
		return ROUND_OPEN;
	enum round r = listen_for_finding(t, bound, schedule);
	if (needs_threads(t))
		return search_within(t, bound, schedule);
	stop_worker(t);
	return r;
}

static bool search(void *arg, uint32_t bound, struct minimise_search *s)
{
	struct trials *t = arg;
	enum round r = ROUND_COMPLETE;
	stop_worker(t);
	for (uint32_t b = 0; r == ROUND_COMPLETE && b <= bound; b++) {
		s->bounds_done = b;
		r = search_within(t, b, &s->found);
	}
	if (r == ROUND_COMPLETE)
		s->bounds_done = bound + 1;
	return r != ROUND_NO_TIME;
}

/* ---- as everybody replays it ---- */

bool trials_replay(struct trials *t, const choice_vec *choices, struct finding *f)
{
	struct wire_config config = t->options.how.config;
	uint64_t ticked = now_ms();
	bool shown = false;
	config.schedule = SCHEDULE_FIXED;
	config.executions = 1;
	config.choices = *choices;
	stop_worker(t);
	t->deadline_ms = ticked + t->options.budget_ms;
	if (!start_worker(t, &config))
		return false;
	struct outcome *o = &t->worker.outcome;
	while (o->ending == ENDING_NONE && hear(t, &ticked))
		;
	if (needs_threads(t))
		return trials_replay(t, choices, f);
	if (o->ending == ENDING_DONE && !o->done.divergence.happened) {
		struct finding *found = the_finding(t, 0);
		shown = found != NULL;
		if (shown) {
			*f = *found;
			*found = (struct finding){0};
		}
	}
	stop_worker(t);
	return shown;
}

struct minimise_machine trials_machine(struct trials *t)
{
	return (struct minimise_machine){
	        .stage = begin_stage, .run = run, .search = search, .arg = t};
}
