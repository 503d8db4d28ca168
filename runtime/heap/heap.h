/* SPDX-License-Identifier: MIT */
/*
 * The tested program's heap, as its own files see it. Everyone else: runtime/rt.h.
 *
 * Every thread has an arena at a fixed address and allocates upwards in it, so that
 * an address depends only on what its own thread allocated before. Nothing is used
 * twice within an execution: a stale pointer never meets a new block.
 *
 *   arenas   HEAP_BASE     256 ranges of up to 64 GB; blocks 16 bytes or more apart
 *   shadow   SHADOW_BASE   one byte for 8 of the arenas: see shadow.h
 *   tables   TABLE_BASE    a struct block for each block, per arena, in order of address
 *   the rest STATE_BASE    arenas' positions, live counts, kept stacks, undo log
 *
 * All of it is reserved at the first allocation and private to the process: a
 * forked child's changes go away with the child, and nothing here is in the
 * snapshot or in the runtime's variables (heap_span and heap_arena_shift, set
 * once, aside).
 *
 * Limits. A thread can allocate 64 GB in one execution, redzones and freed blocks
 * included; less where the address space is limited (ulimit -v, strict overcommit).
 * Past that malloc gives ENOMEM and COUNT_HEAP_EXHAUSTED is counted.
 */
#ifndef RUNTIME_HEAP_HEAP_H
#define RUNTIME_HEAP_HEAP_H

#include "runtime/heap/shadow.h"
#include "runtime/rt.h"

#define TABLE_BASE  0x300000000000ull
#define STATE_BASE  0x400000000000ull
#define CHUNKS_BASE 0x400010000000ull
#define STACKS_BASE 0x400020000000ull
#define UNDO_BASE   0x400100000000ull

#define ARENA_SHIFT_MAX 36
#define ARENA_SHIFT_MIN 24
#define HEAP_PAGE       4096ul
#define MIN_ALIGN       16ul

/*
 * From this size on a block has pages, and pages of shadow, of its own: it is zeroed
 * by the kernel and given back when it is freed.
 */
#define LARGE_SIZE  (64ul << 10)
#define LARGE_ALIGN (HEAP_PAGE * 8)

enum block_state { BLOCK_LIVE = 1, BLOCK_FREED };

struct block {
	uintptr_t start;
	size_t size;          /* as asked for */
	uint32_t alloc_stack; /* stack_get() */
	uint32_t free_stack;
	uint16_t alloc_thread;
	uint16_t free_thread;
	uint8_t state;      /* enum block_state */
	uint8_t by_program; /* allocated by the program itself: may be a leak */
	uint8_t reached;    /* by the leak scan */
	uint8_t pad;
};
/* As large as the smallest block with its redzone: a table never fills before its arena. */
_Static_assert(sizeof(struct block) == 32, "tables have room for blocks of 32 bytes");

struct arena {
	uintptr_t base;
	uintptr_t end;
	uintptr_t next; /* everything from here on is untouched in this execution */
	uintptr_t high; /* pages below this may hold bytes of an earlier execution */
	uint32_t n_blocks;
	uint32_t n_large; /* since the snapshot */
	uint32_t snapshot_blocks;
	uint32_t pad;
	uintptr_t snapshot_next;
	uintptr_t retain; /* memory below this is kept when it is freed: see give_back.c */
};

struct heap_state {
	struct arena arenas[MAX_THREADS];
	unsigned n_arenas; /* arenas from here on are unused in this execution */
	bool snapshot_taken;
	size_t n_undo;
};
#define HEAP ((struct heap_state *)STATE_BASE)

extern unsigned heap_arena_shift;

static inline uintptr_t round_up(uintptr_t n, uintptr_t align)
{
	return (n + align - 1) & ~(align - 1);
}

static inline struct arena *arena_of(uintptr_t addr)
{
	return &HEAP->arenas[(addr - HEAP_BASE) >> heap_arena_shift];
}

static inline struct block *arena_blocks(const struct arena *a)
{
	return (struct block *)(TABLE_BASE + (a->base - HEAP_BASE));
}

static inline bool block_is_large(const struct block *b)
{
	return b->size >= LARGE_SIZE;
}

static inline bool block_in_snapshot(const struct arena *a, const struct block *b)
{
	return b < arena_blocks(a) + a->snapshot_blocks;
}

/* Is [addr, addr + size) inside? */
static inline bool block_holds(const struct block *b, uintptr_t addr, size_t size)
{
	return addr >= b->start && size <= b->size && addr - b->start <= b->size - size;
}

/* --- region.c: address space */

/* Drops the pages of [lo, hi): they read as zeros again. Whole pages only. */
void pages_drop(uintptr_t lo, uintptr_t hi);

/* --- arena.c: placing blocks; no events, no findings */

/* The arena of the calling thread. */
struct arena *arena_self(void);
/* A live block with redzones and shadow, contents undefined but clean if large; NULL when full. */
struct block *arena_alloc(struct arena *a, size_t size, size_t align);
/* Makes it inaccessible; its record stays. */
void arena_free(struct block *b);

/* --- find.c: from an address to a block */

/* The block that starts at addr, in any state; NULL where none does. */
struct block *block_at(uintptr_t addr);
/* The last block of the arena that starts at or below addr; NULL where none does. */
struct block *block_below(uintptr_t addr);
/* The block around addr or, outside of all, the nearest; NULL where the arena is empty. */
struct block *block_near(uintptr_t addr);

/* --- shadow.c */

/* b is the last block of its arena. */
void shadow_open(const struct block *b);
/* b may be anywhere. */
void shadow_reopen(const struct block *b);
/* Enters the part of a large block around addr. */
void shadow_open_window(const struct block *b, uintptr_t addr);
void shadow_close(const struct block *b);
/* Says yes only if each byte may be accessed; no may also mean: not entered yet. */
bool shadow_allows(uintptr_t addr, size_t size);

/* --- give_back.c: memory of freed blocks */

/* Block b is now the last one of a; the arena had been used up to old_next. */
void chunks_hold(struct arena *a, const struct block *b, uintptr_t old_next);
void chunks_release(struct arena *a, const struct block *b);
/* Everything above a->retain is unused from now on. */
void chunks_reset(struct arena *a);
void chunks_set_retain(struct arena *a);

/* --- reset.c */

/* b, which is part of the snapshot, is freed: it comes back at the reset. */
void undo_push(const struct arena *a, const struct block *b);

/* --- stacks.c: each distinct stack is kept once, for ever */

#define STACK_FRAMES 8

/* Keeps the current stack of self; 0 where there is no room for another one. */
uint32_t stack_keep(uintptr_t pc);
/* Gives the number of frames; out points to them. */
size_t stack_get(uint32_t id, const uint64_t **out);
/* Ids are below this. */
uint32_t stack_count(void);

/* --- report.c */

NORETURN void report_bad_access(uintptr_t addr, size_t size, bool write, uintptr_t pc);
/* call: the function that p was given to. b: block_at(p). */
NORETURN void report_bad_free(const char *call, uintptr_t p, const struct block *b, uintptr_t pc);

#endif
