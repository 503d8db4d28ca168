/* SPDX-License-Identifier: MIT */
/*
 * Shadow cells: for each object that was touched, the latest steps that touched
 * it, so that the predecessors of an access are found when it happens, in time
 * that does not depend on the length of the execution.
 *
 * Memory has one cell for each aligned 8 bytes, with byte masks. A synchronization
 * object has one cell, and is registered with the memory cells under it, so that a
 * write to its bytes meets its users (and costs them nothing).
 *
 * Everything can be rolled back to a mark: a search that goes back to a node
 * rolls the shadow back too, instead of computing it again while the prefix is
 * replayed. Lists are never changed in place, so a cell is restored by copying it.
 */
#ifndef EXPLORE_SHADOW_H
#define EXPLORE_SHADOW_H

#include "explore/access.h"

#define NO_STEP 0xffffffffu

/* What an earlier step is to the step that is being taken. */
enum pred_flag {
	PRED_ORDER = 1 << 0, /* made the step possible: goes before in every order */
	PRED_RACE = 1 << 1,  /* goes before, and could have gone after */
	PRED_FREE = 1 << 2,  /* freed the object that the step blocks on, or saw it taken */
	PRED_HOLD = 1 << 3,  /* took the object that the step blocks on: the step could have
	                        got it first. freed says when it was given back */
	PRED_PAST = 1 << 5,  /* as PRED_HOLD, but the same thread held it again since: to be taken
	                        into account, not to be reversed (inspect §4.4) */
	PRED_CONSTRAINT = 1 << 4, /* as PRED_ORDER, but by a constraint (constraint.h) */
	PRED_BEFORE = PRED_ORDER | PRED_CONSTRAINT,
};

struct pred {
	uint32_t step;
	uint32_t flags;
	uint32_t freed; /* PRED_HOLD of a lock: the step that freed it, or NO_STEP */
};
typedef VEC(struct pred) pred_vec;

struct shadow_entry {
	uint32_t next; /* index, 0 ends the list */
	uint32_t step;
	uint32_t hold; /* locks, shared: the step that took it first; posts: what the step added */
	uint16_t thread;
	uint16_t mask; /* memory: bytes; locks, shared: how often it is held */
};

enum {
	HEAD_RAW = GROUP_COUNT,
	HEAD_PAST, /* locks: shared holds that ended, but a thread's latest; or those of others
	              while the exclusive hold was a shared one */
	HEAD_COUNT
};
enum { HEAD_OBJECTS = GROUP_OBSERVE }; /* memory cells: the objects that lie here */

struct shadow_cell {
	uint64_t key;
	uint32_t stamp; /* length of the undo log when the cell was last saved */
	uint32_t head[HEAD_COUNT];
	/*
	 * Locks: the step that took it exclusively last; semaphores: a unit. A step that
	 * gave it back and took it again has not let anyone in between: the hold then goes
	 * back to the step that took it from the state in which the waiter could have had
	 * it. hold: where that is a reader; since: a writer, whom readers keep out too.
	 */
	uint32_t hold, since;
	uint32_t seen;  /* semaphores: the step that used it last */
	uint8_t before; /* semaphores: its value before that step, at most 255 */
	uint16_t owner;
	uint16_t depth;
	uint8_t tag;
	uint8_t registered;
};

struct shadow_undo {
	uint32_t index;
	struct shadow_cell old;
};

struct shadow_mark {
	uint32_t cells, entries, undo;
};

struct shadow {
	VEC(struct shadow_cell) cells;    /* at[0] is unused */
	VEC(struct shadow_entry) entries; /* at[0] is unused */
	VEC(struct shadow_undo) undo;
	uint32_t *slots; /* open addressing; index of a cell or 0 */
	uint32_t n_slots;
	uint32_t saved_from; /* cells saved at or after this need not be saved again */
};

void shadow_init(struct shadow *s);
void shadow_release(struct shadow *s);
/* Back to the state at the mark; marks are given back in the opposite order. */
struct shadow_mark shadow_mark(struct shadow *s);
void shadow_rollback(struct shadow *s, struct shadow_mark mark);

/*
 * The predecessors of access a by the thread in the step are appended to preds
 * (one step may come up several times; steps of the same thread do not). An access
 * that only nests in a hold of the same thread becomes GROUP_NEUTRAL.
 */
void shadow_access(struct shadow *s, struct access *a, unsigned thread, uint32_t step,
                   pred_vec *preds);
/* The same for a step that is not taken: nothing is recorded. */
void shadow_look(struct shadow *s, const struct access *a, unsigned thread, pred_vec *preds);

#endif
