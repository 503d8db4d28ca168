/* SPDX-License-Identifier: MIT */
/* Predecessors of accesses to synchronization objects: who holds, held, freed, posted or saw them.
 */
#include "explore/shadow_internal.h"

static bool holds_shared(const struct shadow_entry *e)
{
	return e->hold != NO_STEP && e->mask != ANY_MASK;
}

static void note_past(const struct shadow *s, const struct shadow_cell *c, unsigned thread,
                      pred_vec *preds)
{
	for (uint32_t i = c->head[HEAD_PAST]; i; i = s->entries.at[i].next) {
		const struct shadow_entry *e = &s->entries.at[i];

		if (e->thread != thread)
			shadow_note(preds, e->hold, PRED_PAST, e->step);
	}
}

/*
 * Who holds, or held since the last exclusive hold, the lock that a blocks on: each
 * could have been preceded by a. Of one thread only its latest outermost hold is
 * said; what went before that is reached by reversing it first. A thread that waits
 * for itself waits in every order.
 */
static void note_holds(const struct shadow *s, const struct shadow_cell *c, const struct access *a,
                       unsigned thread, pred_vec *preds)
{
	const struct shadow_entry *last = &s->entries.at[c->head[GROUP_EXCLUSIVE]];
	uint32_t hold = a->group == GROUP_EXCLUSIVE ? c->since : c->hold;
	size_t from = preds->n;

	if (a->group != GROUP_EXCLUSIVE || !c->head[GROUP_SHARED]) {
		if (hold == NO_STEP || last->thread == thread)
			return;
		shadow_note(preds, hold, PRED_HOLD, c->depth ? NO_STEP : last->step);
		if (a->group == GROUP_EXCLUSIVE)
			note_past(s, c, thread, preds);
		return;
	}
	for (uint32_t i = c->head[GROUP_SHARED]; i; i = s->entries.at[i].next) {
		const struct shadow_entry *e = &s->entries.at[i];

		if (e->thread == thread && holds_shared(e)) {
			preds->n = from;
			return;
		}
		if (e->thread != thread && e->hold != NO_STEP)
			shadow_note(preds, e->hold, PRED_HOLD, holds_shared(e) ? NO_STEP : e->step);
	}
	note_past(s, c, thread, preds);
}

/* What an earlier access in group g is to a, which conflicts with it. */
static unsigned pred_kind(const struct access *a, unsigned g)
{
	bool blocks = a->role == ROLE_BLOCK || a->role == ROLE_PASS;

	/* Causes are ordered by what they cause, and by nothing before that. */
	if (a->tag == TAG_CONSTRAINT)
		return a->group == GROUP_EFFECT ? PRED_CONSTRAINT : 0;
	if (a->tag == TAG_CREATE || a->tag == TAG_WAKE)
		return a->group == GROUP_EFFECT ? PRED_ORDER : 0;
	if (!blocks)
		return PRED_RACE;
	switch ((enum access_tag)a->tag) {
	case TAG_LOCK:
		/* A failed try means that it was held then, so it was freed in between,
		 * except to a reader, whom other readers do not disturb. */
		return g == GROUP_OBSERVE && a->group == GROUP_SHARED ? PRED_RACE : PRED_FREE;
	case TAG_SEM:
		/* note_units says which posts were needed, and what took a unit. */
		if (g == GROUP_SHARED)
			return 0;
		return g == GROUP_EXCLUSIVE ? PRED_FREE : PRED_RACE;
	case TAG_EXIT:
		return PRED_ORDER; /* a join could not have come before the exit */
	case TAG_MEMORY: /* nobody waits for these: were it so, the two might be reversible */
	case TAG_QUEUE:
	case TAG_BARRIER:
	case TAG_CREATE:
	case TAG_WAKE:
	case TAG_CONSTRAINT:
	case TAG_TERMINATE:
		return PRED_RACE;
	}
	return PRED_RACE;
}

/*
 * Who gave the unit that a waits for, and who took one that it could have had. With
 * one unit left a step that posted once was needed, with two it was not.
 */
static void note_units(const struct shadow *s, const struct shadow_cell *c, const struct access *a,
                       unsigned thread, pred_vec *preds)
{
	const struct shadow_entry *last = &s->entries.at[c->head[GROUP_EXCLUSIVE]];

	for (uint32_t i = c->head[GROUP_SHARED]; i; i = s->entries.at[i].next) {
		const struct shadow_entry *e = &s->entries.at[i];

		if (e->thread != thread)
			shadow_note(preds, e->step, a->units <= e->hold ? PRED_FREE : PRED_RACE,
			            NO_STEP);
	}
	if (c->hold != NO_STEP && last->thread != thread)
		shadow_note(preds, c->hold, PRED_HOLD, NO_STEP);
}

void shadow_note_conflicts(const struct shadow *s, const struct shadow_cell *c,
                           const struct access *a, unsigned thread, pred_vec *preds)
{
	for (unsigned g = 0; g < GROUP_COUNT; g++) {
		unsigned kind = pred_kind(a, g);

		if (kind && c->head[g] && access_groups_conflict(g, a->group))
			shadow_note_list(s, c->head[g], thread, ANY_MASK, kind, preds);
	}
	if (c->head[HEAD_RAW])
		shadow_note_list(s, c->head[HEAD_RAW], thread, ANY_MASK, PRED_RACE, preds);
	if (a->role != ROLE_BLOCK && a->role != ROLE_PASS)
		return;
	if (a->tag == TAG_LOCK)
		note_holds(s, c, a, thread, preds);
	else if (a->tag == TAG_SEM && a->group == GROUP_EXCLUSIVE)
		note_units(s, c, a, thread, preds);
}

/* A mutex that its owner takes again, or does not give back yet: no one else can tell. */
static bool nests(struct shadow_cell *c, const struct access *a, unsigned thread)
{
	if (a->tag != TAG_LOCK || a->group != GROUP_EXCLUSIVE || c->owner != thread || !c->depth)
		return false;
	if (a->role == ROLE_BLOCK || a->role == ROLE_GRAB) {
		c->depth++;
		return true;
	}
	if (a->role == ROLE_FREE && a->units != ACCESS_FREE_ALL && c->depth > 1) {
		c->depth--;
		return true;
	}
	return false;
}

/* The thread's shared use of the lock, or NULL. */
static const struct shadow_entry *own_shared(const struct shadow *s, const struct shadow_cell *c,
                                             unsigned thread)
{
	for (uint32_t i = c->head[GROUP_SHARED]; i; i = s->entries.at[i].next)
		if (s->entries.at[i].thread == thread)
			return &s->entries.at[i];
	return NULL;
}

/* Whether the step itself had the lock, or gave a unit, before the access that takes it now. */
static bool freed_in(const struct shadow *s, const struct shadow_cell *c, uint32_t step)
{
	if (c->tag == TAG_SEM)
		return c->seen == step && !c->before;
	return c->head[GROUP_EXCLUSIVE] && s->entries.at[c->head[GROUP_EXCLUSIVE]].step == step;
}

/* Where an exclusive hold that the step takes now begins: see struct shadow_cell. */
static void begin_hold(const struct shadow *s, struct shadow_cell *c, unsigned thread,
                       uint32_t step)
{
	const struct shadow_entry *shared = own_shared(s, c, thread);

	if (!freed_in(s, c, step))
		c->hold = c->since = step;
	if (c->tag == TAG_LOCK && shared && shared->step == step && shared->hold != NO_STEP)
		c->since = shared->hold;
}

/*
 * A hold that began as a reader's, and became a writer's in one step, was for a while one among
 * several: the others' holds, which ended meanwhile. Who waits for it has to take these into
 * account. Test: tests/unit/explore/oracle.c, seed 7004685.
 */
static void remember_readers(struct shadow *s, uint32_t index, unsigned thread, uint32_t before)
{
	uint32_t past = before;

	for (uint32_t i = s->cells.at[index].head[GROUP_SHARED]; i; i = s->entries.at[i].next) {
		struct shadow_entry e = s->entries.at[i];

		if (e.thread == thread || e.hold == NO_STEP)
			continue;
		e.next = past;
		past = shadow_push(s, e);
	}
	shadow_touch(s, index)->head[HEAD_PAST] = past;
}

static void record_exclusive(struct shadow *s, uint32_t index, const struct access *a,
                             unsigned thread, uint32_t step)
{
	bool carried = freed_in(s, &s->cells.at[index], step);
	uint32_t past = s->cells.at[index].head[HEAD_PAST];
	uint32_t head = shadow_push(s, (struct shadow_entry){.step = step,
	                                                     .hold = NO_STEP,
	                                                     .thread = (uint16_t)thread,
	                                                     .mask = ANY_MASK});
	struct shadow_cell *c = shadow_touch(s, index);

	if (a->role != ROLE_FREE) {
		begin_hold(s, c, thread, step);
		c->head[HEAD_PAST] = carried ? past : 0;
		if (c->since != step && !carried)
			remember_readers(s, index, thread, past);
		c = shadow_touch(s, index);
	}
	c->head[GROUP_EXCLUSIVE] = head;
	c->head[GROUP_SHARED] = c->head[GROUP_OBSERVE] = c->head[GROUP_EFFECT] = 0;
	if (a->role == ROLE_FREE) {
		c->owner = NO_THREAD;
		c->depth = 0;
	} else {
		c->owner = (uint16_t)thread;
		c->depth = 1;
	}
}

/* A plan may keep an earlier hold of a thread without its end: seed 10011156 of the oracle. */
static void remember_hold(struct shadow *s, uint32_t index, struct shadow_entry ended)
{
	ended.next = s->cells.at[index].head[HEAD_PAST];
	uint32_t head = shadow_push(s, ended);
	shadow_touch(s, index)->head[HEAD_PAST] = head;
}

/* Shared holds of a lock: the entry knows where the outermost one began, and the depth. */
static void record_shared_hold(struct shadow *s, uint32_t index, const struct access *a,
                               unsigned thread, uint32_t step)
{
	const struct shadow_cell *c = &s->cells.at[index];
	const struct shadow_entry *own = own_shared(s, c, thread);
	struct shadow_entry e = {.step = step, .hold = NO_STEP, .thread = (uint16_t)thread};
	uint32_t head = c->head[GROUP_SHARED];
	unsigned depth = 0;

	if (own) {
		e.hold = own->hold;
		depth = own->mask == ANY_MASK ? 0 : own->mask;
	}
	if (a->role == ROLE_BLOCK || a->role == ROLE_GRAB) {
		bool kept = own && own->step == step && own->hold != NO_STEP;

		if (!depth++ && !kept) {
			if (own && own->hold != NO_STEP)
				remember_hold(s, index, *own);
			c = &s->cells.at[index];
			e.hold = freed_in(s, c, step) ? c->since : step;
		}
	} else if (a->role == ROLE_FREE && depth) {
		depth--;
	}
	e.mask = ANY_MASK;
	shadow_replace(s, &head, e);
	if (depth)
		s->entries.at[head].mask = (uint16_t)depth;
	shadow_touch(s, index)->head[GROUP_SHARED] = head;
}

/* How many more units there are than before the step. */
static void record_post(struct shadow *s, uint32_t index, const struct access *a, unsigned thread,
                        uint32_t step)
{
	unsigned before = s->cells.at[index].before, now = a->units + 1u;

	shadow_record(s, index, GROUP_SHARED, thread, step);
	s->entries.at[s->cells.at[index].head[GROUP_SHARED]].hold = now > before ? now - before : 0;
}

void shadow_access_object(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                          pred_vec *preds)
{
	uint32_t index = shadow_get_cell(s, a->tag, a->key);

	if (nests(shadow_touch(s, index), a, thread))
		a->group = GROUP_NEUTRAL;
	shadow_note_conflicts(s, &s->cells.at[index], a, thread, preds);
	if (a->tag == TAG_SEM && s->cells.at[index].seen != step) {
		s->cells.at[index].seen = step;
		s->cells.at[index].before = a->units;
	}
	if (a->group == GROUP_EXCLUSIVE)
		record_exclusive(s, index, a, thread, step);
	else if (a->tag == TAG_SEM && a->group == GROUP_SHARED)
		record_post(s, index, a, thread, step);
	else if (a->tag == TAG_LOCK && a->group == GROUP_SHARED)
		record_shared_hold(s, index, a, thread, step);
	else
		shadow_record(s, index, a->group, thread, step);
}
