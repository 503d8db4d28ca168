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
#include "runtime/arch/x86_64/syscall.h"

#include <errno.h>
#include <sys/mman.h>

#define MAPS_AT	   0x500000000000ull
#define PER_THREAD (64ull << 30)
#define PAGE	   4096ull

struct span {
	uintptr_t lo, hi;
};

static VEC(struct span) made;	     /* by this execution */
static VEC(struct span) reprotected; /* parts of the snapshot that it changed the access of */

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
	if (self->mapped + bytes > PER_THREAD)
		return NULL;
	uintptr_t at = MAPS_AT + self->id * PER_THREAD + self->mapped;
	self->mapped += bytes;
	return (void *)at;
}

static void *map(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	if (!threads_exist)
		return result((long)raw_mmap(addr, len, prot, flags, fd, off));
	if (fd >= 0 && (flags & MAP_SHARED) && (prot & PROT_WRITE))
		descriptor_note_write(fd);
	void *where = addr ? addr : place(len);
	void *p = result((long)raw_mmap(where, len, prot, flags, fd, off));
	if (p != MAP_FAILED)
		vec_push(&made, (struct span){(uintptr_t)p, page_up((uintptr_t)p + len)});
	return p;
}

INTERPOSE(void *, mmap, void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	return map(addr, len, prot, flags, fd, off);
}

INTERPOSE(void *, mmap64, void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	return map(addr, len, prot, flags, fd, off);
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
	if (threads_exist && !made_here(lo, hi))
		vec_push(&reprotected, (struct span){lo, hi});
	return result(raw_syscall3(SYS_mprotect, addr, len, prot)) == MAP_FAILED ? -1 : 0;
}

void maps_reset(void)
{
	for (size_t i = 0; i < made.n; i++)
		raw_syscall2(SYS_munmap, made.at[i].lo, made.at[i].hi - made.at[i].lo);
	for (size_t i = 0; i < reprotected.n; i++)
		raw_syscall3(SYS_mprotect, reprotected.at[i].lo,
			     reprotected.at[i].hi - reprotected.at[i].lo, PROT_READ | PROT_WRITE);
	vec_clear(&made);
	vec_clear(&reprotected);
}
