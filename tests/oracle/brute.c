/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/oracle/brute.h"
#include "tests/oracle/canon.h"
#include "tests/oracle/machine.h"

#define MOST_VALUES 32 /* choices of one step */

struct brute {
	struct scheduler base; /* first; answers the choices of a step */
	const struct brute_options *o;
	struct seen *out;
	struct vm_run run;
	struct hash_set prefixes; /* traces so far, and what else the future depends on */
	struct hash_set at;       /* the same with the state of the machine */
	uint32_t level[CANON_STEPS];
	unsigned value[MOST_VALUES], n[MOST_VALUES], n_values, next_value;
};

/* --- choices of a step: tried in order, like the digits of a number ------------------------- */

static unsigned answer(struct scheduler *s, enum choice_kind kind, unsigned thread, unsigned n)
{
	struct brute *b = (struct brute *)s;
	unsigned k = b->next_value++;

	(void)kind;
	(void)thread;
	BUG_ON(k >= MOST_VALUES);
	if (k == b->n_values)
		b->value[b->n_values++] = 0;
	b->n[k] = n;
	return b->value[k];
}

static bool next_values(struct brute *b)
{
	while (b->n_values && b->value[b->n_values - 1] + 1 == b->n[b->n_values - 1])
		b->n_values--;
	if (!b->n_values)
		return false;
	b->value[b->n_values - 1]++;
	return true;
}

static void ignore_event(struct scheduler *s, const struct event *e)
{
	(void)s;
	(void)e;
}

static const struct scheduler_ops ops = {.value = answer, .event = ignore_event};

/* --- the search --------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9fb21c651e98df25u;
	return h ^ (h >> 31);
}

/* Has this prefix, in another order, been followed? */
static bool followed(struct brute *b, const struct vm *m, uint64_t trace)
{
	uint64_t key = trace;
	bool fresh;

	/* How many preemptions the rest may have depends on those so far, and on who runs. */
	if (b->o->bound != EXPLORE_NO_BOUND)
		key = mix(mix(key, m->current), b->run.preemptions);
	fresh = hash_set_add(&b->prefixes, key);
	if (hash_set_add(&b->at, mix(key, vm_hash(m))) && !fresh)
		b->out->inconsistent = true;
	b->out->over |= b->prefixes.n > b->o->max_states;
	return !fresh;
}

static void record(struct brute *b, struct vm *m, uint64_t trace)
{
	vm_close(m);
	hash_set_add(&b->out->states, b->run.state);
	hash_set_add(&b->out->outcomes, b->run.outcome);
	b->out->deadlocks += b->run.deadlock;
	b->out->findings += b->run.finding;
	if (hash_set_add(&b->out->traces, trace) && b->o->on_run)
		b->o->on_run(&b->run, b->o->arg);
}

static void follow(struct brute *b, struct vm *from, uint64_t trace);

/* Runs t from a copy of the machine, and all that comes after. */
static void branch(struct brute *b, const struct vm *from, unsigned t, uint64_t trace)
{
	struct vm m = *from;
	size_t events = b->run.events.n, steps = b->run.steps.n;
	unsigned preemptions = b->run.preemptions;
	unsigned value[MOST_VALUES], n[MOST_VALUES], n_values;

	b->next_value = 0;
	vm_step(&m, t);
	n_values = b->n_values;
	memcpy(value, b->value, sizeof(value));
	memcpy(n, b->n, sizeof(n));
	if (m.finding || m.exited)
		vec_last(&b->run.steps)->fatal = true;
	BUG_ON(steps >= CANON_STEPS);
	b->level[steps] = canon_step(&b->run, b->level, &trace);
	follow(b, &m, trace);
	b->n_values = n_values;
	memcpy(b->value, value, sizeof(value));
	memcpy(b->n, n, sizeof(n));
	b->run.events.n = events;
	b->run.steps.n = steps;
	b->run.preemptions = preemptions;
}

static void follow(struct brute *b, struct vm *from, uint64_t trace)
{
	bool over = vm_over(from);

	if (followed(b, from, trace) || b->out->over)
		return;
	if (over) {
		record(b, from, trace);
		return;
	}
	for (unsigned t = 0; t < from->n; t++) {
		uint8_t status = from->views[t].status;

		if (status != THREAD_READY && status != THREAD_TIMEABLE)
			continue;
		if (b->run.preemptions + vm_preempts(from, t) > b->o->bound)
			continue;
		b->n_values = 0;
		do
			branch(b, from, t, trace);
		while (next_values(b));
	}
}

void brute_force(const struct vm_program *p, const struct brute_options *o, struct seen *out)
{
	struct brute b = {.base.ops = &ops, .o = o, .out = out};
	struct vm m;

	memset(out, 0, sizeof(*out));
	vm_init(&m, p, &b.base, o->pp, &b.run);
	follow(&b, &m, 0);
	hash_set_release(&b.prefixes);
	hash_set_release(&b.at);
	vm_run_release(&b.run);
}
