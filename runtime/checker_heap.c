/* SPDX-License-Identifier: MIT */
/*
 * The checker's own memory inside a tested program (base/mem.h): one mapping that
 * no snapshot restores, carved into power-of-two blocks with free lists. It is
 * mapped shared when executions are forked, so that what a child learns is kept.
 */
#include "runtime/checker_heap.h"
#include "runtime/rt.h"
#include "runtime/arch/x86_64/syscall.h"

#include <string.h>
#include <sys/mman.h>

#define HEAP_AT    0x100000000000ull
#define HEAP_BYTES (64ull << 30)
#define MIN_SHIFT  5
#define CLASSES    40
#define BIG_SHIFT  17 /* blocks from here on give their pages back when they are freed */
#define PAGE       4096

struct header {
	uint64_t class;
	uint64_t pad;
};

struct free_block {
	struct header header;
	struct free_block *next;
};

static uintptr_t top;
static bool is_shared;
static struct free_block *free_lists[CLASSES];

void checker_heap_init(bool shared)
{
	void *p = raw_mmap((void *)HEAP_AT, HEAP_BYTES, PROT_READ | PROT_WRITE,
	                   (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE |
	                           MAP_FIXED_NOREPLACE,
	                   -1, 0);
	if (raw_failed(p))
		env_error(0,
		          "cannot reserve address space for the checker (error %ld); "
		          "is there a limit on virtual memory (ulimit -v)?",
		          -(long)p);
	raw_syscall3(SYS_madvise, p, HEAP_BYTES, MADV_DONTDUMP);
	top = HEAP_AT;
	is_shared = shared;
}

bool checker_heap_owns(uintptr_t addr)
{
	return addr - HEAP_AT < HEAP_BYTES;
}

static unsigned class_of(size_t size)
{
	size_t total = size + sizeof(struct header);
	unsigned shift = MIN_SHIFT;
	while (((size_t)1 << shift) < total)
		shift++;
	return shift;
}

static size_t capacity(const struct header *h)
{
	return ((size_t)1 << h->class) - sizeof(*h);
}

void *mem_alloc(size_t size)
{
	unsigned class = class_of(size);
	BUG_ON(class >= CLASSES);
	struct free_block *b = free_lists[class];
	if (b) {
		free_lists[class] = b->next;
		memset(&b->header + 1, 0, size);
		return &b->header + 1;
	}
	b = (struct free_block *)top;
	top += (size_t)1 << class;
	if (top > HEAP_AT + HEAP_BYTES)
		BUG("the checker ran out of memory");
	b->header.class = class;
	return &b->header + 1;
}

void *mem_realloc(void *p, size_t size)
{
	if (!p)
		return mem_alloc(size);
	struct header *h = (struct header *)p - 1;
	if (size <= capacity(h))
		return p;
	void *q = mem_alloc(size);
	memcpy(q, p, capacity(h));
	mem_free(p);
	return q;
}

/*
 * A vector that has grown leaves behind blocks of half its size, a quarter and so on: as
 * much as it holds itself. All pages but the first, which has the header.
 */
static void give_pages_back(struct free_block *b)
{
	uintptr_t from = ((uintptr_t)b + sizeof(*b) + PAGE - 1) & -(uintptr_t)PAGE;
	uintptr_t to = ((uintptr_t)b + ((uintptr_t)1 << b->header.class)) & -(uintptr_t)PAGE;
	raw_syscall3(SYS_madvise, from, to - from, is_shared ? MADV_REMOVE : MADV_DONTNEED);
}

void mem_free(void *p)
{
	if (!p)
		return;
	struct free_block *b = (struct free_block *)((struct header *)p - 1);
	if (b->header.class >= BIG_SHIFT)
		give_pages_back(b);
	b->next = free_lists[b->header.class];
	free_lists[b->header.class] = b;
}
