/* SPDX-License-Identifier: MIT */
/* Shared by the files that make up the shadow: cells, undo log and lists (shadow.c). */
#ifndef EXPLORE_SHADOW_INTERNAL_H
#define EXPLORE_SHADOW_INTERNAL_H

#include "explore/shadow.h"

#define ANY_MASK 0xffffu

/* The cell's index, or 0; the second makes one. */
uint32_t shadow_find_cell(const struct shadow *s, enum access_tag tag, uint64_t key);
uint32_t shadow_get_cell(struct shadow *s, enum access_tag tag, uint64_t key);

/* The latest access of a thread replaces its earlier one: that one is before it anyway. */
void shadow_replace(struct shadow *s, uint32_t *head, struct shadow_entry e);
/* The same at a head of the cell, for a step without more to say. */
void shadow_record(struct shadow *s, uint32_t index, unsigned head, unsigned thread, uint32_t step);

/*
 * explore/shadow_objects.c: predecessors of an access to a synchronization object, by the rules of
 * its kind; then the access is recorded.
 */
void shadow_access_object(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                          pred_vec *preds);
/* The predecessors alone. */
void shadow_note_conflicts(const struct shadow *s, const struct shadow_cell *c,
                           const struct access *a, unsigned thread, pred_vec *preds);

/* Before a change: the cell's old contents go to the undo log, once for each mark. */
static inline struct shadow_cell *shadow_touch(struct shadow *s, uint32_t index)
{
	struct shadow_cell *c = &s->cells.at[index];

	if (c->stamp <= s->saved_from) {
		vec_push(&s->undo, (struct shadow_undo){index, *c});
		c->stamp = (uint32_t)s->undo.n;
	}
	return c;
}

static inline uint32_t shadow_push(struct shadow *s, struct shadow_entry e)
{
	vec_push(&s->entries, e);
	return (uint32_t)s->entries.n - 1;
}

static inline void shadow_note(pred_vec *preds, uint32_t step, unsigned flags, uint32_t freed)
{
	vec_push(preds, (struct pred){step, flags, freed});
}

static inline void shadow_note_list(const struct shadow *s, uint32_t head, unsigned thread,
                                    unsigned mask, unsigned flags, pred_vec *preds)
{
	for (uint32_t i = head; i; i = s->entries.at[i].next) {
		const struct shadow_entry *e = &s->entries.at[i];

		if (e->thread != thread && (e->mask & mask))
			shadow_note(preds, e->step, flags, NO_STEP);
	}
}

#endif
