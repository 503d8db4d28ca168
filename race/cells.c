/* SPDX-License-Identifier: MIT */
#include "race/cells.h"

void cells_init(struct cells *c, uint32_t most)
{
	*c = (struct cells){.most = most};
	index_init(&c->index);
	vec_push(&c->entries, (struct cell_entry){.next = 0});
	cells_clear(c);
}

void cells_release(struct cells *c)
{
	index_release(&c->index);
	vec_release(&c->cells);
	vec_release(&c->entries);
}

void cells_clear(struct cells *c)
{
	index_clear(&c->index);
	c->cells.n = 0;
	c->entries.n = 1;
	c->freed_lo = UINT64_MAX;
	c->freed_hi = 0;
}

static struct cell *find(const struct cells *c, uint64_t granule, uint64_t hash)
{
	struct index_walk w = index_walk(&c->index, hash);
	for (uint32_t i; (i = index_next(&c->index, &w)) != INDEX_NONE;)
		if (c->cells.at[i].granule == granule)
			return &c->cells.at[i];
	return NULL;
}

static struct cell *cell_at(struct cells *c, uint64_t granule)
{
	uint64_t hash = index_mix(granule);
	struct cell *cell = find(c, granule, hash);
	if (likely(cell != NULL))
		return cell;
	index_add(&c->index, hash, (uint32_t)c->cells.n);
	vec_push(&c->cells, (struct cell){.granule = granule});
	return vec_last(&c->cells);
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
	vec_push(met,
	         (struct meeting){e->access, cell->generation,
	                          (cell->granule << 3) + (unsigned)__builtin_ctz(e->mask & mask)});
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

void cells_access(struct cells *c, uint64_t addr, uint32_t size, const struct cell_access *a,
                  meeting_vec *met)
{
	uint64_t end = addr + size;
	for (uint64_t g = addr >> 3; g <= (end - 1) >> 3; g++) {
		uint8_t mask = c->whole_words ? 0xff : mask_of(addr, end, g);
		touch(c, cell_at(c, g), mask, a, met);
	}
}

void cells_free(struct cells *c, uint64_t addr, uint32_t size)
{
	for (uint64_t g = addr >> 3; g <= (addr + size - 1) >> 3; g++)
		cell_at(c, g)->freed = true;
	if (addr < c->freed_lo)
		c->freed_lo = addr;
	if (addr + size > c->freed_hi)
		c->freed_hi = addr + size;
}

void cells_alloc(struct cells *c, uint64_t addr, uint32_t size)
{
	if (likely(addr >= c->freed_hi || addr + size <= c->freed_lo))
		return;
	for (uint64_t g = addr >> 3; g <= (addr + size - 1) >> 3; g++) {
		struct cell *cell = find(c, g, index_mix(g));
		if (!cell || !cell->freed)
			continue;
		cell->freed = false;
		cell->generation++;
	}
}

void cells_renew(struct cells *c, uint64_t lo, uint64_t hi)
{
	for (size_t i = 0; i < c->cells.n; i++) {
		struct cell *cell = &c->cells.at[i];
		if (cell->granule < lo >> 3 || cell->granule >= hi >> 3)
			continue;
		cell->freed = false;
		cell->generation++;
	}
}
