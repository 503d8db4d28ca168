/* SPDX-License-Identifier: MIT */
#include "runtime/reset/snapshot.h"
#include "runtime/checker_heap.h"
#include "runtime/control.h"
#include "runtime/fiber/slot.h"
#include "runtime/reset/maps.h"
#include "runtime/arch/x86_64/syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE	 4096ull
#define COW_MIN	 (64ull << 10) /* from this size on a region is mapped, not copied */
#define RED_ZONE 128

struct region {
	uintptr_t lo, hi;
	uint8_t *copy; /* NULL: mapped copy-on-write */
};

static VEC(struct region) regions;

struct range {
	uintptr_t lo, hi;
};
typedef VEC(struct range) range_vec;
static range_vec excluded;
static uintptr_t main_stack_from;
static int cow_fd = -1;
static uint64_t cow_bytes;

extern char __start_scree_state[], __stop_scree_state[];

void snapshot_exclude(uintptr_t lo, uintptr_t hi)
{
	vec_push(&excluded, (struct range){lo, hi});
}

/* Writes all pages that are not zero; the others stay holes of the file. */
static void fill_cow_file(uintptr_t lo, uintptr_t hi, uint64_t offset)
{
	static const uint8_t zeros[PAGE];
	for (uintptr_t at = lo; at < hi; at += PAGE) {
		if (memcmp((void *)at, zeros, PAGE) == 0)
			continue;
		long k = raw_syscall4(SYS_pwrite64, cow_fd, at, PAGE, offset + (at - lo));
		if (k != (long)PAGE)
			env_error(0, "cannot keep a snapshot of %lu MB (error %ld)", (hi - lo) >> 20,
				  -k);
	}
}

/*
 * Replaces a page-aligned range by a private mapping of a file in memory with the
 * same content. To drop what was written since is then one madvise, at a cost that
 * grows with the pages written only, also by the kernel (read into a buffer).
 */
static void add_cow_region(uintptr_t lo, uintptr_t hi)
{
	if (cow_fd < 0) {
		long fd = raw_syscall2(SYS_memfd_create, "scree-snapshot", 1 /* close on exec */);
		if (fd < 0)
			env_error(0, "memfd_create failed (error %ld)", -fd);
		cow_fd = (int)raw_syscall3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OWN_FD_BASE);
		raw_syscall1(SYS_close, fd);
	}
	uint64_t offset = cow_bytes;
	cow_bytes += hi - lo;
	raw_syscall2(SYS_ftruncate, cow_fd, cow_bytes);
	fill_cow_file(lo, hi, offset);
	void *p = raw_mmap((void *)lo, hi - lo, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, cow_fd, (long)offset);
	if (raw_failed(p))
		env_error(0, "cannot map a snapshot of %lu MB (error %ld)", (hi - lo) >> 20,
			  -(long)p);
	vec_push(&regions, (struct region){lo, hi, NULL});
}

static void add_copied_region(uintptr_t lo, uintptr_t hi)
{
	if (lo >= hi)
		return;
	vec_push(&regions, (struct region){lo, hi, mem_alloc(hi - lo)});
	memcpy(vec_last(&regions)->copy, (void *)lo, hi - lo);
}

static void add_region(uintptr_t lo, uintptr_t hi)
{
	uintptr_t first = (lo + PAGE - 1) & ~(PAGE - 1), last = hi & ~(PAGE - 1);
	if (first >= last || last - first < COW_MIN) {
		add_copied_region(lo, hi);
		return;
	}
	add_copied_region(lo, first);
	add_cow_region(first, last);
	add_copied_region(last, hi);
}

/* Adds [lo, hi) without the parts that are the checker's. */
static void add_without_excluded(uintptr_t lo, uintptr_t hi, size_t from)
{
	for (size_t i = from; i < excluded.n && lo < hi; i++) {
		struct range x = excluded.at[i];
		if (x.hi <= lo || x.lo >= hi)
			continue;
		if (x.lo > lo)
			add_without_excluded(lo, x.lo, i + 1);
		lo = x.hi;
	}
	if (lo < hi)
		add_region(lo, hi);
}

static bool is_checkers(uintptr_t addr)
{
	return checker_heap_owns(addr) || slots_own(addr) || heap_owns(addr);
}

static void collect(const struct mapping *m, void *arg)
{
	range_vec *out = arg;
	if (!m->writable || m->special || is_checkers(m->lo))
		return;
	struct range r = {m->lo, m->hi};
	if (m->is_stack && main_stack_from > r.lo)
		r.lo = main_stack_from;
	vec_push(out, r);
}

static void collect_blocks(uintptr_t lo, uintptr_t hi, void *arg)
{
	range_vec *out = arg;
	vec_push(out, (struct range){lo, hi});
}

void snapshot_take(uintptr_t main_sp)
{
	main_stack_from = main_sp - RED_ZONE;
	snapshot_exclude((uintptr_t)__start_scree_state, (uintptr_t)__stop_scree_state);
	range_vec found = {0};
	maps_visit(collect, &found);
	heap_snapshot_blocks(collect_blocks, &found);
	for (size_t i = 0; i < found.n; i++)
		add_without_excluded(found.at[i].lo, found.at[i].hi, 0);
	vec_release(&found);
}

void snapshot_restore(void)
{
	for (size_t i = 0; i < regions.n; i++) {
		const struct region *r = &regions.at[i];
		if (r->copy)
			memcpy((void *)r->lo, r->copy, r->hi - r->lo);
		else
			raw_syscall3(SYS_madvise, r->lo, r->hi - r->lo, MADV_DONTNEED);
	}
}

uint64_t snapshot_bytes(void)
{
	uint64_t n = 0;
	for (size_t i = 0; i < regions.n; i++)
		if (regions.at[i].copy)
			n += regions.at[i].hi - regions.at[i].lo;
	return n;
}

struct root_visit {
	void (*visit)(uintptr_t lo, uintptr_t hi, void *arg);
	void *arg;
};

static void visit_root(const struct mapping *m, void *arg)
{
	const struct root_visit *v = arg;
	if (!m->writable || m->special || checker_heap_owns(m->lo) || heap_owns(m->lo))
		return;
	v->visit(m->lo, m->hi, v->arg);
}

void memory_roots(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg)
{
	struct root_visit v = {visit, arg};
	maps_visit(visit_root, &v);
}
