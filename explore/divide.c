/* SPDX-License-Identifier: MIT */
/*
 * Which two steps to divide a space by (constraint.h). Any two dependent steps will do; to get
 * halves of similar size, the constraint must decide about as much one way as the other.
 *
 * The steps of two threads form a grid. A cell is open if neither step must come before
 * the other: by the program's order, by creation, or by a constraint. To
 * constrain i before j closes all cells (i', j') with i' <= i and j' >= j; j before i those
 * with i' >= i and j' <= j. The pair is taken for which the smaller of the two is largest.
 */
#include <string.h>

#include "explore/search.h"

#define SIDE 32 /* of the grid; of a thread with more steps, so many are looked at */

struct grid {
	uint32_t step[2][SIDE];
	unsigned n[2];
	uint16_t open[SIDE + 1][SIDE + 1]; /* cells above and to the left */
};

struct choice_of_steps {
	uint32_t a, b;
	unsigned score;
};

/* must[i * stride + t]: how many steps of thread t must come before or at step i. */
static uint32_t *must_clocks(const struct trace *t)
{
	uint32_t *must = mem_alloc(((size_t)t->n_steps * t->stride + 1) * sizeof(*must));
	uint32_t last[MAX_THREADS];

	memset(last, 0xff, sizeof(last));
	for (uint32_t i = 0; i < t->n_steps; i++) {
		const struct trace_step *s = &t->steps.at[i];
		uint32_t *row = must + (size_t)i * t->stride;
		/* All that happens before the first step happens before its creation. */
		const uint32_t *from = last[s->thread] == NO_STEP
		                               ? trace_clock(t, i)
		                               : must + (size_t)last[s->thread] * t->stride;

		memcpy(row, from, t->stride * sizeof(*row));
		for (size_t k = 0; k < t->constraints.n; k++) {
			const struct explore_constraint *o = &t->constraints.at[k];
			uint32_t first;

			if (o->second_thread != s->thread || o->second_step != s->ordinal)
				continue;
			first = trace_find(t, o->first_thread, o->first_step);
			for (unsigned x = 0; first < i && x < t->stride; x++) {
				uint32_t v = must[(size_t)first * t->stride + x];

				row[x] = row[x] < v ? v : row[x];
			}
		}
		row[s->thread] = s->ordinal;
		last[s->thread] = i;
	}
	return must;
}

static bool must_precede(const struct trace *t, const uint32_t *must, uint32_t a, uint32_t b)
{
	return must[(size_t)b * t->stride + t->steps.at[a].thread] >= t->steps.at[a].ordinal;
}

/* Up to SIDE steps of the thread, evenly spread. */
static unsigned pick_steps(const struct trace *t, unsigned thread, uint32_t out[SIDE])
{
	uint32_t total = trace_next_ordinal(t, thread) - 1;
	unsigned n = 0;

	for (uint32_t i = 0; i < t->n_steps && n < SIDE; i++) {
		const struct trace_step *s = &t->steps.at[i];

		if (s->thread != thread || !s->rec->n_accesses)
			continue;
		if (total <= SIDE || (uint64_t)s->ordinal * SIDE / total >= n)
			out[n++] = i;
	}
	return n;
}

static unsigned cells(const struct grid *g, unsigned i0, unsigned i1, unsigned j0, unsigned j1)
{
	return (unsigned)(g->open[i1][j1] + g->open[i0][j0] - g->open[i0][j1] - g->open[i1][j0]);
}

static void fill(struct grid *g, const struct trace *t, const uint32_t *must)
{
	memset(g->open, 0, sizeof(g->open));
	for (unsigned i = 0; i < g->n[0]; i++)
		for (unsigned j = 0; j < g->n[1]; j++) {
			uint32_t a = g->step[0][i], b = g->step[1][j];
			bool open = !must_precede(t, must, a, b) && !must_precede(t, must, b, a);

			g->open[i + 1][j + 1] = (uint16_t)(open + g->open[i][j + 1] +
			                                   g->open[i + 1][j] - g->open[i][j]);
		}
}

static void best_cell(const struct grid *g, const struct trace *t, struct choice_of_steps *best)
{
	for (unsigned i = 0; i < g->n[0]; i++)
		for (unsigned j = 0; j < g->n[1]; j++) {
			uint32_t a = g->step[0][i], b = g->step[1][j];
			unsigned one = cells(g, 0, i + 1, j, g->n[1]);
			unsigned other = cells(g, i, g->n[0], 0, j + 1);
			unsigned score = one < other ? one : other;

			if (score <= best->score || !cells(g, i, i + 1, j, j + 1) ||
			    step_independent(t->steps.at[a].rec, t->steps.at[b].rec))
				continue;
			*best = (struct choice_of_steps){a < b ? a : b, a < b ? b : a, score};
		}
}

bool explorer_divide(const struct explorer *x, struct explore_constraint *half)
{
	const struct trace *t = &x->trace;
	struct choice_of_steps best = {0};
	uint32_t *must;

	if (!phase_is_between_executions(x->phase) || t->divergence.happened || !t->n_steps ||
	    !t->analysis || t->constraints.n >= MAX_CONSTRAINTS || x->bounding->limits)
		return false;
	must = must_clocks(t);
	for (unsigned p = 0; p < x->stats.threads; p++)
		for (unsigned q = p + 1; q < x->stats.threads; q++) {
			struct grid g = {0};

			g.n[0] = pick_steps(t, p, g.step[0]);
			g.n[1] = pick_steps(t, q, g.step[1]);
			fill(&g, t, must);
			best_cell(&g, t, &best);
		}
	mem_free(must);
	if (!best.score)
		return false;
	*half = (struct explore_constraint){
	        .first_thread = t->steps.at[best.a].thread,
	        .first_step = t->steps.at[best.a].ordinal,
	        .second_thread = t->steps.at[best.b].thread,
	        .second_step = t->steps.at[best.b].ordinal,
	};
	return true;
}
