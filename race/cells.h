/* SPDX-License-Identifier: MIT */
/*
 * Who touched which byte: for each aligned 8 bytes the accesses so far in this execution, so that
 * an access meets the earlier ones that it conflicts with.
 *
 * Of accesses by the same thread, at the same place, of the same kind, to the same bytes and under
 * the same locks only the latest is kept. That loses no pair of places: whatever comes later
 * and is not ordered after the earliest is not ordered after the latest either.
 *
 * The list of a cell has the latest access first. An access that is there already is moved to the
 * front, and only those in front of it are met: with the ones behind it has been compared when it
 * was last made, and since then it can only have become ordered after more of them. So an access
 * costs as much as there were accesses by others since it was last made, and at most as much as
 * there are different ones; never the length of the execution. Past a limit the oldest is
 * forgotten, and counted.
 *
 * A use of a synchronization object reads all of its bytes. It is recorded once, in a cell of the
 * object's own, to which the cells under the object are linked: writes to them are recorded there
 * too.
 *
 * Generations: memory that is allocated after it was freed in the same execution is new. A pair is
 * recycled (QUICKSAND §5.2) if a free and then an allocation of the memory come between the
 * two, the earlier one being perhaps that free: if met.earlier.generation < met.generation.
 */
#ifndef RACE_CELLS_H
#define RACE_CELLS_H

#include "base/index.h"
#include "base/vec.h"

struct cell_access {
	uint64_t pc;
	uint32_t time; /* of its thread */
	uint32_t lockset;
	uint32_t generation; /* how often its memory had been recycled; one more past a free */
	uint16_t thread;
	uint8_t kind;
	uint8_t writes;
};

struct cell_entry {
	struct cell_access access;
	uint32_t next; /* 0 ends the list */
	uint8_t mask;  /* of the bytes */
};

/* 8 aligned bytes, or the whole of an object. */
struct cell {
	uint64_t base;
	uint32_t object_size; /* 0: not an object */
	uint32_t head;
	uint32_t n;
	uint32_t generation;
	uint32_t links; /* the objects that lie here; 0: none */
	bool freed;
};

struct cell_link {
	uint32_t object; /* its cell */
	uint32_t next;   /* 0 ends the list */
	uint8_t mask;    /* of the bytes here that belong to it */
};

/* An earlier access of another thread, one of the two a write. */
struct meeting {
	struct cell_access earlier;
	uint32_t generation; /* of the memory now */
	uint64_t addr;       /* the first byte of both */
};
typedef VEC(struct meeting) meeting_vec;

struct cells {
	struct index index;
	VEC(struct cell) cells;
	VEC(struct cell_entry) entries; /* at[0] is unused */
	VEC(struct cell_link) links;    /* likewise */
	uint64_t freed_lo, freed_hi;    /* all freed memory lies in between */
	uint32_t most;                  /* entries in a cell */
	uint64_t forgotten;
	bool last_only, whole_words; /* mistakes for tests, see enum race_mutation */
};

void cells_init(struct cells *c, uint32_t most);
void cells_release(struct cells *c);
/* Nothing has been touched. */
void cells_clear(struct cells *c);

/*
 * Records an access to [addr, addr + size) and appends what it meets; equal meetings of
 * neighbouring cells are said once. a.generation is filled in here.
 */
void cells_access(struct cells *c, uint64_t addr, uint32_t size, const struct cell_access *a,
                  meeting_vec *met);
/* The same for a use of the synchronization object at [addr, addr + size): it only reads. */
void cells_use(struct cells *c, uint64_t addr, uint32_t size, const struct cell_access *a,
               meeting_vec *met);
/* [addr, addr + size) is freed; its write has been recorded. */
void cells_free(struct cells *c, uint64_t addr, uint32_t size);
void cells_alloc(struct cells *c, uint64_t addr, uint32_t size);
/* [lo, hi) is recycled as a whole, freed before or not. Takes as long as there are cells. */
void cells_renew(struct cells *c, uint64_t lo, uint64_t hi);

#endif
