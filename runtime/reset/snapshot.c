/* SPDX-License-Identifier: MIT */
#include "runtime/reset/snapshot.h"
#include "runtime/checker_heap.h"
#include "runtime/control.h"
#include "runtime/fiber/slot.h"
#include "runtime/reset/image.h"
#include "runtime/reset/maps.h"
#include "runtime/reset/quiet.h"
#include "runtime/arch/x86_64/syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

#define PAGE     4096ull
#define COW_MIN  (64ull << 10) /* from this size on a region is mapped, not copied */
#define RED_ZONE 128

struct region {
	struct piece piece;
	bool mapped; /* copy-on-write, from the file at this offset: the piece has no copy */
	uint64_t offset;
	int page; /* the number of the one that holds it, where it may become quiet */
};

static VEC(struct region) regions;
static VEC(struct region) restored; /* those that are not quiet */

struct range {
	uintptr_t lo, hi;
};
typedef VEC(struct range) range_vec;
static range_vec excluded;
static VEC(
        struct mapping) kept; /* all of the program's, writable or not; none with fork isolation */
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
	for (uintptr_t at = lo; at < hi; at += PAGE) {
		if (all_zero((void *)at, PAGE))
			continue;
		long k = raw_syscall4(SYS_pwrite64, cow_fd, at, PAGE, offset + (at - lo));
		if (k != (long)PAGE)
			env_error(0, "cannot keep a snapshot of %lu MB (error %ld)",
			          (hi - lo) >> 20, -k);
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
		cow_fd = fds_own((int)fd);
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
	vec_push(&regions, (struct region){{lo, hi, NULL}, true, offset, QUIET_NEVER});
}

static void add_image(uintptr_t lo, uintptr_t hi, int in_page)
{
	image im = {0};
	image_add(&im, lo, hi);
	for (size_t i = 0; i < im.n; i++)
		vec_push(&regions, (struct region){im.at[i], false, 0, in_page});
	vec_release(&im);
}

/* What may become quiet, page by page. */
static void add_copied_region(uintptr_t lo, uintptr_t hi)
{
	uintptr_t from = lo;
	for (uintptr_t at = lo; at + PAGE <= hi; at += PAGE) {
		int in_page = at % PAGE ? QUIET_NEVER : quiet_number(at);
		if (in_page == QUIET_NEVER)
			continue;
		add_image(from, at, QUIET_NEVER);
		add_image(at, at + PAGE, in_page);
		from = at + PAGE;
	}
	add_image(from, hi, QUIET_NEVER);
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

static void visit_not_excluded(uintptr_t lo, uintptr_t hi, size_t from,
                               void (*visit)(uintptr_t lo, uintptr_t hi))
{
	for (size_t i = from; i < excluded.n && lo < hi; i++) {
		struct range x = excluded.at[i];
		if (x.hi <= lo || x.lo >= hi)
			continue;
		if (x.lo > lo)
			visit_not_excluded(lo, x.lo, i + 1, visit);
		lo = x.hi;
	}
	if (lo < hi)
		visit(lo, hi);
}

void snapshot_visit_programs(uintptr_t lo, uintptr_t hi, void (*visit)(uintptr_t lo, uintptr_t hi))
{
	visit_not_excluded(lo, hi, 0, visit);
}

bool snapshot_is_checkers(uintptr_t addr)
{
	return checker_heap_owns(addr) || slots_own(addr) || heap_owns(addr);
}

/* Asks the kernel, which does not crash. */
static bool readable(uintptr_t addr)
{
	char byte;
	struct iovec to = {&byte, 1}, from = {(void *)addr, 1};
	long pid = raw_syscall0(SYS_getpid);
	return raw_syscall6(SYS_process_vm_readv, pid, (long)&to, 1, (long)&from, 1, 0) == 1;
}

/*
 * A file may be mapped twice, or read: what was written to it has to be undone in the
 * file. Memory that only processes share is made private.
 */
static void add_shared_mapping(const struct mapping *m)
{
	for (size_t i = 0; i < excluded.n; i++)
		if (excluded.at[i].lo < m->hi && m->lo < excluded.at[i].hi)
			return;
	if (m->anonymous) {
		add_cow_region(m->lo, m->hi);
		return;
	}
	/* What lies behind the end of the file cannot be read, and has nothing to undo. */
	uintptr_t end = m->lo;
	while (end < m->hi && readable(end))
		end += PAGE;
	add_copied_region(m->lo, end);
}

static void collect(const struct mapping *m, void *arg)
{
	range_vec *out = arg;
	if (m->special || snapshot_is_checkers(m->lo))
		return;
	if (!(wire_config.flags & WIRE_FORK))
		vec_push(&kept, *m);
	if (!m->writable)
		return;
	if (m->shared) {
		add_shared_mapping(m);
		return;
	}
	if (wire_config.flags & WIRE_FORK)
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
	if (!(wire_config.flags & WIRE_FORK))
		heap_snapshot_blocks(collect_blocks, &found);
	for (size_t i = 0; i < found.n; i++)
		snapshot_visit_programs(found.at[i].lo, found.at[i].hi, add_region);
	vec_release(&found);
}

static void note_changes(void)
{
	for (size_t i = 0; i < regions.n; i++)
		if (regions.at[i].page != QUIET_NEVER && !piece_is_as_it_was(&regions.at[i].piece))
			quiet_note_change(regions.at[i].page);
}

static void choose_restored(void)
{
	vec_clear(&restored);
	for (size_t i = 0; i < regions.n; i++)
		if (!quiet_is(regions.at[i].page))
			vec_push(&restored, regions.at[i]);
}

static void restore_regions(void)
{
	for (size_t i = 0; i < restored.n; i++) {
		const struct region *r = &restored.at[i];
		if (r->mapped)
			raw_syscall3(SYS_madvise, r->piece.lo, r->piece.hi - r->piece.lo,
			             MADV_DONTNEED);
		else
			piece_restore(&r->piece);
	}
}

void snapshot_restore(void)
{
	static size_t n_regions;
	bool due = quiet_due();
	if (unlikely(due))
		note_changes();
	if (unlikely(quiet_changed() || n_regions != regions.n))
		choose_restored();
	n_regions = regions.n;
	restore_regions();
	if (unlikely(due))
		quiet_begin();
}

/* ------------------------------------------- changes of the memory map itself */

/* The part of [lo, hi) that lies in m, empty where none does. */
static struct range part_in(const struct mapping *m, uintptr_t lo, uintptr_t hi)
{
	return (struct range){lo > m->lo ? lo : m->lo, hi < m->hi ? hi : m->hi};
}

uintptr_t snapshot_kept_bytes(uintptr_t lo, uintptr_t hi)
{
	uintptr_t n = 0;
	for (size_t i = 0; i < kept.n; i++) {
		struct range r = part_in(&kept.at[i], lo, hi);
		n += r.lo < r.hi ? r.hi - r.lo : 0;
	}
	return n;
}

bool snapshot_is_private_memory(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = 0; i < kept.n; i++) {
		struct range r = part_in(&kept.at[i], lo, hi);
		if (r.lo < r.hi && (!kept.at[i].anonymous || kept.at[i].shared))
			return false;
	}
	return true;
}

/* Adds what no region from the given one on holds. */
static void add_missing(uintptr_t lo, uintptr_t hi, size_t from)
{
	for (size_t i = from; i < regions.n && lo < hi; i++) {
		struct piece r = regions.at[i].piece;
		if (r.hi <= lo || r.lo >= hi)
			continue;
		if (r.lo > lo)
			add_missing(lo, r.lo, i + 1);
		lo = r.hi;
	}
	if (lo < hi)
		add_cow_region(lo, hi);
}

void snapshot_adopt(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = 0; i < kept.n; i++) {
		struct range r = part_in(&kept.at[i], lo, hi);
		if (r.lo >= r.hi || kept.at[i].writable)
			continue;
		raw_syscall3(SYS_mprotect, r.lo, r.hi - r.lo, PROT_READ);
		add_missing(r.lo, r.hi, 0);
	}
}

static void map_fixed(uintptr_t lo, uintptr_t hi, int fd, uint64_t offset)
{
	int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE | (fd < 0 ? MAP_ANONYMOUS : 0);
	void *p = raw_mmap((void *)lo, hi - lo, PROT_READ | PROT_WRITE, flags, fd, (long)offset);
	if (raw_failed(p))
		env_error(0, "cannot map memory of the snapshot again (error %ld)", -(long)p);
}

void snapshot_map_again(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = 0; i < kept.n; i++) {
		struct range r = part_in(&kept.at[i], lo, hi);
		if (r.lo < r.hi)
			map_fixed(r.lo, r.hi, -1, 0);
	}
	for (size_t i = 0; i < regions.n; i++) {
		const struct region *g = &regions.at[i];
		const struct piece *p = &g->piece;
		uintptr_t from = lo > p->lo ? lo : p->lo, to = hi < p->hi ? hi : p->hi;
		if (g->mapped && from < to)
			map_fixed(from, to, cow_fd, g->offset + (from - p->lo));
	}
}

void snapshot_protect_again(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = 0; i < kept.n; i++) {
		struct range r = part_in(&kept.at[i], lo, hi);
		if (r.lo < r.hi)
			raw_syscall3(SYS_mprotect, r.lo, r.hi - r.lo, kept.at[i].prot);
	}
}

/* What lies in m and in no mapping of the snapshot; kept is in order of address. */
static void unmap_stray(const struct mapping *m, void *any)
{
	if (m->special || m->is_stack || snapshot_is_checkers(m->lo))
		return;
	uintptr_t lo = m->lo;
	for (size_t i = 0; i < kept.n && lo < m->hi; i++) {
		if (kept.at[i].hi <= lo)
			continue;
		if (kept.at[i].lo > lo) {
			uintptr_t hi = kept.at[i].lo < m->hi ? kept.at[i].lo : m->hi;
			raw_syscall2(SYS_munmap, lo, hi - lo);
			*(bool *)any = true;
		}
		lo = kept.at[i].hi;
	}
	if (lo >= m->hi)
		return;
	raw_syscall2(SYS_munmap, lo, m->hi - lo);
	*(bool *)any = true;
}

bool snapshot_unmap_strays(void)
{
	bool any = false;
	maps_visit(unmap_stray, &any);
	return any;
}

/* --------------------------------------------------------------------- queries */

uint64_t snapshot_bytes(void)
{
	uint64_t n = 0;
	for (size_t i = 0; i < regions.n; i++)
		if (!regions.at[i].mapped)
			n += regions.at[i].piece.hi - regions.at[i].piece.lo;
	return n;
}

struct root_visit {
	void (*visit)(uintptr_t lo, uintptr_t hi, void *arg);
	void *arg;
};

static uintptr_t stack_pointer(const struct thread *t)
{
	return t == self ? (uintptr_t)__builtin_frame_address(0) : native(t)->sp;
}

static void visit_mapping(const struct mapping *m, void *arg)
{
	const struct root_visit *v = arg;
	bool variable = m->writable || quiet_at(m->lo);
	if (!variable || m->special || snapshot_is_checkers(m->lo))
		return;
	uintptr_t sp = stack_pointer(thread_by_id(0));
	v->visit(m->is_stack && sp > m->lo ? sp & ~(uintptr_t)7 : m->lo, m->hi, v->arg);
}

void memory_roots(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg)
{
	struct root_visit v = {visit, arg};
	maps_visit(visit_mapping, &v);
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t->status == THREAD_EXITED)
			continue;
		if (native(t)->slot)
			visit(stack_pointer(t) & ~(uintptr_t)7, native(t)->slot->stack_hi, arg);
		visit((uintptr_t)native(t)->specific,
		      (uintptr_t)(native(t)->specific + specific_used()), arg);
	}
}
