/* SPDX-License-Identifier: MIT */
#include "race/race.h"

struct race_analysis {
	struct race_options options;
	struct order order;
	struct cells cells;
	struct candidates candidates;
	meeting_vec met; /* scratch */
	uint64_t execution;
};

struct race_analysis *race_new(const struct race_options *o)
{
	struct race_analysis *a = mem_alloc(sizeof(*a));
	BUG_ON(o->mode != RACES_LIMITED && o->mode != RACES_PURE);
	a->options = *o;
	order_init(&a->order, o->mutation);
	cells_init(&a->cells, o->most_in_cell ? o->most_in_cell : RACE_CELL_MOST);
	a->cells.last_only = o->mutation == RACE_MUTATION_LAST_ACCESS;
	a->cells.whole_words = o->mutation == RACE_MUTATION_WHOLE_WORDS;
	candidates_init(&a->candidates);
	return a;
}

void race_free(struct race_analysis *a)
{
	if (!a)
		return;
	order_release(&a->order);
	cells_release(&a->cells);
	candidates_release(&a->candidates);
	vec_release(&a->met);
	mem_free(a);
}

void race_begin_execution(struct race_analysis *a)
{
	a->execution++;
	order_begin(&a->order);
	cells_clear(&a->cells);
}

void race_end_execution(struct race_analysis *a)
{
	BUG_ON(a->met.n);
}

/* --- one access --------------------------------------------------------------------------- */

enum touch { TOUCH_NOTHING, TOUCH_MEMORY, TOUCH_OBJECT };

/* Does the event touch memory, or use a synchronization object? */
static enum touch touch_of(const struct event *e)
{
	if (!e->size)
		return TOUCH_NOTHING;
	switch ((enum dep_bytes)dep_info[event_dep(e)].bytes) {
	case BYTES_NONE:
		return TOUCH_NOTHING;
	case BYTES_READ:
	case BYTES_WRITE:
		return TOUCH_MEMORY;
	case BYTES_OBJECT:
		return TOUCH_OBJECT;
	}
	return TOUCH_MEMORY;
}

static bool is_plain(uint8_t kind)
{
	return op_info[kind].flags & OPF_PLAIN;
}

static bool is_atomic(uint8_t kind)
{
	return op_info[kind].flags & OPF_ATOMIC;
}

/* C11 5.1.2.4p25: two accesses to memory, at least one not atomic. */
static bool c11_counts(uint8_t a, uint8_t b)
{
	return (is_plain(a) && (is_plain(b) || is_atomic(b))) || (is_atomic(a) && is_plain(b));
}

/* The order allows it; do the locks? Pure needs not ask them: they are in its order. */
static void settle(struct race_analysis *a, struct candidate *seen)
{
	enum exclusion excluded = EXCLUDE_NOTHING;
	if (a->options.mode == RACES_LIMITED)
		excluded = lockset_excludes(&a->order.locksets, seen->first.lockset,
		                            seen->second.lockset, &seen->semaphore);
	if (excluded == EXCLUDE_NOTHING)
		candidates_see(&a->candidates, seen);
	else if (excluded == EXCLUDE_SEMAPHORE)
		candidates_hide(&a->candidates, seen);
}

/* A semaphore is no lock: what it hid is told, unless another one hides it too. */
static void unhide(struct race_analysis *a, uint64_t semaphore)
{
	for (size_t i = 0, n = a->candidates.hidden.n; i < n; i++) {
		struct candidate hidden = a->candidates.hidden.at[i];
		if (hidden.semaphore == semaphore)
			settle(a, &hidden);
	}
}

static void judge(struct race_analysis *a, const struct meeting *m, const struct cell_access *now)
{
	const struct order_thread *t = order_thread(&a->order, now->thread);
	unsigned other = m->earlier.thread;
	bool pure = a->options.mode == RACES_PURE;
	bool unordered = m->earlier.time > vclock_get(&t->pure, other);
	if (pure ? !unordered : m->earlier.time <= vclock_get(&t->must, other))
		return;
	struct candidate seen = {
	        .first = m->earlier, .second = *now, .addr = m->addr, .execution = a->execution};
	seen.second.generation = m->generation;
	if (m->earlier.generation < m->generation &&
	    a->options.mutation != RACE_MUTATION_NO_GENERATION)
		seen.flags |= RACE_RECYCLED;
	else if (unordered && c11_counts(m->earlier.kind, now->kind))
		seen.flags |= RACE_C11;
	settle(a, &seen);
}

static void access_event(struct race_analysis *a, const struct event *e, enum touch touch)
{
	struct cell_access now = {
	        .pc = e->pc,
	        .time = order_thread(&a->order, e->thread)->time,
	        .lockset = order_lockset(&a->order, e->thread),
	        .thread = e->thread,
	        .kind = e->kind,
	        .writes = event_writes(e),
	};
	if (touch == TOUCH_MEMORY)
		cells_access(&a->cells, e->addr, e->size, &now, &a->met);
	else
		cells_use(&a->cells, e->addr, e->size, &now, &a->met);
	for (size_t i = 0; i < a->met.n; i++)
		judge(a, &a->met.at[i], &now);
	vec_clear(&a->met);
}

/*
 * An event's own access is judged with the order and the locks from before it: a lock that is
 * being taken does not protect the access by which it is taken. One that is given back still does.
 */
void race_event(struct race_analysis *a, const struct event *e)
{
	enum touch touch = touch_of(e);
	order_tick(&a->order, e->thread);
	if (touch != TOUCH_NOTHING)
		access_event(a, e, touch);
	if (op_info[e->kind].action == ACTION_FREE && e->size)
		cells_free(&a->cells, e->addr, e->size);
	else if (op_info[e->kind].action == ACTION_ALLOC && e->size)
		cells_alloc(&a->cells, e->addr, e->size);
	order_event(&a->order, e);
	while (unlikely(a->order.just_demoted.n))
		unhide(a, vec_pop(&a->order.just_demoted));
}

void race_recycle(struct race_analysis *a, uint64_t lo, uint64_t hi)
{
	cells_renew(&a->cells, lo, hi);
}

/* --- results ------------------------------------------------------------------------------ */

const struct candidate *race_next_news(struct race_analysis *a)
{
	return candidates_next(&a->candidates);
}

bool race_has_news(const struct race_analysis *a)
{
	return a->candidates.news.n;
}

const candidate_vec *race_candidates(const struct race_analysis *a)
{
	return &a->candidates.all;
}

static struct race_access describe_access(const struct race_analysis *a,
                                          const struct cell_access *from)
{
	struct race_access to = {
	        .pc = from->pc,
	        .thread = from->thread,
	        .kind = from->kind,
	        .writes = from->writes,
	        .generation = from->generation,
	};
	size_t n;
	const struct race_lock *locks = lockset_locks(&a->order.locksets, from->lockset, &n);
	for (size_t i = 0; i < n; i++)
		vec_push(&to.locks, locks[i]);
	return to;
}

void race_describe(const struct race_analysis *a, const struct candidate *c,
                   struct race_record *out)
{
	*out = (struct race_record){
	        .first = describe_access(a, &c->first),
	        .second = describe_access(a, &c->second),
	        .addr = c->addr,
	        .execution = c->execution,
	        .flags = c->flags,
	};
}

static uint64_t still_hidden(const struct race_analysis *a)
{
	uint64_t n = 0;
	for (size_t i = 0; i < a->candidates.hidden.n; i++)
		n += !lockset_distrusts(&a->order.locksets, a->candidates.hidden.at[i].semaphore);
	return n;
}

struct race_stats race_stats(const struct race_analysis *a)
{
	return (struct race_stats){
	        .forgotten = a->cells.forgotten,
	        .ids_reused = a->order.ids_reused,
	        .hidden = still_hidden(a),
	        .sems_not_locks = a->order.locksets.not_locks.n,
	};
}
