/* SPDX-License-Identifier: MIT */
#include "race/cells.h"

void cells_init(struct cells *c, uint32_t most)
{
	*c = (struct cells){.most = most};
	index_init(&c->index);
	vec_push(&c->entries, (struct cell_entry){.next = 0});
	vec_push(&c->links, (struct cell_link){.next = 0});
	cells_clear(c);
}

void cells_release(struct cells *c)
{
	index_release(&c->index);
	vec_release(&c->cells);
	vec_release(&c->entries);
	vec_release(&c->links);
}

void cells_clear(struct cells *c)
{
	index_clear(&c->index);
	c->cells.n = 0;
	c->entries.n = c->links.n = 1;
	c->freed_lo = UINT64_MAX;
	c->freed_hi = 0;
}

static uint64_t hash_of(uint64_t base, uint32_t object_size)
{
	return index_mix(base >> 3 ^ (uint64_t)object_size << 40 ^ (base & 7) << 61);
}

static uint32_t find(const struct cells *c, uint64_t base, uint32_t object_size, uint64_t hash)
{
	struct index_walk w = index_walk(&c->index, hash);
	for (uint32_t i; (i = index_next(&c->index, &w)) != INDEX_NONE;)
		if (c->cells.at[i].base == base && c->cells.at[i].object_size == object_size)
			return i;
	return INDEX_NONE;
}

/* The cell's number; *fresh: it is new. */
static uint32_t cell_at(struct cells *c, uint64_t base, uint32_t object_size, bool *fresh)
{
	uint64_t hash = hash_of(base, object_size);
	uint32_t i = find(c, base, object_size, hash);
	*fresh = i == INDEX_NONE;
	if (likely(!*fresh))
		return i;
	i = (uint32_t)c->cells.n;
	index_add(&c->index, hash, i);
	vec_push(&c->cells, (struct cell){.base = base, .object_size = object_size});
	return i;
}

static uint32_t granule_at(struct cells *c, uint64_t granule)
{
	bool fresh;
	return cell_at(c, granule << 3, 0, &fresh);
}

static uint8_t mask_of(uint64_t addr, uint64_t end, uint64_t granule)
{
	uint64_t first = granule << 3;
	unsigned mask = 0xff;
	if (addr > first)
		mask &= 0xffu << (addr - first);
	if (end < first + 8)
		mask &= 0xffu >> (first + 8 - end);
	return (uint8_t)mask;
}

static bool same_access(const struct cells *c, const struct cell_entry *e,
                        const struct cell_access *a, uint8_t mask)
{
	const struct cell_access *b = &e->access;
	if (unlikely(c->last_only))
		return true;
	return b->pc == a->pc && b->lockset == a->lockset && b->kind == a->kind &&
	       b->writes == a->writes && e->mask == mask;
}

/* Of neighbouring cells one meeting is enough; the first byte is in the first one. */
static void meet(meeting_vec *met, const struct cell *cell, const struct cell_entry *e,
                 uint8_t mask)
{
	for (size_t i = 0; i < met->n; i++) {
		const struct meeting *m = &met->at[i];
		if (m->earlier.pc == e->access.pc && m->earlier.time == e->access.time &&
		    m->earlier.thread == e->access.thread && m->generation == cell->generation &&
		    m->earlier.generation == e->access.generation)
			return;
		if (i == 7)
			break; /* a range over many things: saying it twice does no harm */
	}
	vec_push(met, (struct meeting){e->access, cell->generation,
	                               cell->base + (unsigned)__builtin_ctz(e->mask & mask)});
}

/* Past the free no free is left to come between it and what follows the next allocation. */
static uint32_t kept_generation(const struct cell *cell)
{
	return cell->generation + cell->freed;
}

/* Before: the last but one of the list, 0 where there is none. */
static void add_entry(struct cells *c, struct cell *cell, const struct cell_access *a, uint8_t mask,
                      uint32_t before)
{
	if (unlikely(cell->n >= c->most)) {
		if (before)
			c->entries.at[before].next = 0;
		else
			cell->head = 0;
		cell->n--;
		c->forgotten++;
	}
	uint32_t at = (uint32_t)c->entries.n;
	vec_push(&c->entries, (struct cell_entry){.access = *a, .next = cell->head, .mask = mask});
	c->entries.at[at].access.generation = kept_generation(cell);
	cell->head = at;
	cell->n++;
}

static void touch(struct cells *c, struct cell *cell, uint8_t mask, const struct cell_access *a,
                  meeting_vec *met)
{
	uint32_t previous = 0, before_last = 0;
	for (uint32_t i = cell->head; i; i = c->entries.at[i].next) {
		struct cell_entry *e = &c->entries.at[i];
		if (e->access.thread == a->thread && same_access(c, e, a, mask)) {
			if (previous) {
				c->entries.at[previous].next = e->next;
				e->next = cell->head;
				cell->head = i;
			}
			e->access = *a;
			e->access.generation = kept_generation(cell);
			e->mask = mask;
			return;
		}
		if (e->access.thread != a->thread && (e->mask & mask) &&
		    (e->access.writes | a->writes))
			meet(met, cell, e, mask);
		before_last = previous;
		previous = i;
	}
	add_entry(c, cell, a, mask, before_last);
}

/* --- objects ------------------------------------------------------------------------------ */

#define WHOLE 0xff /* the mask of all accesses in an object's cell */

/* A write from before the object was known, in front of the others of its cell. */
static void copy_write(struct cells *c, uint32_t object, const struct cell_access *a)
{
	struct cell *cell = &c->cells.at[object];
	for (uint32_t i = cell->head; i; i = c->entries.at[i].next) {
		struct cell_entry *e = &c->entries.at[i];
		if (e->access.thread != a->thread || !same_access(c, e, a, WHOLE))
			continue;
		if (e->access.time < a->time)
			e->access = *a;
		return;
	}
	vec_push(&c->entries, (struct cell_entry){.access = *a, .next = cell->head, .mask = WHOLE});
	cell->head = (uint32_t)c->entries.n - 1;
	cell->n++;
}

static void link_object(struct cells *c, uint32_t object, uint64_t addr, uint32_t size)
{
	for (uint64_t g = addr >> 3; g <= (addr + size - 1) >> 3; g++) {
		uint32_t under = granule_at(c, g);
		uint8_t mask = mask_of(addr, addr + size, g);
		for (uint32_t i = c->cells.at[under].head; i; i = c->entries.at[i].next) {
			struct cell_entry e = c->entries.at[i];
			if (e.access.writes && (e.mask & mask))
				copy_write(c, object, &e.access);
		}
		vec_push(&c->links, (struct cell_link){object, c->cells.at[under].links, mask});
		c->cells.at[under].links = (uint32_t)c->links.n - 1;
		c->cells.at[object].generation = c->cells.at[under].generation;
		c->cells.at[object].freed = c->cells.at[under].freed;
	}
}

void cells_use(struct cells *c, uint64_t addr, uint32_t size, const struct cell_access *a,
               meeting_vec *met)
{
	bool fresh;
	uint32_t object = cell_at(c, addr, size, &fresh);
	if (unlikely(fresh))
		link_object(c, object, addr, size);
	touch(c, &c->cells.at[object], WHOLE, a, met);
}

static void write_objects(struct cells *c, const struct cell *cell, uint8_t mask,
                          const struct cell_access *a, meeting_vec *met)
{
	for (uint32_t i = cell->links; i; i = c->links.at[i].next)
		if (c->links.at[i].mask & mask)
			touch(c, &c->cells.at[c->links.at[i].object], WHOLE, a, met);
}

/* --- memory ------------------------------------------------------------------------------- */

void cells_access(struct cells *c, uint64_t addr, uint32_t size, const struct cell_access *a,
                  meeting_vec *met)
{
	uint64_t end = addr + size;
	for (uint64_t g = addr >> 3; g <= (end - 1) >> 3; g++) {
		uint8_t mask = c->whole_words ? 0xff : mask_of(addr, end, g);
		uint32_t n = granule_at(c, g);
		struct cell *cell = &c->cells.at[n];
		touch(c, cell, mask, a, met);
		if (unlikely(cell->links && a->writes))
			write_objects(c, cell, mask, a, met);
	}
}

static void set_freed(struct cells *c, struct cell *cell)
{
	cell->freed = true;
	for (uint32_t i = cell->links; i; i = c->links.at[i].next)
		c->cells.at[c->links.at[i].object].freed = true;
}

void cells_free(struct cells *c, uint64_t addr, uint32_t size)
{
	for (uint64_t g = addr >> 3; g <= (addr + size - 1) >> 3; g++) {
		uint32_t n = granule_at(c, g);
		set_freed(c, &c->cells.at[n]);
	}
	if (addr < c->freed_lo)
		c->freed_lo = addr;
	if (addr + size > c->freed_hi)
		c->freed_hi = addr + size;
}

static void renew(struct cell *cell)
{
	cell->generation += cell->freed;
	cell->freed = false;
}

void cells_alloc(struct cells *c, uint64_t addr, uint32_t size)
{
	if (likely(addr >= c->freed_hi || addr + size <= c->freed_lo))
		return;
	for (uint64_t g = addr >> 3; g <= (addr + size - 1) >> 3; g++) {
		uint32_t n = find(c, g << 3, 0, hash_of(g << 3, 0));
		if (n == INDEX_NONE)
			continue;
		renew(&c->cells.at[n]);
		for (uint32_t i = c->cells.at[n].links; i; i = c->links.at[i].next)
			renew(&c->cells.at[c->links.at[i].object]);
	}
}

void cells_renew(struct cells *c, uint64_t lo, uint64_t hi)
{
	for (size_t i = 0; i < c->cells.n; i++) {
		struct cell *cell = &c->cells.at[i];
		if (cell->base < lo || cell->base >= hi)
			continue;
		cell->freed = true;
		renew(cell);
	}
}
