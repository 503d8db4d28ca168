/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/shadow.h"

void shadow_init(struct shadow *s)
{
	*s = (struct shadow){.n_slots = 256};
	s->slots = mem_alloc(s->n_slots * sizeof(*s->slots));
	vec_push(&s->cells, (struct shadow_cell){0});
	vec_push(&s->entries, (struct shadow_entry){0});
}

void shadow_release(struct shadow *s)
{
	mem_free(s->slots);
	vec_release(&s->cells);
	vec_release(&s->entries);
	vec_release(&s->undo);
}

/* --- cells ------------------------------------------------------------------------------- */

static uint32_t slot_of(const struct shadow *s, enum access_tag tag, uint64_t key)
{
	uint64_t h = (key ^ ((uint64_t)tag << 56)) * 0x9e3779b97f4a7c15u;
	uint32_t i = (uint32_t)(h >> 32) & (s->n_slots - 1);

	while (s->slots[i]) {
		const struct shadow_cell *c = &s->cells.at[s->slots[i]];

		if (c->key == key && c->tag == tag)
			break;
		i = (i + 1) & (s->n_slots - 1);
	}
	return i;
}

/* Cells enter in order of their index, so the last one can be taken out again alone. */
static void grow_slots(struct shadow *s)
{
	mem_free(s->slots);
	s->n_slots *= 2;
	s->slots = mem_alloc(s->n_slots * sizeof(*s->slots));
	for (uint32_t i = 1; i < s->cells.n; i++)
		s->slots[slot_of(s, s->cells.at[i].tag, s->cells.at[i].key)] = i;
}

static uint32_t find_cell(const struct shadow *s, enum access_tag tag, uint64_t key)
{
	return s->slots[slot_of(s, tag, key)];
}

static uint32_t get_cell(struct shadow *s, enum access_tag tag, uint64_t key)
{
	uint32_t i = slot_of(s, tag, key);

	if (s->slots[i])
		return s->slots[i];
	s->slots[i] = (uint32_t)s->cells.n;
	vec_push(&s->cells, (struct shadow_cell){.key = key,
	                                         .tag = (uint8_t)tag,
	                                         .hold = NO_STEP,
	                                         .since = NO_STEP,
	                                         .seen = NO_STEP,
	                                         .owner = NO_THREAD});
	if (s->cells.n * 2 > s->n_slots)
		grow_slots(s);
	return (uint32_t)s->cells.n - 1;
}

/* Before a change: the cell's old contents go to the undo log, once for each mark. */
static struct shadow_cell *touch(struct shadow *s, uint32_t index)
{
	struct shadow_cell *c = &s->cells.at[index];

	if (c->stamp <= s->saved_from) {
		vec_push(&s->undo, (struct shadow_undo){index, *c});
		c->stamp = (uint32_t)s->undo.n;
	}
	return c;
}

struct shadow_mark shadow_mark(struct shadow *s)
{
	s->saved_from = (uint32_t)s->undo.n;
	return (struct shadow_mark){(uint32_t)s->cells.n, (uint32_t)s->entries.n,
	                            (uint32_t)s->undo.n};
}

void shadow_rollback(struct shadow *s, struct shadow_mark mark)
{
	while (s->undo.n > mark.undo) {
		const struct shadow_undo *u = &vec_pop(&s->undo);

		s->cells.at[u->index] = u->old;
	}
	while (s->cells.n > mark.cells) {
		const struct shadow_cell *c = vec_last(&s->cells);

		s->slots[slot_of(s, c->tag, c->key)] = 0;
		s->cells.n--;
	}
	s->entries.n = mark.entries;
	s->saved_from = mark.undo;
}

/* --- lists ------------------------------------------------------------------------------- */

static uint32_t push(struct shadow *s, struct shadow_entry e)
{
	vec_push(&s->entries, e);
	return (uint32_t)s->entries.n - 1;
}

/* The list without the bits of mask, only those of the thread if there is one. */
static uint32_t without(struct shadow *s, uint32_t head, unsigned thread, unsigned mask)
{
	uint32_t result = 0, rest = head;

	/* What follows the last affected entry is shared. */
	for (uint32_t i = head; i; i = s->entries.at[i].next)
		if ((thread == NO_THREAD || s->entries.at[i].thread == thread) &&
		    (s->entries.at[i].mask & mask))
			rest = s->entries.at[i].next;
	if (rest == head)
		return head;
	result = rest;
	for (uint32_t i = head; i != rest; i = s->entries.at[i].next) {
		struct shadow_entry e = s->entries.at[i];

		if (thread == NO_THREAD || e.thread == thread)
			e.mask &= (uint16_t)~mask;
		if (e.mask) {
			e.next = result;
			result = push(s, e);
		}
	}
	return result;
}

static void note(pred_vec *preds, uint32_t step, unsigned flags, uint32_t freed)
{
	vec_push(preds, (struct pred){step, flags, freed});
}

static void note_list(const struct shadow *s, uint32_t head, unsigned thread, unsigned mask,
                      unsigned flags, pred_vec *preds)
{
	for (uint32_t i = head; i; i = s->entries.at[i].next) {
		const struct shadow_entry *e = &s->entries.at[i];

		if (e->thread != thread && (e->mask & mask))
			note(preds, e->step, flags, NO_STEP);
	}
}

/* The latest access of a thread replaces its earlier one: that one is before it anyway. */
static void replace(struct shadow *s, uint32_t *head, struct shadow_entry e)
{
	e.next = without(s, *head, e.thread, e.mask);
	*head = push(s, e);
}

#define ANY_MASK 0xffffu

static void record(struct shadow *s, uint32_t index, unsigned head, unsigned thread, uint32_t step)
{
	uint32_t h = s->cells.at[index].head[head];

	replace(s, &h,
	        (struct shadow_entry){.step = step,
	                              .hold = NO_STEP,
	                              .thread = (uint16_t)thread,
	                              .mask = ANY_MASK});
	touch(s, index)->head[head] = h;
}

/* --- memory ------------------------------------------------------------------------------ */

static unsigned mask_of(const struct access *a, uint64_t granule)
{
	uint64_t first = granule << 3, end = a->key + a->size;
	unsigned mask = 0xff;

	if (a->key > first)
		mask &= 0xffu << (a->key - first);
	if (end < first + 8)
		mask &= 0xffu >> (first + 8 - end);
	return mask;
}

/* A write over (part of) a synchronization object is ordered with all its users. */
static void write_objects(struct shadow *s, uint32_t head, unsigned mask, unsigned thread,
                          uint32_t step, pred_vec *preds)
{
	for (uint32_t i = head; i; i = s->entries.at[i].next) {
		uint32_t object = s->entries.at[i].step;

		if (!(s->entries.at[i].mask & mask))
			continue;
		for (unsigned g = 0; g < GROUP_COUNT; g++)
			note_list(s, s->cells.at[object].head[g], thread, ANY_MASK, PRED_RACE,
			          preds);
		if (step != NO_STEP)
			record(s, object, HEAD_RAW, thread, step);
	}
}

static void memory_granule(struct shadow *s, uint32_t index, const struct access *a, unsigned mask,
                           unsigned thread, uint32_t step, pred_vec *preds)
{
	struct shadow_cell c = s->cells.at[index];
	bool write = a->group == GROUP_EXCLUSIVE;
	struct shadow_entry e = {
	        .step = step, .hold = NO_STEP, .thread = (uint16_t)thread, .mask = (uint16_t)mask};

	note_list(s, c.head[GROUP_EXCLUSIVE], thread, mask, PRED_RACE, preds);
	if (write) {
		note_list(s, c.head[GROUP_SHARED], thread, mask, PRED_RACE, preds);
		if (c.head[HEAD_OBJECTS])
			write_objects(s, c.head[HEAD_OBJECTS], mask, thread, step, preds);
	}
	if (step == NO_STEP)
		return;
	if (write) {
		e.next = without(s, c.head[GROUP_EXCLUSIVE], NO_THREAD, mask);
		c.head[GROUP_EXCLUSIVE] = push(s, e);
		c.head[GROUP_SHARED] = without(s, c.head[GROUP_SHARED], NO_THREAD, mask);
	} else {
		replace(s, &c.head[GROUP_SHARED], e);
	}
	memcpy(touch(s, index)->head, c.head, sizeof(c.head));
}

/*
 * The object's first use: from now on the cells under it know it. Writes before
 * now are its raw predecessors.
 */
static void register_object(struct shadow *s, uint32_t object, const struct access *a,
                            unsigned thread, pred_vec *preds)
{
	touch(s, object)->registered = 1;
	for (uint64_t g = a->key >> 3; g <= (a->key + a->size - 1) >> 3; g++) {
		uint32_t index = get_cell(s, TAG_MEMORY, g);
		unsigned mask = mask_of(a, g);
		uint32_t raw = s->cells.at[object].head[HEAD_RAW];
		uint32_t head;

		for (uint32_t i = s->cells.at[index].head[GROUP_EXCLUSIVE]; i;
		     i = s->entries.at[i].next) {
			struct shadow_entry e = s->entries.at[i];

			if (!(e.mask & mask))
				continue;
			if (e.thread != thread)
				note(preds, e.step, PRED_RACE, NO_STEP);
			e.mask = ANY_MASK;
			replace(s, &raw, e);
		}
		touch(s, object)->head[HEAD_RAW] = raw;
		head = push(s, (struct shadow_entry){.next = s->cells.at[index].head[HEAD_OBJECTS],
		                                     .step = object,
		                                     .mask = (uint16_t)mask});
		touch(s, index)->head[HEAD_OBJECTS] = head;
	}
}

static void access_memory(struct shadow *s, const struct access *a, unsigned thread, uint32_t step,
                          pred_vec *preds)
{
	if (a->units) {
		uint32_t object = step == NO_STEP ? find_cell(s, a->units, a->key)
		                                  : get_cell(s, a->units, a->key);

		if (step != NO_STEP && !s->cells.at[object].registered)
			register_object(s, object, a, thread, preds);
		return;
	}
	for (uint64_t g = a->key >> 3; g <= (a->key + a->size - 1) >> 3; g++) {
		uint32_t index =
		        step == NO_STEP ? find_cell(s, TAG_MEMORY, g) : get_cell(s, TAG_MEMORY, g);

		if (index)
			memory_granule(s, index, a, mask_of(a, g), thread, step, preds);
	}
}

/* --- synchronization objects ------------------------------------------------------------- */

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
			note(preds, e->hold, PRED_PAST, e->step);
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
		note(preds, hold, PRED_HOLD, c->depth ? NO_STEP : last->step);
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
			note(preds, e->hold, PRED_HOLD, holds_shared(e) ? NO_STEP : e->step);
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
	switch (a->tag) {
	case TAG_LOCK:
		/* A failed try means that it was held then, so it was freed in between,
		 * except to a reader, whom other readers do not disturb. */
		return g == GROUP_OBSERVE && a->group == GROUP_SHARED ? PRED_RACE : PRED_FREE;
	case TAG_SEM:
		/* note_units says which posts were needed, and what took a unit. */
		if (g == GROUP_SHARED)
			return 0;
		return g == GROUP_EXCLUSIVE ? PRED_FREE : PRED_RACE;
	default:
		return PRED_ORDER;
	}
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
			note(preds, e->step, a->units <= e->hold ? PRED_FREE : PRED_RACE, NO_STEP);
	}
	if (c->hold != NO_STEP && last->thread != thread)
		note(preds, c->hold, PRED_HOLD, NO_STEP);
}

static void note_conflicts(const struct shadow *s, const struct shadow_cell *c,
                           const struct access *a, unsigned thread, pred_vec *preds)
{
	for (unsigned g = 0; g < GROUP_COUNT; g++) {
		unsigned kind = pred_kind(a, g);

		if (kind && c->head[g] && access_groups_conflict(g, a->group))
			note_list(s, c->head[g], thread, ANY_MASK, kind, preds);
	}
	if (c->head[HEAD_RAW])
		note_list(s, c->head[HEAD_RAW], thread, ANY_MASK, PRED_RACE, preds);
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
		past = push(s, e);
	}
	touch(s, index)->head[HEAD_PAST] = past;
}

static void record_exclusive(struct shadow *s, uint32_t index, const struct access *a,
                             unsigned thread, uint32_t step)
{
	bool carried = freed_in(s, &s->cells.at[index], step);
	uint32_t past = s->cells.at[index].head[HEAD_PAST];
	uint32_t head = push(s, (struct shadow_entry){.step = step,
	                                              .hold = NO_STEP,
	                                              .thread = (uint16_t)thread,
	                                              .mask = ANY_MASK});
	struct shadow_cell *c = touch(s, index);

	if (a->role != ROLE_FREE) {
		begin_hold(s, c, thread, step);
		c->head[HEAD_PAST] = carried ? past : 0;
		if (c->since != step && !carried)
			remember_readers(s, index, thread, past);
		c = touch(s, index);
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
	uint32_t head = push(s, ended);
	touch(s, index)->head[HEAD_PAST] = head;
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
	replace(s, &head, e);
	if (depth)
		s->entries.at[head].mask = (uint16_t)depth;
	touch(s, index)->head[GROUP_SHARED] = head;
}

/* How many more units there are than before the step. */
static void record_post(struct shadow *s, uint32_t index, const struct access *a, unsigned thread,
                        uint32_t step)
{
	unsigned before = s->cells.at[index].before, now = a->units + 1u;

	record(s, index, GROUP_SHARED, thread, step);
	s->entries.at[s->cells.at[index].head[GROUP_SHARED]].hold = now > before ? now - before : 0;
}

static void access_object(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                          pred_vec *preds)
{
	uint32_t index = get_cell(s, a->tag, a->key);

	if (nests(touch(s, index), a, thread))
		a->group = GROUP_NEUTRAL;
	note_conflicts(s, &s->cells.at[index], a, thread, preds);
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
		record(s, index, a->group, thread, step);
}

void shadow_access(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                   pred_vec *preds)
{
	if (a->tag == TAG_MEMORY)
		access_memory(s, a, thread, step, preds);
	else
		access_object(s, a, thread, step, preds);
}

void shadow_look(struct shadow *s, const struct access *a, unsigned thread, pred_vec *preds)
{
	uint32_t index;

	if (a->tag == TAG_MEMORY) {
		access_memory(s, a, thread, NO_STEP, preds);
		return;
	}
	index = find_cell(s, a->tag, a->key);
	if (index)
		note_conflicts(s, &s->cells.at[index], a, thread, preds);
}
