/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "explore/shadow_internal.h"

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

uint32_t shadow_find_cell(const struct shadow *s, enum access_tag tag, uint64_t key)
{
	return s->slots[slot_of(s, tag, key)];
}

uint32_t shadow_get_cell(struct shadow *s, enum access_tag tag, uint64_t key)
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
			result = shadow_push(s, e);
		}
	}
	return result;
}

void shadow_replace(struct shadow *s, uint32_t *head, struct shadow_entry e)
{
	e.next = without(s, *head, e.thread, e.mask);
	*head = shadow_push(s, e);
}

void shadow_record(struct shadow *s, uint32_t index, unsigned head, unsigned thread, uint32_t step)
{
	uint32_t h = s->cells.at[index].head[head];

	shadow_replace(s, &h,
	               (struct shadow_entry){.step = step,
	                                     .hold = NO_STEP,
	                                     .thread = (uint16_t)thread,
	                                     .mask = ANY_MASK});
	shadow_touch(s, index)->head[head] = h;
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
			shadow_note_list(s, s->cells.at[object].head[g], thread, ANY_MASK,
			                 PRED_RACE, preds);
		if (step != NO_STEP)
			shadow_record(s, object, HEAD_RAW, thread, step);
	}
}

static void memory_granule(struct shadow *s, uint32_t index, const struct access *a, unsigned mask,
                           unsigned thread, uint32_t step, pred_vec *preds)
{
	struct shadow_cell c = s->cells.at[index];
	bool write = a->group == GROUP_EXCLUSIVE;
	struct shadow_entry e = {
	        .step = step, .hold = NO_STEP, .thread = (uint16_t)thread, .mask = (uint16_t)mask};

	shadow_note_list(s, c.head[GROUP_EXCLUSIVE], thread, mask, PRED_RACE, preds);
	if (write) {
		shadow_note_list(s, c.head[GROUP_SHARED], thread, mask, PRED_RACE, preds);
		if (c.head[HEAD_OBJECTS])
			write_objects(s, c.head[HEAD_OBJECTS], mask, thread, step, preds);
	}
	if (step == NO_STEP)
		return;
	if (write) {
		e.next = without(s, c.head[GROUP_EXCLUSIVE], NO_THREAD, mask);
		c.head[GROUP_EXCLUSIVE] = shadow_push(s, e);
		c.head[GROUP_SHARED] = without(s, c.head[GROUP_SHARED], NO_THREAD, mask);
	} else {
		shadow_replace(s, &c.head[GROUP_SHARED], e);
	}
	memcpy(shadow_touch(s, index)->head, c.head, sizeof(c.head));
}

/*
 * The object's first use: from now on the cells under it know it. Writes before
 * now are its raw predecessors.
 */
static void register_object(struct shadow *s, uint32_t object, const struct access *a,
                            unsigned thread, pred_vec *preds)
{
	shadow_touch(s, object)->registered = 1;
	for (uint64_t g = a->key >> 3; g <= (a->key + a->size - 1) >> 3; g++) {
		uint32_t index = shadow_get_cell(s, TAG_MEMORY, g);
		unsigned mask = mask_of(a, g);
		uint32_t raw = s->cells.at[object].head[HEAD_RAW];
		uint32_t head;

		for (uint32_t i = s->cells.at[index].head[GROUP_EXCLUSIVE]; i;
		     i = s->entries.at[i].next) {
			struct shadow_entry e = s->entries.at[i];

			if (!(e.mask & mask))
				continue;
			if (e.thread != thread)
				shadow_note(preds, e.step, PRED_RACE, NO_STEP);
			e.mask = ANY_MASK;
			shadow_replace(s, &raw, e);
		}
		shadow_touch(s, object)->head[HEAD_RAW] = raw;
		head = shadow_push(
		        s, (struct shadow_entry){.next = s->cells.at[index].head[HEAD_OBJECTS],
		                                 .step = object,
		                                 .mask = (uint16_t)mask});
		shadow_touch(s, index)->head[HEAD_OBJECTS] = head;
	}
}

static void access_memory(struct shadow *s, const struct access *a, unsigned thread, uint32_t step,
                          pred_vec *preds)
{
	if (a->units) {
		uint32_t object = step == NO_STEP ? shadow_find_cell(s, a->units, a->key)
		                                  : shadow_get_cell(s, a->units, a->key);

		if (step != NO_STEP && !s->cells.at[object].registered)
			register_object(s, object, a, thread, preds);
		return;
	}
	for (uint64_t g = a->key >> 3; g <= (a->key + a->size - 1) >> 3; g++) {
		uint32_t index = step == NO_STEP ? shadow_find_cell(s, TAG_MEMORY, g)
		                                 : shadow_get_cell(s, TAG_MEMORY, g);

		if (index)
			memory_granule(s, index, a, mask_of(a, g), thread, step, preds);
	}
}

/* --- accesses ---------------------------------------------------------------------------- */

void shadow_access(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                   pred_vec *preds)
{
	if (a->tag == TAG_MEMORY)
		access_memory(s, a, thread, step, preds);
	else
		shadow_access_object(s, a, thread, step, preds);
}

void shadow_look(struct shadow *s, const struct access *a, unsigned thread, pred_vec *preds)
{
	uint32_t index;

	if (a->tag == TAG_MEMORY) {
		access_memory(s, a, thread, NO_STEP, preds);
		return;
	}
	index = shadow_find_cell(s, a->tag, a->key);
	if (index)
		shadow_note_conflicts(s, &s->cells.at[index], a, thread, preds);
}
