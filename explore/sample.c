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

bool sample_next(struct explorer *x)
{
	if (x->phase != PHASE_READY)
		phase_enter(&x->phase, PHASE_READY);
	return true;
}

unsigned sample_value(struct explorer *x, unsigned k, unsigned thread, unsigned n)
{
	(void)k;
	(void)thread;
	return (unsigned)(sample_random(x) % n);
}

enum explorer_phase sample_ended(struct explorer *x, const struct sched_view *view, bool fatal)
{
	(void)x;
	(void)view;
	(void)fatal;
	return PHASE_ENDED;
}

/* --- random walk ------------------------------------------------------------------------- */

void random_begin(struct explorer *x)
{
	trace_begin(&x->trace, 0);
}

unsigned random_thread(struct explorer *x, const struct sched_view *view)
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

/* --- PCT --------------------------------------------------------------------------------- */

/* How long executions are thought to be. */
static uint32_t expected_steps(const struct explorer *x)
{
	return x->options.pct_steps ? x->options.pct_steps : x->stats.longest;
}

/*
 * Threads start with distinct random priorities of at least d; where the i-th of
 * the d - 1 change points is reached, the running thread's becomes i, below all.
 */
void pct_begin(struct explorer *x)
{
	uint32_t d = x->options.pct_depth ? x->options.pct_depth : 1;
	uint32_t k = expected_steps(x);

	trace_begin(&x->trace, 0);
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
void pct_counting(struct explorer *x)
{
	if (x->options.pct_depth > 1 && x->trace.n_steps > expected_steps(x))
		x->stats.guaranteed = 0;
	else
		x->stats.guaranteed++;
}

unsigned pct_thread(struct explorer *x, const struct sched_view *view)
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

double pct_guarantee(const struct explorer *x)
{
	double p = 1.0 / (x->stats.threads ? x->stats.threads : 1);

	for (uint32_t i = 1; i < x->options.pct_depth; i++)
		p /= expected_steps(x) ? expected_steps(x) : 1;
	return p;
}
