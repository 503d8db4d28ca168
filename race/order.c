/* SPDX-License-Identifier: MIT */
#include "race/order.h"

void order_init(struct order *o, enum race_mutation mutation)
{
	*o = (struct order){.mutation = mutation};
	index_init(&o->index);
	locksets_init(&o->locksets);
}

static void release_thread(struct order_thread *t)
{
	vec_release(&t->must);
	vec_release(&t->pure);
	vec_release(&t->exit_must);
	vec_release(&t->exit_pure);
	vec_release(&t->fence);
	vec_release(&t->seen);
	vec_release(&t->held);
}

static void release_object(struct sync_object *s)
{
	vec_release(&s->pure);
	vec_release(&s->readers);
	vec_release(&s->must);
	semaphore_release(&s->sem);
	atomic_release(&s->atomic);
}

void order_release(struct order *o)
{
	for (size_t i = 0; i < o->threads.n; i++)
		release_thread(&o->threads.at[i]);
	for (size_t i = 0; i < o->objects.n; i++)
		release_object(&o->objects.at[i]);
	for (size_t i = 0; i < o->kept.n; i++)
		vec_release(&o->kept.at[i]);
	vec_release(&o->threads);
	vec_release(&o->objects);
	vec_release(&o->kept);
	vec_release(&o->just_demoted);
	vec_release(&o->names);
	index_release(&o->index);
	locksets_release(&o->locksets);
}

static void reset_thread(struct order_thread *t)
{
	t->time = t->lockset = 0;
	t->lockset_stale = false;
	t->asleep_on = 0;
	vec_clear(&t->must);
	vec_clear(&t->pure);
	vec_clear(&t->exit_must);
	vec_clear(&t->exit_pure);
	vec_clear(&t->fence);
	vec_clear(&t->seen);
	vec_clear(&t->held);
}

void order_begin(struct order *o)
{
	for (size_t i = 0; i < o->threads.n; i++)
		reset_thread(&o->threads.at[i]);
	index_clear(&o->index);
	o->n_objects = o->n_kept = 0;
}

static struct order_thread *need_thread(struct order *o, unsigned thread)
{
	while (o->threads.n <= thread)
		vec_push(&o->threads, (struct order_thread){0});
	return &o->threads.at[thread];
}

void order_tick(struct order *o, unsigned thread)
{
	struct order_thread *t = need_thread(o, thread);
	t->time++;
	vclock_set(&t->must, thread, t->time);
	vclock_set(&t->pure, thread, t->time);
}

/* --- objects ------------------------------------------------------------------------------ */

static void reset_object(struct sync_object *s)
{
	vec_clear(&s->pure);
	vec_clear(&s->readers);
	vec_clear(&s->must);
	semaphore_reset(&s->sem);
	atomic_reset(&s->atomic);
}

static struct sync_object *object_at(struct order *o, enum op_object kind, uint64_t addr)
{
	uint64_t hash = index_mix(addr ^ (uint64_t)kind << 56);
	struct index_walk w = index_walk(&o->index, hash);
	for (uint32_t i; (i = index_next(&o->index, &w)) != INDEX_NONE;)
		if (o->objects.at[i].addr == addr && o->objects.at[i].kind == kind)
			return &o->objects.at[i];
	index_add(&o->index, hash, (uint32_t)o->n_objects);
	if (o->n_objects == o->objects.n)
		vec_push(&o->objects, (struct sync_object){0});
	struct sync_object *s = &o->objects.at[o->n_objects++];
	s->addr = addr;
	s->kind = (uint8_t)kind;
	s->incarnation = 0;
	reset_object(s);
	return s;
}

/* --- locks held --------------------------------------------------------------------------- */

static enum race_lock_kind lock_kind(enum op_object object)
{
	switch (object) {
	case ON_MUTEX:
		return RACE_LOCK_MUTEX;
	case ON_RWLOCK:
		return RACE_LOCK_RWLOCK;
	case ON_ONCE:
		return RACE_LOCK_ONCE;
	case ON_STREAM:
		return RACE_LOCK_FILE;
	case ON_SEM:
		return RACE_LOCK_SEMAPHORE;
	case ON_NOTHING: /* nobody holds these: to reset one ends a mutex that was there before */
	case ON_THREAD:
	case ON_MEMORY:
	case ON_COND:
	case ON_BARRIER:
	case ON_FUTEX:
	case ON_DESCRIPTOR:
		return RACE_LOCK_MUTEX;
	}
	return RACE_LOCK_MUTEX;
}

static size_t held_at(const struct order_thread *t, enum race_lock_kind kind, uint64_t addr)
{
	size_t i = 0;
	while (i < t->held.n &&
	       (t->held.at[i].lock.addr != addr || t->held.at[i].lock.kind != kind))
		i++;
	return i;
}

/* A recursive lock is in the set once, however often it is held. */
static void hold(struct order *o, struct order_thread *t, const struct sync_object *s, bool shared)
{
	enum race_lock_kind kind = lock_kind((enum op_object)s->kind);
	uint64_t addr = s->addr;
	size_t i = held_at(t, kind, addr);
	if (i < t->held.n) {
		t->held.at[i].depth++;
		return;
	}
	if (o->mutation == RACE_MUTATION_READERS)
		shared = false;
	vec_push(&t->held, (struct held){{addr, s->incarnation, (uint8_t)kind, shared}, 1});
	t->lockset_stale = true;
}

static void drop_at(struct order_thread *t, size_t i)
{
	t->held.at[i] = *vec_last(&t->held);
	t->held.n--;
	t->lockset_stale = true;
}

/* True: it is not held any more. all: whatever its depth. */
static bool drop(struct order_thread *t, enum race_lock_kind kind, uint64_t addr, bool all)
{
	size_t i = held_at(t, kind, addr);
	if (i == t->held.n)
		return true;
	if (!all && --t->held.at[i].depth)
		return false;
	drop_at(t, i);
	return true;
}

static void drop_everywhere(struct order *o, enum race_lock_kind kind, uint64_t addr)
{
	for (size_t i = 0; i < o->threads.n; i++)
		drop(&o->threads.at[i], kind, addr, true);
}

uint32_t order_lockset(struct order *o, unsigned thread)
{
	struct order_thread *t = order_thread(o, thread);
	if (likely(!t->lockset_stale))
		return t->lockset;
	race_lock_vec locks = {o->names.at, 0, o->names.cap};
	for (size_t i = 0; i < t->held.n; i++)
		vec_push(&locks, t->held.at[i].lock);
	t->lockset = lockset_number(&o->locksets, &locks);
	t->lockset_stale = false;
	o->names.at = locks.at;
	o->names.cap = locks.cap;
	return t->lockset;
}

/* --- locks and wake-ups ------------------------------------------------------------------- */

static void acquire(struct order *o, const struct event *e, enum op_object object, bool shared)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct sync_object *s = object_at(o, object, e->addr);
	if (e->flags & EV_FAILED)
		return;
	vclock_merge(&t->pure, &s->pure);
	if (!shared)
		vclock_merge(&t->pure, &s->readers);
	if (o->mutation == RACE_MUTATION_UNLOCK_MUST)
		vclock_merge(&t->must, &s->must);
	hold(o, t, s, shared);
}

static void release(struct order *o, const struct event *e, enum op_object object, uint64_t addr,
                    bool shared)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct sync_object *s = object_at(o, object, addr);
	bool all = op_info[e->kind].action == ACTION_UNLOCK;
	if (e->flags & EV_FAILED && object != ON_ONCE)
		return;
	if (!drop(t, lock_kind(object), addr, all))
		return;
	vclock_merge(shared ? &s->readers : &s->pure, &t->pure);
	/* A function that threw has not been run: the next one runs it. */
	if (object == ON_ONCE ? !(e->flags & EV_FAILED) : o->mutation == RACE_MUTATION_UNLOCK_MUST)
		vclock_merge(&s->must, &t->must);
}

/*
 * Must: who finds the function run comes after it, or would have had to run it itself, and then
 * the other thread's events in it would not be there to race with.
 */
static void pass(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	const struct sync_object *s = object_at(o, ON_ONCE, e->addr);
	vclock_merge(&t->pure, &s->pure);
	vclock_merge(&t->must, &s->must);
}

static void wake(struct order *o, const struct event *e, unsigned woken)
{
	need_thread(o, woken);
	const struct order_thread *t = order_thread(o, e->thread);
	struct order_thread *w = order_thread(o, woken);
	w->asleep_on = 0;
	if (o->mutation == RACE_MUTATION_NO_WAKE)
		return;
	vclock_merge(&w->must, &t->must);
	vclock_merge(&w->pure, &t->pure);
}

static void wake_all(struct order *o, const struct event *e)
{
	for (unsigned i = 0; i < o->threads.n; i++)
		if (o->threads.at[i].asleep_on == e->addr)
			wake(o, e, i);
}

static void arrive(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct sync_object *s = object_at(o, ON_BARRIER, e->addr);
	if (o->mutation == RACE_MUTATION_NO_BARRIER)
		return;
	vclock_merge(&s->must, &t->must);
	vclock_merge(&s->pure, &t->pure);
	t->asleep_on = e->addr;
	if (!(e->flags & EV_LAST))
		return;
	for (unsigned i = 0; i < o->threads.n; i++) {
		struct order_thread *w = order_thread(o, i);
		if (w->asleep_on != e->addr)
			continue;
		w->asleep_on = 0;
		vclock_merge(&w->must, &s->must);
		vclock_merge(&w->pure, &s->pure);
	}
	vec_clear(&s->must);
	vec_clear(&s->pure);
}

/* --- threads ------------------------------------------------------------------------------ */

/*
 * Where ids have run out, that of a joined thread comes again. Its events and the new ones'
 * are told apart by nobody, which is no loss where all of the old ones come before.
 */
static void create(struct order *o, const struct event *e)
{
	unsigned id = (unsigned)e->arg;
	need_thread(o, id);
	const struct order_thread *t = order_thread(o, e->thread);
	struct order_thread *child = order_thread(o, id);
	if (child->time && vclock_get(&t->must, id) < child->time)
		o->ids_reused++;
	vclock_copy(&child->must, &t->must);
	vclock_copy(&child->pure, &t->pure);
	vec_clear(&child->fence);
	vec_clear(&child->seen);
	vec_clear(&child->held);
	child->lockset_stale = true;
	child->asleep_on = 0;
}

static void leave(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	vclock_copy(&t->exit_must, &t->must);
	vclock_copy(&t->exit_pure, &t->pure);
}

static void join(struct order *o, const struct event *e)
{
	need_thread(o, (unsigned)e->arg);
	struct order_thread *t = order_thread(o, e->thread);
	const struct order_thread *target = order_thread(o, (unsigned)e->arg);
	if (o->mutation == RACE_MUTATION_NO_JOIN || e->flags & EV_FAILED)
		return;
	vclock_merge(&t->must, &target->exit_must);
	vclock_merge(&t->pure, &target->exit_pure);
}

/* --- semaphores --------------------------------------------------------------------------- */

static void heed(struct order *o, const struct event *e, const struct sync_object *s,
                 enum sem_news news)
{
	struct order_thread *t = order_thread(o, e->thread);
	switch (news) {
	case SEM_HELD:
		hold(o, t, s, false);
		break;
	case SEM_GIVEN:
		drop(t, RACE_LOCK_SEMAPHORE, e->addr, true);
		break;
	case SEM_DEMOTED:
		if (o->mutation == RACE_MUTATION_TRUST_SEM)
			break;
		drop_everywhere(o, RACE_LOCK_SEMAPHORE, e->addr);
		vec_push(&o->locksets.not_locks, e->addr);
		vec_push(&o->just_demoted, e->addr);
		break;
	case SEM_NOTHING:
		break;
	}
}

static void take(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct sync_object *s = object_at(o, ON_SEM, e->addr);
	bool every = o->mutation == RACE_MUTATION_EVERY_POST;
	semaphore_begins(&s->sem, e->arg, !lockset_distrusts(&o->locksets, e->addr));
	if (e->flags & EV_FAILED)
		return;
	heed(o, e, s, semaphore_take(&s->sem, e->thread, e->arg));
	vclock_merge(&t->pure, &s->pure);
	if (every)
		vclock_merge(&t->must, &s->must);
	for (unsigned i = 0; i < s->sem.threads.n && !every; i++) {
		uint32_t kept;
		if (semaphore_needed(&s->sem, e->thread, i, &kept))
			vclock_merge(&t->must, &o->kept.at[kept]);
	}
}

static void post(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct sync_object *s = object_at(o, ON_SEM, e->addr);
	semaphore_begins(&s->sem, e->arg, !lockset_distrusts(&o->locksets, e->addr));
	if (e->flags & EV_FAILED)
		return;
	if (o->n_kept == o->kept.n)
		vec_push(&o->kept, (struct vclock){0});
	vclock_copy(&o->kept.at[o->n_kept], &t->must);
	heed(o, e, s, semaphore_post(&s->sem, e->thread, e->arg, (uint32_t)o->n_kept++));
	vclock_merge(&s->pure, &t->pure);
	if (o->mutation == RACE_MUTATION_EVERY_POST)
		vclock_merge(&s->must, &t->must);
}

static void reset(struct order *o, const struct event *e, enum op_object object)
{
	struct sync_object *s = object_at(o, object, e->addr);
	reset_object(s);
	s->incarnation++;
	drop_everywhere(o, lock_kind(object), e->addr);
	if (op_info[e->kind].arg == ARG_INITIAL)
		semaphore_begins(&s->sem, e->arg, !lockset_distrusts(&o->locksets, e->addr));
}

/* --- atomics ------------------------------------------------------------------------------ */

static bool acquires(const struct order *o, const struct event *e)
{
	return o->mutation == RACE_MUTATION_RELAXED ||
	       (atomic_order(e) != __ATOMIC_RELAXED && atomic_order(e) != __ATOMIC_RELEASE);
}

static bool releases(const struct order *o, const struct event *e)
{
	unsigned order = atomic_order(e);
	return o->mutation == RACE_MUTATION_RELAXED || order == __ATOMIC_RELEASE ||
	       order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* A relaxed store releases what its thread's last release fence did. */
static const struct vclock *released(const struct order *o, const struct event *e)
{
	const struct order_thread *t = order_thread(o, e->thread);
	return releases(o, e) ? &t->pure : &t->fence;
}

static void atomic(struct order *o, const struct event *e, enum op_action action)
{
	struct order_thread *t = order_thread(o, e->thread);
	struct atomic_location *a = &object_at(o, ON_MEMORY, e->addr)->atomic;
	/* A relaxed load orders nothing until an acquire fence follows. */
	if (action != ACTION_STORE)
		atomic_load(a, acquires(o, e) ? &t->pure : &t->seen);
	if (action == ACTION_STORE)
		atomic_store(a, e->thread, released(o, e));
	else if (action == ACTION_RMW && !(e->flags & EV_FAILED))
		atomic_modify(a, e->thread, released(o, e));
}

static void fence(struct order *o, const struct event *e)
{
	struct order_thread *t = order_thread(o, e->thread);
	if (o->mutation == RACE_MUTATION_NO_FENCE)
		return;
	if (acquires(o, e))
		vclock_merge(&t->pure, &t->seen);
	if (releases(o, e))
		vclock_copy(&t->fence, &t->pure);
}

/* --- all of them -------------------------------------------------------------------------- */

static void act(struct order *o, const struct event *e, enum op_action action)
{
	enum op_object object = (enum op_object)op_info[e->kind].object;
	switch (action) {
	case ACTION_NONE:
	case ACTION_BEGIN: /* its creation has ordered it */
	case ACTION_ALLOC: /* race/race.c follows the life of memory */
	case ACTION_FREE:
		break;
	case ACTION_CREATE:
		create(o, e);
		break;
	case ACTION_EXIT:
		leave(o, e);
		break;
	case ACTION_JOIN:
		join(o, e);
		break;
	case ACTION_ACQUIRE:
	case ACTION_ACQUIRE_SHARED:
		acquire(o, e, object, action == ACTION_ACQUIRE_SHARED);
		break;
	case ACTION_RELEASE:
	case ACTION_RELEASE_SHARED:
		release(o, e, object, e->addr, action == ACTION_RELEASE_SHARED);
		break;
	case ACTION_UNLOCK:
		release(o, e, ON_MUTEX, e->arg, false);
		break;
	case ACTION_PASS:
		pass(o, e);
		break;
	case ACTION_TAKE:
		take(o, e);
		break;
	case ACTION_POST:
		post(o, e);
		break;
	case ACTION_LOAD:
	case ACTION_STORE:
	case ACTION_RMW:
		atomic(o, e, action);
		break;
	case ACTION_FENCE:
		fence(o, e);
		break;
	case ACTION_RESET:
		reset(o, e, object);
		break;
	}
}

static void follow_sleepers(struct order *o, const struct event *e, enum op_sleep sleep)
{
	switch (sleep) {
	case SLEEP_NONE:
	case SLEEP_MOVES: /* who wakes a sleeper names it, wherever it sleeps */
		break;
	case SLEEP_FALLS:
		if (!(e->flags & EV_FAILED))
			order_thread(o, e->thread)->asleep_on = e->addr;
		break;
	case SLEEP_ARRIVES:
		arrive(o, e);
		break;
	case SLEEP_GIVES_UP:
		order_thread(o, e->thread)->asleep_on = 0;
		break;
	case SLEEP_WAKES_ONE:
		if (e->arg != NO_THREAD)
			wake(o, e, (unsigned)e->arg);
		break;
	case SLEEP_WAKES_ALL:
		wake_all(o, e);
		break;
	}
}

void order_event(struct order *o, const struct event *e)
{
	const struct op_info *op = &op_info[e->kind];
	if (unlikely(op->sleep != SLEEP_NONE))
		follow_sleepers(o, e, (enum op_sleep)op->sleep);
	act(o, e, (enum op_action)op->action);
}
