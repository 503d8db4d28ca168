/* SPDX-License-Identifier: MIT */
#include "tests/oracle/canon.h"

static bool overlap(const struct event *a, const struct event *b)
{
	return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static bool writes(const struct event *e)
{
	return event_dep(e) == DEP_WRITE && !(e->flags & EV_FAILED);
}

static bool touches_memory(const struct event *e)
{
	switch (event_dep(e)) {
	case DEP_NONE:
	case DEP_CREATE:
	case DEP_BEGIN:
	case DEP_EXIT:
	case DEP_JOIN:
	case DEP_TRY_JOIN:
		return false;
	case DEP_READ:
	case DEP_WRITE:
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
	case DEP_RELEASE:
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
	case DEP_RELEASE_SHARED:
	case DEP_COND_WAIT:
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
		return e->size > 0;
	case DEP_COUNT:
		break;
	}
	BUG("unknown dependency class");
}

bool canon_conflict(const struct event *a, const struct event *b)
{
	return touches_memory(a) && touches_memory(b) && (writes(a) || writes(b)) && overlap(a, b);
}

/* What an event does to a lock: changes it for all, for writers only, or looks at it. */
enum lock_use { LOCK_NO, LOCK_OWN, LOCK_SHARE, LOCK_WANT, LOCK_WANT_SHARE };

static enum lock_use lock_use(const struct event *e, bool cut, uint64_t *lock)
{
	bool failed = cut || (e->flags & EV_FAILED);

	*lock = e->addr;
	switch (event_dep(e)) {
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
		return failed ? LOCK_WANT : LOCK_OWN;
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
		return failed ? LOCK_WANT_SHARE : LOCK_SHARE;
	case DEP_RELEASE:
		return LOCK_OWN;
	case DEP_RELEASE_SHARED:
		return LOCK_SHARE;
	case DEP_COND_WAIT:
		*lock = e->arg;
		return LOCK_OWN;
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
		return LOCK_NO;
	case DEP_COUNT:
		break;
	}
	BUG("unknown dependency class");
}

static bool locks_depend(const struct event *a, bool acut, const struct event *b, bool bcut)
{
	uint64_t la, lb;
	enum lock_use ua = lock_use(a, acut, &la), ub = lock_use(b, bcut, &lb);

	if (ua == LOCK_NO || ub == LOCK_NO || la != lb)
		return false;
	if (ua == LOCK_OWN || ub == LOCK_OWN)
		return true;
	return (ua == LOCK_SHARE && ub == LOCK_WANT) || (ua == LOCK_WANT && ub == LOCK_SHARE);
}

static bool notifies(const struct event *e)
{
	return event_dep(e) == DEP_COND_SIGNAL || event_dep(e) == DEP_COND_BROADCAST;
}

static bool queues(const struct event *e)
{
	return event_dep(e) == DEP_COND_WAIT || event_dep(e) == DEP_COND_TIMEOUT ||
	       (event_dep(e) == DEP_FUTEX_WAIT && !(e->flags & EV_FAILED)) || notifies(e);
}

/* The same queue: a requeue is about two. */
static bool same_queue(const struct event *a, const struct event *b)
{
	bool a2 = a->kind == OP_FUTEX_REQUEUE, b2 = b->kind == OP_FUTEX_REQUEUE;

	return a->addr == b->addr || (a2 && a->arg == b->addr) || (b2 && b->arg == a->addr) ||
	       (a2 && b2 && a->arg == b->arg);
}

static int sem_effect(const struct event *e, bool cut) /* 0 no semaphore, 1 look, 2 post, 3 take */
{
	switch (event_dep(e)) {
	case DEP_SEM_WAIT:
	case DEP_SEM_TRYWAIT:
		return cut || (e->flags & EV_FAILED) ? 1 : 3;
	case DEP_SEM_POST:
		return 2;
	case DEP_SEM_GETVALUE:
		return 1;
	case DEP_NONE:
	case DEP_READ:
	case DEP_WRITE:
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
	case DEP_RELEASE:
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
	case DEP_RELEASE_SHARED:
	case DEP_COND_WAIT:
	case DEP_COND_TIMEOUT:
	case DEP_COND_SIGNAL:
	case DEP_COND_BROADCAST:
	case DEP_FUTEX_WAIT:
	case DEP_BARRIER_ARRIVE:
	case DEP_BARRIER_LEAVE:
	case DEP_CREATE:
	case DEP_BEGIN:
	case DEP_EXIT:
	case DEP_JOIN:
	case DEP_TRY_JOIN:
		return 0;
	case DEP_COUNT:
		break;
	}
	BUG("unknown dependency class");
}

static bool sems_depend(const struct event *a, bool acut, const struct event *b, bool bcut)
{
	int x = sem_effect(a, acut), y = sem_effect(b, bcut);

	return x && y && a->addr == b->addr && (x == 3 || y == 3 || x != y);
}

static bool depend(const struct event *a, bool acut, const struct event *b, bool bcut)
{
	if (canon_conflict(a, b))
		return true;
	if (locks_depend(a, acut, b, bcut) || sems_depend(a, acut, b, bcut))
		return true;
	if (!acut && !bcut && queues(a) && queues(b) && (notifies(a) || notifies(b)) &&
	    same_queue(a, b))
		return true;
	if (event_dep(a) == DEP_BARRIER_ARRIVE && event_dep(b) == DEP_BARRIER_ARRIVE &&
	    a->addr == b->addr)
		return true;
	if (event_dep(a) == DEP_CREATE && event_dep(b) == DEP_CREATE)
		return true; /* which of them gives the lower id */
	if (event_dep(a) == DEP_CREATE && event_dep(b) == DEP_BEGIN)
		return a->arg == b->thread;
	if (event_dep(a) == DEP_EXIT && event_dep(b) == DEP_JOIN)
		return a->thread == b->arg;
	if (event_dep(b) == DEP_EXIT && event_dep(a) == DEP_JOIN && acut)
		return b->thread == a->arg;
	if (event_dep(a) == DEP_EXIT && event_dep(b) == DEP_TRY_JOIN)
		return a->thread == b->arg;
	if (event_dep(b) == DEP_EXIT && event_dep(a) == DEP_TRY_JOIN)
		return b->thread == a->arg;
	return false;
}

static bool steps_depend(const struct vm_run *r, const struct vm_step *a, const struct vm_step *b)
{
	if (a->thread == b->thread || a->fatal || b->fatal || (a->woken >> b->thread & 1))
		return true;
	for (uint32_t i = 0; i < a->n_events + a->was_cut; i++) {
		bool acut = i == a->n_events;
		const struct event *ea = acut ? &a->cut : &r->events.at[a->first_event + i];

		for (uint32_t j = 0; j < b->n_events + b->was_cut; j++) {
			bool bcut = j == b->n_events;
			const struct event *eb = bcut ? &b->cut : &r->events.at[b->first_event + j];

			if (depend(ea, acut, eb, bcut))
				return true;
		}
	}
	return false;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9fb21c651e98df25u;
	return h ^ (h >> 29);
}

static uint64_t label(const struct vm_run *r, const struct vm_step *s)
{
	uint64_t h = mix(mix(0x7ead, s->thread), s->outcomes);

	for (uint32_t i = 0; i < s->n_events; i++) {
		const struct event *e = &r->events.at[s->first_event + i];

		h = mix(mix(h, e->kind | (uint64_t)e->flags << 8 | (uint64_t)e->size << 16),
		        e->addr);
		/* The value of a semaphore belongs to the order of posts, which commute. */
		if (event_dep(e) != DEP_SEM_POST)
			h = mix(h, e->arg);
	}
	return h;
}

uint32_t canon_step(const struct vm_run *run, const uint32_t *level, uint64_t *sum)
{
	size_t last = run->steps.n - 1;
	uint32_t mine = 1;

	/* Backwards: late steps tend to have high levels, and what is below one found needs no
	 * look. */
	for (size_t i = last; i-- > 0;)
		if (level[i] >= mine && steps_depend(run, &run->steps.at[i], &run->steps.at[last]))
			mine = level[i] + 1;
	*sum += mix(mix(0x5eed, mine), label(run, &run->steps.at[last]));
	return mine;
}

uint64_t canon_trace(const struct vm_run *run)
{
	uint64_t sum = 0;
	uint32_t level[CANON_STEPS];
	struct vm_run prefix = *run;

	BUG_ON(run->steps.n > CANON_STEPS);
	for (size_t j = 0; j < run->steps.n; j++) {
		prefix.steps.n = j + 1;
		level[j] = canon_step(&prefix, level, &sum);
	}
	return sum;
}
