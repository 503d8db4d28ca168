/* SPDX-License-Identifier: MIT */
/* Samplers: random walk, and PCT (Burckhardt et al., ASPLOS'10, §2.3). */
#include "explore/search.h"

/* splitmix64 (Steele, Lea, Flood, OOPSLA'14). */
uint64_t sample_random(struct explorer *x)
{
	uint64_t z = x->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

uint32_t sample_steps(const struct explorer *x)
{
	return x->options.pct_steps ? x->options.pct_steps : x->stats.longest;
}

/*
 * Threads start with distinct random priorities of at least d; where the i-th of
 * the d - 1 change points is reached, the running thread's becomes i, below all.
 */
void sample_begin(struct explorer *x)
{
	uint32_t d = x->options.pct_depth ? x->options.pct_depth : 1;
	uint32_t k = sample_steps(x);

	if (x->options.strategy != STRATEGY_PCT)
		return;
	if (!x->priority)
		x->priority = mem_alloc((MAX_THREADS + d) * sizeof(*x->priority));
	for (unsigned t = 0; t < MAX_THREADS; t++) {
		unsigned other = (unsigned)(sample_random(x) % (t + 1));

		x->priority[t] = x->priority[other];
		x->priority[other] = d + t;
	}
	for (uint32_t i = 0; i + 1 < d; i++)
		x->priority[MAX_THREADS + i] = k ? (uint32_t)(sample_random(x) % k) : NO_STEP;
}

/*
 * The guarantee is for change points drawn from all steps there are: an execution
 * that turns out longer takes it from those before, and has none itself.
 */
void sample_end(struct explorer *x)
{
	if (x->options.strategy != STRATEGY_PCT)
		return;
	if (x->options.pct_depth > 1 && x->trace.n_steps > sample_steps(x))
		x->stats.guaranteed = 0;
	else
		x->stats.guaranteed++;
}

static unsigned pct_thread(struct explorer *x, const struct sched_view *view)
{
	unsigned best = PICK_ABANDON;

	for (uint32_t i = 0; i + 1 < x->options.pct_depth; i++)
		if (x->priority[MAX_THREADS + i] == x->trace.n_steps && view->current != NO_THREAD)
			x->priority[view->current] = i;
	for (unsigned t = 0; t < view->n_threads; t++) {
		uint8_t status = view->threads[t].status;

		if (status != THREAD_READY && status != THREAD_TIMEABLE)
			continue;
		if (best == PICK_ABANDON || x->priority[t] > x->priority[best])
			best = t;
	}
	return best;
}

static unsigned random_thread(struct explorer *x, const struct sched_view *view)
{
	unsigned n = 0, pick = PICK_ABANDON;

	for (unsigned t = 0; t < view->n_threads; t++) {
		uint8_t status = view->threads[t].status;

		if (status != THREAD_READY && status != THREAD_TIMEABLE)
			continue;
		if (sample_random(x) % ++n == 0)
			pick = t;
	}
	return pick;
}

unsigned sample_thread(struct explorer *x, const struct sched_view *view)
{
	return x->options.strategy == STRATEGY_PCT ? pct_thread(x, view) : random_thread(x, view);
}
