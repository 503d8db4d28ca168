/* SPDX-License-Identifier: MIT */
#include "tests/oracle/races.h"

#include <stdlib.h>
#include <string.h>

#define WORDS (RACES_EVENTS_MOST / 64)

typedef struct {
	uint64_t bits[WORDS];
} event_set;

/* e, then f: f's own access comes after e (early), or only what follows f does. */
struct edge {
	unsigned from, to;
	bool early;
	bool must;
};

struct reference {
	const struct event *e;
	unsigned n;
	VEC(struct edge) edges;
	event_set before[RACES_EVENTS_MOST]; /* of the event's own access */
	event_set after[RACES_EVENTS_MOST];  /* of what follows it, with the event itself */
};

static bool has(const event_set *s, unsigned i)
{
	return s->bits[i / 64] >> i % 64 & 1;
}

static void unite(event_set *s, const event_set *t)
{
	for (unsigned i = 0; i < WORDS; i++)
		s->bits[i] |= t->bits[i];
}

static bool failed(const struct event *e)
{
	return e->flags & EV_FAILED;
}

static void edge(struct reference *r, unsigned from, unsigned to, bool early, bool must)
{
	if (to < r->n)
		vec_push(&r->edges, (struct edge){from, to, early, must});
}

/* The next event of the thread after i; n: none. */
static unsigned next_of(const struct reference *r, unsigned thread, unsigned i)
{
	for (i++; i < r->n; i++)
		if (r->e[i].thread == thread)
			break;
	return i;
}

/* --- edges in every schedule -------------------------------------------------------------- */

static void edges_of_threads(struct reference *r)
{
	for (unsigned i = 0; i < r->n; i++) {
		const struct event *e = &r->e[i];
		edge(r, i, next_of(r, e->thread, i), true, true);
		if (e->kind == OP_THREAD_CREATE)
			edge(r, i, next_of(r, (unsigned)e->arg, i), true, true);
		if ((e->kind != OP_THREAD_JOIN && e->kind != OP_THREAD_AWAIT &&
		     e->kind != OP_THREAD_TRYJOIN) ||
		    e->flags & EV_FAILED)
			continue;
		for (unsigned k = 0; k < i; k++)
			if (r->e[k].kind == OP_THREAD_EXIT && r->e[k].thread == e->arg)
				edge(r, k, i, false, true);
	}
}

/* Does the thread sleep on the condition variable just before event i? */
static bool sleeps(const struct reference *r, unsigned thread, uint64_t cond, unsigned i)
{
	while (i-- > 0) {
		const struct event *e = &r->e[i];
		if (e->thread == thread)
			return e->kind == OP_COND_WAIT && e->addr == cond;
		if (e->kind == OP_COND_SIGNAL && e->addr == cond && e->arg == thread)
			return false;
		if (e->kind == OP_COND_BROADCAST && e->addr == cond)
			return false;
	}
	return false;
}

static void edges_of_wakes(struct reference *r)
{
	for (unsigned i = 0; i < r->n; i++) {
		const struct event *e = &r->e[i];
		if ((e->kind == OP_COND_SIGNAL || e->kind == OP_FUTEX_WAKE) && e->arg != NO_THREAD)
			edge(r, i, next_of(r, (unsigned)e->arg, i), true, true);
		if (e->kind != OP_COND_BROADCAST)
			continue;
		for (unsigned t = 0; t < MAX_THREADS; t++)
			if (t != e->thread && sleeps(r, t, e->addr, i))
				edge(r, i, next_of(r, t, i), true, true);
	}
}

static void edges_of_barriers(struct reference *r)
{
	for (unsigned last = 0; last < r->n; last++) {
		unsigned round[RACES_EVENTS_MOST], n = 0;
		if (r->e[last].kind != OP_BARRIER_ARRIVE || !(r->e[last].flags & EV_LAST))
			continue;
		round[n++] = last;
		for (unsigned i = last; i-- > 0;) {
			if (r->e[i].kind != OP_BARRIER_ARRIVE || r->e[i].addr != r->e[last].addr)
				continue;
			if (r->e[i].flags & EV_LAST)
				break;
			round[n++] = i;
		}
		for (unsigned a = 0; a < n; a++)
			for (unsigned b = 0; b < n; b++)
				edge(r, round[a], next_of(r, r->e[round[b]].thread, last), true,
				     true);
	}
}

static bool is_take(const struct event *e)
{
	return (e->kind == OP_SEM_WAIT || e->kind == OP_SEM_TRYWAIT ||
	        e->kind == OP_SEM_TIMEDWAIT) &&
	       !failed(e);
}

static bool is_post(const struct event *e)
{
	return e->kind == OP_SEM_POST && !failed(e);
}

static bool is_sem(const struct event *e)
{
	return e->kind == OP_SEM_WAIT || e->kind == OP_SEM_TRYWAIT || e->kind == OP_SEM_TIMEDWAIT ||
	       e->kind == OP_SEM_POST;
}

static int first_value(const struct reference *r, uint64_t sem)
{
	for (unsigned i = 0; i < r->n; i++)
		if (is_sem(&r->e[i]) && r->e[i].addr == sem)
			return (int)r->e[i].arg;
	return 0;
}

/* Without this post, and the poster's later ones, had the thread been able to take? */
static bool post_needed(const struct reference *r, unsigned post, unsigned take)
{
	const struct event *p = &r->e[post], *t = &r->e[take];
	int units = first_value(r, t->addr);
	for (unsigned i = 0; i <= take; i++) {
		const struct event *e = &r->e[i];
		if (e->addr != t->addr)
			continue;
		units += is_post(e) && (e->thread != p->thread || i < post);
		units -= is_take(e) && e->thread == t->thread;
	}
	return units < 0;
}

static void edges_of_semaphores(struct reference *r)
{
	for (unsigned i = 0; i < r->n; i++)
		for (unsigned k = 0; is_take(&r->e[i]) && k < i; k++)
			if (is_post(&r->e[k]) && r->e[k].addr == r->e[i].addr)
				edge(r, k, i, false,
				     r->e[k].thread != r->e[i].thread && post_needed(r, k, i));
}

/* --- edges of this execution -------------------------------------------------------------- */

enum hold { HOLD_NONE, HOLD_READ, HOLD_WRITE };

static enum hold takes_lock(const struct event *e)
{
	if (failed(e) || e->kind == OP_ONCE_PASS)
		return HOLD_NONE;
	switch (event_dep(e)) {
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
		return HOLD_WRITE;
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
		return HOLD_READ;
	case DEP_RELEASE:
	case DEP_RELEASE_SHARED:
	case DEP_COND_WAIT:
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
		return HOLD_NONE;
	case DEP_COUNT:
		break;
	}
	BUG("unknown dependency class");
}

static enum hold gives_lock(const struct event *e, uint64_t *lock)
{
	*lock = e->kind == OP_COND_WAIT ? e->arg : e->addr;
	switch (event_dep(e)) {
	case DEP_RELEASE:
	case DEP_COND_WAIT:
		return HOLD_WRITE;
	case DEP_RELEASE_SHARED:
		return HOLD_READ;
	case DEP_ACQUIRE:
	case DEP_TRY_ACQUIRE:
	case DEP_ACQUIRE_SHARED:
	case DEP_TRY_ACQUIRE_SHARED:
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
		return HOLD_NONE;
	case DEP_COUNT:
		break;
	}
	BUG("unknown dependency class");
}

static void edges_of_locks(struct reference *r)
{
	for (unsigned i = 0; i < r->n; i++) {
		uint64_t lock;
		enum hold gave = gives_lock(&r->e[i], &lock);
		for (unsigned k = i + 1; gave && k < r->n; k++) {
			const struct event *e = &r->e[k];
			enum hold took = takes_lock(e);
			if (e->kind == OP_MUTEX_INIT && e->addr == lock)
				break; /* another mutex from here on */
			if (e->addr == lock && took && (gave == HOLD_WRITE || took == HOLD_WRITE))
				edge(r, i, k, false, false);
			/* One that threw did nothing: who passes was not let through by it. */
			if (e->addr == lock && e->kind == OP_ONCE_PASS)
				edge(r, i, k, false, !(r->e[i].flags & EV_FAILED));
		}
	}
}

static bool acquires(const struct event *e)
{
	return e->arg != __ATOMIC_RELAXED && e->arg != __ATOMIC_RELEASE;
}

static bool releases(const struct event *e)
{
	return e->arg != __ATOMIC_RELAXED && e->arg != __ATOMIC_ACQUIRE &&
	       e->arg != __ATOMIC_CONSUME;
}

static bool is_rmw(const struct event *e)
{
	return e->kind == OP_ATOMIC_RMW || e->kind == OP_ATOMIC_CAS;
}

static bool modifies(const struct event *e)
{
	return e->kind == OP_ATOMIC_STORE || (is_rmw(e) && !failed(e));
}

/* The head of a release sequence synchronizes with who reads from it, by fences if need be. */
static void synchronize(struct reference *r, unsigned head, unsigned reader)
{
	unsigned from = head, to = reader;
	if (!releases(&r->e[head])) {
		for (from = head; from-- > 0;)
			if (r->e[from].thread == r->e[head].thread && r->e[from].kind == OP_FENCE &&
			    releases(&r->e[from]))
				break;
		if (from == UINT32_MAX)
			return;
	}
	if (!acquires(&r->e[reader]))
		for (to = reader + 1; to < r->n; to++)
			if (r->e[to].thread == r->e[reader].thread && r->e[to].kind == OP_FENCE &&
			    acquires(&r->e[to]))
				break;
	edge(r, from, to, false, false);
}

/* Is every modification after the head, up to the one that was read, part of its sequence? */
static bool heads_sequence(const struct reference *r, unsigned head, unsigned reader)
{
	for (unsigned i = head + 1; i < reader; i++) {
		const struct event *e = &r->e[i];
		if (modifies(e) && e->addr == r->e[head].addr && !is_rmw(e) &&
		    e->thread != r->e[head].thread)
			return false;
	}
	return true;
}

static void edges_of_atomics(struct reference *r)
{
	for (unsigned i = 0; i < r->n; i++) {
		if (r->e[i].kind != OP_ATOMIC_LOAD && !is_rmw(&r->e[i]))
			continue;
		for (unsigned k = 0; k < i; k++)
			if (modifies(&r->e[k]) && r->e[k].addr == r->e[i].addr &&
			    heads_sequence(r, k, i))
				synchronize(r, k, i);
	}
}

static void close_order(struct reference *r, bool must_only)
{
	memset(r->before, 0, sizeof(r->before));
	memset(r->after, 0, sizeof(r->after));
	for (unsigned i = 0; i < r->n; i++) {
		for (size_t k = 0; k < r->edges.n; k++) {
			const struct edge *x = &r->edges.at[k];
			if (x->to != i || (must_only && !x->must))
				continue;
			if (x->early)
				unite(&r->before[i], &r->after[x->from]);
			unite(&r->after[i], &r->after[x->from]);
		}
		unite(&r->after[i], &r->before[i]);
		r->after[i].bits[i / 64] |= 1ull << i % 64;
	}
}

/* --- locks -------------------------------------------------------------------------------- */

/* In the whole execution: begins at 1, and each is posted by who took it last. */
static bool sem_is_lock(const struct reference *r, uint64_t sem)
{
	unsigned holder = NO_THREAD;
	if (first_value(r, sem) != 1)
		return false;
	for (unsigned i = 0; i < r->n; i++) {
		const struct event *e = &r->e[i];
		if (e->addr != sem)
			continue;
		if (is_take(e) && holder != NO_THREAD)
			return false;
		if (is_post(e) && holder != e->thread)
			return false;
		if (is_take(e))
			holder = e->thread;
		else if (is_post(e))
			holder = NO_THREAD;
	}
	return true;
}

/* How the thread of event i holds the lock when it comes to i, and since which event. */
static enum hold holds(const struct reference *r, unsigned i, uint64_t lock, unsigned *taken)
{
	enum hold h = HOLD_NONE;
	for (unsigned k = 0; k < i; k++) {
		const struct event *e = &r->e[k];
		uint64_t given;
		if (e->thread != r->e[i].thread)
			continue;
		if (e->addr == lock && takes_lock(e)) {
			h = takes_lock(e);
			*taken = k;
		} else if (e->addr == lock && is_take(e) && sem_is_lock(r, lock)) {
			h = HOLD_WRITE;
			*taken = k;
		} else if ((gives_lock(e, &given) && given == lock) ||
		           (e->addr == lock && is_post(e))) {
			h = HOLD_NONE;
		}
	}
	return h;
}

/* Was the mutex made anew between the two events? */
static bool made_between(const struct reference *r, unsigned i, unsigned k, uint64_t lock)
{
	for (unsigned x = i < k ? i : k; x < (i < k ? k : i); x++)
		if (r->e[x].kind == OP_MUTEX_INIT && r->e[x].addr == lock)
			return true;
	return false;
}

static bool excluded(const struct reference *r, unsigned i, unsigned k)
{
	for (unsigned x = 0; x < k; x++) {
		uint64_t lock = r->e[x].addr;
		if (!takes_lock(&r->e[x]) && !is_take(&r->e[x]))
			continue;
		unsigned since_a = 0, since_b = 0;
		enum hold a = holds(r, i, lock, &since_a), b = holds(r, k, lock, &since_b);
		if (a && b && (a == HOLD_WRITE || b == HOLD_WRITE) &&
		    !made_between(r, since_a, since_b, lock))
			return true;
	}
	return false;
}

/* --- pairs -------------------------------------------------------------------------------- */

static bool touches(const struct event *e, bool *writes)
{
	enum dep_class d = event_dep(e);
	*writes = d == DEP_WRITE && !failed(e);
	return e->size && d != DEP_NONE && d != DEP_CREATE && d != DEP_BEGIN && d != DEP_EXIT &&
	       d != DEP_JOIN;
}

static bool covers(const struct event *e, uint64_t byte)
{
	return byte - e->addr < e->size;
}

static bool recycled_between(const struct reference *r, unsigned i, unsigned k, uint64_t byte)
{
	for (unsigned f = i; f < k; f++)
		for (unsigned m = f + 1; m < k; m++)
			if (r->e[f].kind == OP_FREE && r->e[m].kind == OP_ALLOC &&
			    covers(&r->e[f], byte) && covers(&r->e[m], byte))
				return true;
	return false;
}

/* Do they share a byte? *recycled: all that they share are. */
static bool share(const struct reference *r, unsigned i, unsigned k, bool *recycled)
{
	const struct event *a = &r->e[i], *b = &r->e[k];
	bool any = false;
	*recycled = true;
	for (uint64_t byte = b->addr; byte < b->addr + b->size; byte++)
		if (covers(a, byte)) {
			any = true;
			*recycled &= recycled_between(r, i, k, byte);
		}
	return any;
}

static bool memory_access(const struct event *e)
{
	return e->kind >= OP_READ && e->kind <= OP_ATOMIC_CAS;
}

static bool not_atomic(const struct event *e)
{
	return e->kind == OP_READ || e->kind == OP_WRITE;
}

uint64_t race_place(uint64_t pc, uint8_t kind, uint8_t writes)
{
	return pc << 16 | (uint64_t)kind << 1 | writes;
}

/* One sighting: a, b in the order in which they happened; ordered: which of two orders. */
struct sighting {
	uint64_t a, b;
	bool swapped, recycled, c11;
};

static struct sighting sighting(const struct event *x, const struct event *y, bool x_writes,
                                bool y_writes)
{
	struct sighting s = {race_place(x->pc, x->kind, x_writes),
	                     race_place(y->pc, y->kind, y_writes), false, false, false};
	if (s.a > s.b) {
		uint64_t a = s.a;
		s.a = s.b;
		s.b = a;
		s.swapped = true;
	} else if (s.a == s.b) {
		s.swapped = x->thread > y->thread;
	}
	return s;
}

/* All sightings of a pair together, those without recycling first. */
static void sum_up(const struct sighting *s, size_t n, race_pair_vec *out)
{
	struct race_pair pair = {s->a, s->b, 0};
	bool shown = false, seen[2] = {false, false};
	for (size_t i = 0; i < n; i++)
		shown |= !s[i].recycled;
	for (size_t i = 0; i < n; i++) {
		if (shown && s[i].recycled)
			continue;
		seen[s[i].swapped] = true;
		pair.flags |= s[i].c11 ? RACE_C11 : 0;
	}
	pair.flags |= seen[0] && seen[1] ? RACE_BOTH_ORDERS : 0;
	pair.flags |= shown ? 0 : RACE_RECYCLED;
	vec_push(out, pair);
}

static int compare_sightings(const void *x, const void *y)
{
	const struct sighting *a = x, *b = y;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return a->b == b->b ? 0 : a->b < b->b ? -1 : 1;
}

static int compare_pairs(const void *x, const void *y)
{
	const struct race_pair *a = x, *b = y;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return a->b == b->b ? 0 : a->b < b->b ? -1 : 1;
}

void race_pairs_sort(race_pair_vec *pairs)
{
	if (pairs->n)
		qsort(pairs->at, pairs->n, sizeof(*pairs->at), compare_pairs);
}

void races_by_definition(const struct event *events, size_t n, enum race_mode mode,
                         race_pair_vec *out)
{
	struct reference *r = mem_alloc(sizeof(*r));
	event_set *pure = mem_alloc(sizeof(r->before));
	VEC(struct sighting) all = {0};
	BUG_ON(n > RACES_EVENTS_MOST);
	r->e = events;
	r->n = (unsigned)n;
	edges_of_threads(r);
	edges_of_wakes(r);
	edges_of_barriers(r);
	edges_of_semaphores(r);
	edges_of_locks(r);
	edges_of_atomics(r);
	close_order(r, false);
	memcpy(pure, r->before, sizeof(r->before));
	close_order(r, true);
	for (unsigned i = 0; i < r->n; i++)
		for (unsigned k = i + 1; k < r->n; k++) {
			const struct event *x = &events[i], *y = &events[k];
			bool x_writes, y_writes, recycled;
			if (x->thread == y->thread || !touches(x, &x_writes) ||
			    !touches(y, &y_writes) || !(x_writes | y_writes) ||
			    !share(r, i, k, &recycled))
				continue;
			bool ordered = has(mode == RACES_PURE ? &pure[k] : &r->before[k], i);
			if (ordered || (mode == RACES_LIMITED && excluded(r, i, k)))
				continue;
			struct sighting s = sighting(x, y, x_writes, y_writes);
			s.recycled = recycled;
			s.c11 = !recycled && !has(&pure[k], i) && memory_access(x) &&
			        memory_access(y) && (not_atomic(x) || not_atomic(y));
			vec_push(&all, s);
		}
	if (all.n)
		qsort(all.at, all.n, sizeof(*all.at), compare_sightings);
	for (size_t i = 0, k; i < all.n; i = k) {
		for (k = i; k < all.n && !compare_sightings(&all.at[i], &all.at[k]);)
			k++;
		sum_up(&all.at[i], k - i, out);
	}
	vec_release(&all);
	vec_release(&r->edges);
	mem_free(pure);
	mem_free(r);
}
