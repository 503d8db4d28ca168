/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/oracle/brute.h"
#include "tests/oracle/canon.h"
#include "tests/oracle/race_points.h"

#define MOST_HELD 8

struct held {
	uint64_t lock[MOST_HELD];
	bool shared[MOST_HELD];
	unsigned n;
};

/* What is known of a thread at one of its events. */
struct moment {
	uint32_t clock[VM_THREADS]; /* events of each thread that must have happened before */
	struct held held;
};

struct race_search {
	struct vm_program *p;
	VEC(struct moment) moments; /* one for each event of the execution */
	struct moment now[VM_THREADS];
	bool found; /* a point that was not there before */
};

static void take(struct held *h, uint64_t lock, bool shared)
{
	BUG_ON(h->n == MOST_HELD);
	h->lock[h->n] = lock;
	h->shared[h->n++] = shared;
}

static void give(struct held *h, uint64_t lock)
{
	for (unsigned i = h->n; i-- > 0;)
		if (h->lock[i] == lock) {
			h->n--;
			h->lock[i] = h->lock[h->n];
			h->shared[i] = h->shared[h->n];
			return;
		}
}

static void follow_locks(struct held *h, const struct event *e)
{
	if (e->kind == OP_ONCE_PASS)
		return;
	switch (event_dep(e)) {
	case DEP_TRY_ACQUIRE:
	case DEP_TRY_ACQUIRE_SHARED:
		if (e->flags & EV_FAILED)
			break;
		/* fallthrough */
	case DEP_ACQUIRE:
	case DEP_ACQUIRE_SHARED:
		take(h, e->addr,
		     event_dep(e) == DEP_ACQUIRE_SHARED || event_dep(e) == DEP_TRY_ACQUIRE_SHARED);
		break;
	case DEP_RELEASE:
	case DEP_RELEASE_SHARED:
		give(h, e->addr);
		break;
	case DEP_COND_WAIT:
		give(h, e->arg);
		break;
	case DEP_NONE:
	case DEP_READ:
	case DEP_WRITE:
	case DEP_COND_TIMEOUT:
	case DEP_COND_SIGNAL:
	case DEP_COND_BROADCAST:
	case DEP_FUTEX_WAIT:
	case DEP_SEM_WAIT:
	case DEP_SEM_TRYWAIT:
	case DEP_SEM_POST:
	case DEP_SEM_GETVALUE:
	case DEP_BARRIER_ARRIVE:
	case DEP_BARRIER_LEAVE:
	case DEP_CREATE:
	case DEP_BEGIN:
	case DEP_EXIT:
	case DEP_JOIN:
	case DEP_TRY_JOIN:
		break;
	case DEP_COUNT:
		BUG("unknown dependency class");
	}
}

static void join_clock(struct moment *to, const struct moment *from)
{
	for (unsigned t = 0; t < VM_THREADS; t++)
		if (from->clock[t] > to->clock[t])
			to->clock[t] = from->clock[t];
}

/* Creations and joins; their other ends are the child's clock so far. */
static void follow_threads(struct race_search *s, const struct event *e)
{
	struct moment *mine = &s->now[e->thread];

	mine->clock[e->thread]++;
	if (e->kind == OP_THREAD_CREATE)
		join_clock(&s->now[e->arg], mine);
	else if (e->kind == OP_THREAD_JOIN ||
	         (e->kind == OP_THREAD_TRYJOIN && !(e->flags & EV_FAILED)))
		join_clock(mine, &s->now[e->arg]);
}

static bool excluded(const struct held *a, const struct held *b)
{
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n; k++)
			if (a->lock[i] == b->lock[k] && !(a->shared[i] && b->shared[k]))
				return true;
	return false;
}

static void add_point(struct race_search *s, const struct event *e)
{
	uint64_t bit;

	if (op_info[e->kind].pp != PP_MEMORY)
		return;
	BUG_ON(e->pc == 0 || e->pc > VM_POINTS);
	bit = 1ull << (e->pc - 1);
	s->found |= !(s->p->points[e->thread] & bit);
	s->p->points[e->thread] |= bit;
}

static void find_races(const struct vm_run *run, void *arg)
{
	struct race_search *s = arg;

	vec_clear(&s->moments);
	memset(s->now, 0, sizeof(s->now));
	for (size_t j = 0; j < run->events.n; j++) {
		const struct event *e = &run->events.at[j];
		struct moment *now = &s->now[e->thread];

		follow_threads(s, e);
		for (size_t i = 0; i < j; i++) {
			const struct event *f = &run->events.at[i];
			const struct moment *then = &s->moments.at[i];

			if (f->thread == e->thread || !canon_conflict(e, f) ||
			    then->clock[f->thread] <= now->clock[f->thread] ||
			    excluded(&then->held, &now->held))
				continue;
			add_point(s, e);
			add_point(s, f);
		}
		follow_locks(&now->held, e);
		vec_push(&s->moments, *now);
	}
}

bool races_add_points(struct vm_program *p, size_t max_states)
{
	struct race_search s = {.p = p};
	struct brute_options o = {.pp = PP_SET_ALL,
	                          .bound = EXPLORE_NO_BOUND,
	                          .max_states = max_states,
	                          .on_run = find_races,
	                          .arg = &s};
	bool over = false;

	/* Points change what brute force runs: they are added to a copy. */
	do {
		struct vm_program still = *p;
		struct seen seen;

		s.found = false;
		brute_force(&still, &o, &seen);
		over = seen.over;
		seen_release(&seen);
	} while (s.found && !over);
	vec_release(&s.moments);
	return !over;
}
