/* SPDX-License-Identifier: MIT */
/*
 * Mappings that a program makes. Those made before the snapshot are part of it;
 * those made by an execution are taken away at its end.
 *
 * Where the program leaves the address open, it comes from a range of the calling
 * thread's own: it then does not depend on what other threads map meanwhile.
 */
#include "runtime/intercept/mmap.h"
#include "runtime/intercept/libc.h"
#include "runtime/reset/quiet.h"
#include "runtime/reset/snapshot.h"
#include "runtime/arch/x86_64/syscall.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAPS_AT    0x500000000000ull
#define PER_THREAD (64ull << 30)
#define PAGE       4096ull
/*
 * libc maps files by itself (locales, character sets) and forgets them at the reset. Looked for
 * after so many executions; less and less often where there are none.
 */
#define STRAYS_FIRST 256
#define STRAYS_MOST  4096

struct span {
	uintptr_t lo, hi;
};

static VEC(struct span) made;        /* by this execution */
static VEC(struct span) replaced;    /* parts of the snapshot that it mapped something else over */
static VEC(struct span) reprotected; /* parts of the snapshot that it changed the access of */
static uintptr_t snapshot_break;

static uintptr_t page_up(uintptr_t n)
{
	return (n + PAGE - 1) & ~(PAGE - 1);
}

static void *result(long value)
{
	if (!raw_failed((void *)value))
		return (void *)value;
	errno = (int)-value;
	return MAP_FAILED;
}

static void *place(size_t len)
{
	size_t bytes = page_up(len) + PAGE; /* a gap, so that an overrun is seen */
	if (native(self)->mapped + bytes > PER_THREAD)
		return NULL;
	uintptr_t at = MAPS_AT + self->id * PER_THREAD + native(self)->mapped;
	native(self)->mapped += bytes;
	return (void *)at;
}

/*
 * In place of mappings of the snapshot, which come back at the reset. Where a part of
 * the range was free at the snapshot that is not possible.
 */
static void *map_over(uintptr_t lo, uintptr_t hi, int prot, int flags, int fd, off_t off,
                      uintptr_t pc)
{
	if (snapshot_kept_bytes(lo, hi) != hi - lo)
		unsupported("mmap over a part of what was mapped before the first thread", pc);
	snapshot_adopt(lo, hi);
	quiet_end(lo, hi);
	void *p = result((long)raw_mmap((void *)lo, hi - lo, prot, flags, fd, off));
	vec_push(&replaced, (struct span){lo, hi});
	return p;
}

static void *map(void *addr, size_t len, int prot, int flags, int fd, off_t off, uintptr_t pc)
{
	if (!threads_exist)
		return result((long)raw_mmap(addr, len, prot, flags, fd, off));
	if (fd >= 0 && (flags & MAP_SHARED) && (prot & PROT_WRITE))
		descriptor_note_write(fd);
	uintptr_t lo = (uintptr_t)addr, hi = page_up(lo + len);
	if (flags & MAP_FIXED && lo % PAGE == 0 && snapshot_kept_bytes(lo, hi))
		return map_over(lo, hi, prot, flags, fd, off, pc);
	void *where = addr ? addr : place(len);
	void *p = result((long)raw_mmap(where, len, prot, flags, fd, off));
	if (p != MAP_FAILED)
		vec_push(&made, (struct span){(uintptr_t)p, page_up((uintptr_t)p + len)});
	return p;
}

INTERPOSE(void *, mmap, void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	return map(addr, len, prot, flags, fd, off, CALLER_PC);
}

INTERPOSE(void *, mmap64, void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	return map(addr, len, prot, flags, fd, off, CALLER_PC);
}

static bool made_here(uintptr_t lo, uintptr_t hi)
{
	for (size_t i = 0; i < made.n; i++)
		if (lo >= made.at[i].lo && hi <= made.at[i].hi)
			return true;
	return false;
}

/*
 * Memory of the snapshot is only made inaccessible: the next execution needs it again.
 * The record of what the execution mapped stays: to unmap what is gone does no harm.
 */
INTERPOSE(int, munmap, void *addr, size_t len)
{
	uintptr_t lo = (uintptr_t)addr, hi = page_up(lo + len);
	access_range(addr, len, OP_WRITE, CALLER_PC);
	if (threads_exist && len && !(lo % PAGE) && !made_here(lo, hi)) {
		quiet_end(lo, hi);
		vec_push(&reprotected, (struct span){lo, hi});
		return result(raw_syscall3(SYS_mprotect, lo, hi - lo, PROT_NONE)) == MAP_FAILED ? -1
		                                                                                : 0;
	}
	return result(raw_syscall2(SYS_munmap, addr, len)) == MAP_FAILED ? -1 : 0;
}

INTERPOSE(void *, mremap, void *addr, size_t old_len, size_t new_len, int flags, ...)
{
	if (threads_exist || flags & MREMAP_FIXED)
		unsupported("mremap", CALLER_PC);
	return result(raw_syscall4(SYS_mremap, addr, old_len, new_len, flags));
}

INTERPOSE(int, mprotect, void *addr, size_t len, int prot)
{
	uintptr_t lo = (uintptr_t)addr, hi = page_up(lo + len);
	if (threads_exist && !made_here(lo, hi)) {
		if (prot & PROT_WRITE && lo % PAGE == 0)
			snapshot_adopt(lo, hi);
		quiet_end(lo, hi);
		vec_push(&reprotected, (struct span){lo, hi});
	}
	return result(raw_syscall3(SYS_mprotect, addr, len, prot)) == MAP_FAILED ? -1 : 0;
}

/*
 * Memory of the snapshot is dropped for good: it reads as zeros, not as it was at the
 * snapshot. Heap blocks are cleared, as their pages are not ours to replace.
 */
static int drop_kept(uintptr_t lo, uintptr_t hi, uintptr_t pc)
{
	if (heap_owns(lo)) {
		memset((void *)lo, 0, hi - lo);
		return 0;
	}
	if (!snapshot_is_private_memory(lo, hi))
		unsupported("madvise(MADV_DONTNEED) on a file mapped before the first thread", pc);
	void *p = map_over(lo, hi, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0, pc);
	return p == MAP_FAILED ? -1 : 0;
}

INTERPOSE(int, madvise, void *addr, size_t len, int advice)
{
	uintptr_t pc = CALLER_PC, lo = (uintptr_t)addr, hi = page_up(lo + len);
	if (advice == MADV_DONTFORK || advice == MADV_WIPEONFORK)
		return 0; /* it cannot fork, but we do */
	if (threads_exist && len && lo % PAGE == 0 && advice == MADV_DONTNEED) {
		access_range(addr, len, OP_WRITE, pc);
		if (heap_owns(lo) || snapshot_kept_bytes(lo, hi))
			return drop_kept(lo, hi, pc);
	}
	return result(raw_syscall3(SYS_madvise, addr, len, advice)) == MAP_FAILED ? -1 : 0;
}

void maps_snapshot(void)
{
	snapshot_break = (uintptr_t)sbrk(0);
}

/* Heap and stacks of threads are not among the kept mappings; all of theirs can be written. */
static void protect_again(uintptr_t lo, uintptr_t hi)
{
	if (snapshot_kept_bytes(lo, hi))
		snapshot_protect_again(lo, hi);
	else
		raw_syscall3(SYS_mprotect, lo, hi - lo, PROT_READ | PROT_WRITE);
}

static void unmap_strays(void)
{
	static uint32_t since, interval = STRAYS_FIRST;
	if (++since < interval)
		return;
	since = 0;
	if (snapshot_unmap_strays())
		interval = STRAYS_FIRST;
	else if (interval < STRAYS_MOST)
		interval *= 2;
}

static void undo_changes(void)
{
	for (size_t i = 0; i < made.n; i++)
		raw_syscall2(SYS_munmap, made.at[i].lo, made.at[i].hi - made.at[i].lo);
	for (size_t i = 0; i < replaced.n; i++) {
		snapshot_map_again(replaced.at[i].lo, replaced.at[i].hi);
		snapshot_protect_again(replaced.at[i].lo, replaced.at[i].hi);
	}
	for (size_t i = 0; i < reprotected.n; i++)
		protect_again(reprotected.at[i].lo, reprotected.at[i].hi);
	if ((uintptr_t)sbrk(0) > snapshot_break)
		raw_syscall1(SYS_brk, snapshot_break);
	unmap_strays();
}

bool maps_changed(void)
{
	return made.n || replaced.n || reprotected.n;
}

void maps_reset(bool forked)
{
	if (!forked)
		undo_changes();
	vec_clear(&made);
	vec_clear(&replaced);
	vec_clear(&reprotected);
}
