/* SPDX-License-Identifier: MIT */
/*
 * What memory is called. Variables have their name from DWARF. Heap memory is called as the
 * program reaches it, `list->head->next`: an event that reads or writes a pointer shows that the
 * cell, whose name and type are known, points to that memory. Memory has one name in a story, the
 * first; what is reached by no known pointer is called after the place of its allocation.
 */
#include "report/model/story_internal.h"
#include "report/names/symbols_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LENGTH_MAX 60 /* of a pointer; a longer one names nothing else */

/* A cell that held a pointer when an event read or wrote it. */
struct pointer {
	uint64_t value;
	uint64_t cell;
	Dwarf_Die target;
	uint64_t size; /* of target; 0: not known, and so is target (void *) */
	uint32_t step;
	uint16_t thread;
	uint32_t block; /* that value points into */
};

#define POINTERS_MAX 2000 /* what comes after is called by its allocation */

struct pointers {
	VEC(struct pointer) at;
	VEC(uint32_t) blocks; /* in order of address */
	VEC(uint32_t) naming; /* blocks whose name is being looked for: a ring has no end */
};

static enum story_object_kind kind_of(enum op_kind op)
{
	switch ((enum op_object)op_info[op].object) {
	case ON_MUTEX:
		return OBJECT_MUTEX;
	case ON_RWLOCK:
		return OBJECT_RWLOCK;
	case ON_COND:
		return OBJECT_COND;
	case ON_SEM:
		return OBJECT_SEMAPHORE;
	case ON_BARRIER:
		return OBJECT_BARRIER;
	case ON_ONCE:
		return OBJECT_ONCE;
	case ON_FUTEX:
		return OBJECT_FUTEX;
	case ON_STREAM:
	case ON_DESCRIPTOR:
		return OBJECT_STREAM;
	case ON_NOTHING:
	case ON_THREAD:
	case ON_MEMORY:
		return OBJECT_VARIABLE;
	}
	return OBJECT_VARIABLE;
}

/* Blocks do not overlap: the last one that starts at or below addr is the only one to ask. */
static uint32_t block_at(const struct teller *t, uint64_t addr)
{
	const struct block_detail *blocks = t->detail->blocks.at;
	size_t low = 0, high = t->pointers->blocks.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (blocks[t->pointers->blocks.at[middle]].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return DETAIL_NONE;
	uint32_t i = t->pointers->blocks.at[low - 1];
	return addr == blocks[i].start || addr - blocks[i].start < blocks[i].size ? i : DETAIL_NONE;
}

static const struct detail *sorting; /* qsort hands nothing on */

static int by_start(const void *a, const void *b)
{
	uint64_t x = sorting->blocks.at[*(const uint32_t *)a].start;
	uint64_t y = sorting->blocks.at[*(const uint32_t *)b].start;
	return x < y ? -1 : x > y;
}

static void sort_blocks(struct teller *t)
{
	for (uint32_t i = 0; i < t->detail->blocks.n; i++)
		vec_push(&t->pointers->blocks, i);
	sorting = t->detail;
	if (t->pointers->blocks.n)
		qsort(t->pointers->blocks.at, t->pointers->blocks.n, sizeof(uint32_t), by_start);
}

/* ---- which pointer leads there ---- */

static bool is_better(const struct pointer *a, const struct pointer *b, uint16_t thread,
                      uint32_t step)
{
	if (!b)
		return true;
	bool a_before = a->step <= step, b_before = b->step <= step;
	if (a_before != b_before)
		return a_before;
	if (!a_before)
		return a->step < b->step;
	bool a_own = a->thread == thread, b_own = b->thread == thread;
	if (a_own != b_own)
		return a_own;
	return a->step > b->step;
}

/*
 * The pointer by which a thread came to an address: the last one that it has read or written,
 * else one that others have.
 */
static bool leads_to(const struct pointer *p, const struct block_detail *b, uint64_t addr,
                     uint32_t size)
{
	if (p->cell - b->start < b->size)
		return false; /* a block is not called after what is in it */
	if (!p->size)
		return p->value == addr && size == 0;
	return p->value <= addr && p->value + p->size <= b->start + b->size;
}

static const struct pointer *pointer_to(const struct teller *t, uint32_t block, uint64_t addr,
                                        uint32_t size, uint16_t thread, uint32_t step)
{
	const struct pointer *best = NULL;
	const struct block_detail *b = &t->detail->blocks.at[block];
	for (size_t i = 0; i < t->pointers->at.n; i++) {
		const struct pointer *p = &t->pointers->at.at[i];
		if (p->block == block && leads_to(p, b, addr, size) &&
		    is_better(p, best, thread, step))
			best = p;
	}
	return best;
}

static bool type_at(struct teller *t, uint64_t addr, uint32_t size, uint16_t thread, uint32_t step,
                    Dwarf_Die *type);

/* Where the bytes lie in an array of p's targets. */
static uint64_t element_of(const struct pointer *p, uint64_t addr)
{
	return (addr - p->value) / p->size;
}

/* "->next", "[3].next", "" in front of which stands a star. */
static void add_path(struct buf *out, const struct pointer *p, uint64_t addr, uint32_t size)
{
	if (!size && addr == p->value) /* the whole block */
		return;
	struct buf path = {0};
	Dwarf_Die type = p->target;
	uint64_t element = element_of(p, addr), offset = (addr - p->value) % p->size;
	type_path(&type, offset, size, &path);
	const char *rest = buf_cstr(&path);
	if (element)
		buf_printf(out, "[%" PRIu64 "]%s", element, rest);
	else if (rest[0] == '.')
		buf_printf(out, "->%s", rest + 1);
	else
		buf_text(out, rest);
	buf_release(&path);
}

static char *name_at(struct teller *t, uint64_t addr, uint32_t size, uint16_t thread,
                     uint32_t step);

static char *name_by_pointer(struct teller *t, uint32_t block, uint64_t addr, uint32_t size,
                             uint16_t thread, uint32_t step)
{
	const struct pointer *p = pointer_to(t, block, addr, size, thread, step);
	for (size_t i = 0; i < t->pointers->naming.n; i++)
		if (t->pointers->naming.at[i] == block)
			return NULL;
	if (!p)
		return NULL;
	vec_push(&t->pointers->naming, block);
	char *cell = name_at(t, p->cell, 8, p->thread, p->step);
	(void)vec_pop(&t->pointers->naming);
	if (!cell || strlen(cell) > NAME_LENGTH_MAX) {
		mem_free(cell);
		return NULL;
	}
	struct buf name = {0}, path = {0};
	add_path(&path, p, addr, size);
	buf_printf(&name, path.n ? "%s%s" : "*%s%s", cell, buf_cstr(&path));
	buf_release(&path);
	mem_free(cell);
	return buf_detach(&name);
}

/* The name of memory that has one by itself or by a pointer, to be freed; NULL: neither. */
static char *name_at(struct teller *t, uint64_t addr, uint32_t size, uint16_t thread, uint32_t step)
{
	uint32_t block = block_at(t, addr);
	if (block != DETAIL_NONE)
		return name_by_pointer(t, block, addr, size, thread, step);
	struct buf name = {0};
	struct variables *v = symbols_variables(t->symbols);
	if (v && variables_name(v, addr, size, &name))
		return buf_detach(&name);
	buf_release(&name);
	return NULL;
}

static bool type_at(struct teller *t, uint64_t addr, uint32_t size, uint16_t thread, uint32_t step,
                    Dwarf_Die *type)
{
	uint32_t block = block_at(t, addr);
	struct variables *v = symbols_variables(t->symbols);
	if (block == DETAIL_NONE)
		return v && variables_type(v, addr, size, type);
	const struct pointer *p = pointer_to(t, block, addr, size, thread, step);
	if (!p || !p->size)
		return false;
	*type = p->target;
	return type_leaf(type, (addr - p->value) % p->size, size);
}

/* ---- learning ---- */

static bool held_pointer(const struct event *e, const struct event_detail *d, uint64_t *value)
{
	if (!d || e->size != 8)
		return false;
	if (d->n_after == 8)
		memcpy(value, d->after, 8);
	else if (d->n_before == 8)
		memcpy(value, d->before, 8);
	else
		return false;
	return *value != 0;
}

/* True: something new is known, by which more may be. */
static bool learn_from(struct teller *t, const struct event *e, uint32_t step)
{
	uint64_t value;
	if (t->pointers->at.n >= POINTERS_MAX ||
	    !held_pointer(e, detail_of(t->detail, t->skipped + step - 1), &value))
		return false;
	struct pointer p = {.value = value, .cell = e->addr, .step = step, .thread = e->thread};
	p.block = block_at(t, value);
	Dwarf_Die type;
	if (p.block == DETAIL_NONE || !type_at(t, e->addr, 8, e->thread, step, &type) ||
	    !type_is_pointer(&type))
		return false;
	if (!type_pointee(&type, &p.target, &p.size))
		p.size = 0;
	for (size_t i = 0; i < t->pointers->at.n; i++)
		if (t->pointers->at.at[i].step == step)
			return false;
	vec_push(&t->pointers->at, p);
	return true;
}

/*
 * A cell on the heap has a type only once a pointer to it is known, and that may be learnt from a
 * later event: once more for each level, and a few are enough for people.
 */
void story_learn(struct teller *t)
{
	t->pointers = mem_alloc(sizeof(*t->pointers));
	sort_blocks(t);
	bool more = t->detail->blocks.n > 0;
	for (int round = 0; more && round < 4; round++) {
		more = false;
		for (size_t i = 0; i < t->n; i++)
			more |= learn_from(t, &t->events[i], (uint32_t)i + 1);
	}
}

void story_forget(struct teller *t)
{
	vec_release(&t->pointers->at);
	vec_release(&t->pointers->blocks);
	vec_release(&t->pointers->naming);
	mem_free(t->pointers);
	t->pointers = NULL;
}

/* ---- objects ---- */

static char *block_name(struct teller *t, uint32_t block, uint64_t addr)
{
	const struct block_detail *b = &t->detail->blocks.at[block];
	struct buf name = {0};
	buf_printf(&name, STORY_BLOCK_NAME "T%u", b->thread);
	struct buf place = {0};
	if (story_place_text(t->story, story_stack(t, &b->stack), &place))
		buf_printf(&name, " from %s", buf_cstr(&place));
	buf_release(&place);
	if (addr != b->start)
		buf_printf(&name, ", byte %" PRIu64, addr - b->start);
	return buf_detach(&name);
}

/* Whose stack it is; NULL: nobody's. */
static char *stack_name(const struct teller *t, uint64_t addr, enum story_object_kind *kind)
{
	for (size_t i = 0; i < t->detail->threads.n; i++) {
		const struct thread_detail *d = &t->detail->threads.at[i];
		if (addr < d->stack_lo || addr >= d->stack_hi)
			continue;
		if (*kind == OBJECT_VARIABLE)
			*kind = OBJECT_OTHER;
		return str_format("local variable of T%zu", i);
	}
	return NULL;
}

static bool is_whole(const struct event *e)
{
	unsigned action = op_info[e->kind].action;
	return action == ACTION_ALLOC || action == ACTION_FREE;
}

static uint32_t add_object(struct teller *t, const struct event *e, uint32_t step)
{
	enum story_object_kind kind = kind_of((enum op_kind)e->kind);
	uint32_t block = block_at(t, e->addr);
	bool whole = is_whole(e);
	uint32_t size = whole ? 0 : e->size;
	char *name = name_at(t, e->addr, size, e->thread, step);
	if (!name && block != DETAIL_NONE)
		name = block_name(t, block, e->addr);
	if (!name)
		name = stack_name(t, e->addr, &kind);
	if (!name)
		name = str_format("0x%" PRIx64, e->addr);
	if (kind == OBJECT_VARIABLE && block != DETAIL_NONE)
		kind = OBJECT_HEAP;
	return story_object(t->story, e->addr, kind, whole, name);
}

uint32_t story_object_of(struct teller *t, const struct event *e, const struct event_detail *d,
                         uint32_t step)
{
	(void)d;
	if (!e->addr)
		return STORY_NONE;
	bool sync = kind_of((enum op_kind)e->kind) != OBJECT_VARIABLE;
	enum object_role role = is_whole(e) ? ROLE_BLOCK : sync ? ROLE_SYNC : ROLE_MEMORY;
	uint32_t known = story_object_find(t->story, e->addr, role);
	return known != STORY_NONE ? known : add_object(t, e, step);
}

uint32_t story_object_at(struct teller *t, uint64_t addr, enum op_kind kind)
{
	struct event e = {.addr = addr, .kind = (uint8_t)kind, .thread = (uint16_t)NO_THREAD};
	uint32_t known = story_object_find(t->story, addr, ROLE_SYNC);
	return known != STORY_NONE ? known : story_object_of(t, &e, NULL, UINT32_MAX);
}

char *story_value(struct teller *t, const struct event *e, const struct event_detail *d,
                  const uint8_t *bytes, size_t n)
{
	(void)d;
	if (!n)
		return NULL;
	Dwarf_Die type;
	struct buf b = {0};
	bool typed = type_at(t, e->addr, e->size, e->thread, UINT32_MAX, &type);
	if (!typed && n != 1 && n != 2 && n != 4 && n != 8)
		return NULL; /* several values, of which nothing is known */
	type_value(typed ? &type : NULL, bytes, n, &b);
	return buf_detach(&b);
}
