/* SPDX-License-Identifier: MIT */
/*
 * The __tsan_ entry points that gcc and clang call for plain accesses and function
 * entry and exit. All are stamped from one inline function; before threads exist it
 * is a heap check and nothing else.
 */
#include "runtime/abi/abi.h"
#include "runtime/dead_stack.h"
#include "runtime/signals.h"

static inline void access(const volatile void *addr, uint32_t size, enum op_kind kind, uintptr_t pc)
{
	if (unlikely(code_hides) && threads_exist && code_hides_access(pc)) {
		give_way(pc);
		heap_check_small((uintptr_t)addr, size, kind == OP_WRITE, pc);
		stack_check(addr, size, kind == OP_WRITE, pc);
		hidden_access(kind, addr, size, 0);
		return;
	}
	if (threads_exist && hidden_by_place(addr, size)) {
		give_way(pc);
		self->hidden_run++;
		hidden_access(kind, addr, size, 0);
		return;
	}
	/* The check comes after the scheduling point: another thread may free the block there. */
	if (likely(threads_exist))
		op_begin(kind, addr, size, 0, pc);
	heap_check_small((uintptr_t)addr, size, kind == OP_WRITE, pc);
	stack_check(addr, size, kind == OP_WRITE, pc);
	if (likely(threads_exist))
		op_end(0);
}

void access_range(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc)
{
	if (!size)
		return;
	if (unlikely(code_hides) && threads_exist && code_hides_access(pc)) {
		memory_check(addr, size, kind == OP_WRITE, pc);
		hidden_access(kind, addr, size, 0);
		return;
	}
	if (threads_exist && hidden_by_place(addr, size)) {
		give_way(pc);
		self->hidden_run++;
		hidden_access(kind, addr, size, 0);
		return;
	}
	if (threads_exist) {
		self->part_of_call = 1;
		op_begin(kind, addr, size < UINT32_MAX ? (uint32_t)size : UINT32_MAX, 0, pc);
		self->part_of_call = 0;
	}
	memory_check(addr, size, kind == OP_WRITE, pc);
	if (threads_exist)
		op_end(0);
}

#define ACCESS(name, size, kind)                                                                   \
	ABI void __tsan_##name(void *addr);                                                        \
	HOT void __tsan_##name(void *addr)                                                         \
	{                                                                                          \
		access(addr, size, kind, CALLER_PC);                                               \
	}                                                                                          \
	ABI void __tsan_##name##_pc(void *addr, void *pc);                                         \
	void __tsan_##name##_pc(void *addr, void *pc)                                              \
	{                                                                                          \
		access(addr, size, kind, (uintptr_t)pc);                                           \
	}

#define ACCESSES(size)                                                                             \
	ACCESS(read##size, size, OP_READ)                                                          \
	ACCESS(write##size, size, OP_WRITE)                                                        \
	ACCESS(unaligned_read##size, size, OP_READ)                                                \
	ACCESS(unaligned_write##size, size, OP_WRITE)                                              \
	ACCESS(volatile_read##size, size, OP_READ)                                                 \
	ACCESS(volatile_write##size, size, OP_WRITE)                                               \
	ACCESS(unaligned_volatile_read##size, size, OP_READ)                                       \
	ACCESS(unaligned_volatile_write##size, size, OP_WRITE)                                     \
	ABI void __tsan_read_write##size(void *addr);                                              \
	HOT void __tsan_read_write##size(void *addr)                                               \
	{                                                                                          \
		access(addr, size, OP_READ, CALLER_PC);                                            \
		access(addr, size, OP_WRITE, CALLER_PC);                                           \
	}                                                                                          \
	ABI void __tsan_unaligned_read_write##size(void *addr);                                    \
	void __tsan_unaligned_read_write##size(void *addr)                                         \
	{                                                                                          \
		access(addr, size, OP_READ, CALLER_PC);                                            \
		access(addr, size, OP_WRITE, CALLER_PC);                                           \
	}

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

ABI void __tsan_read_range(void *addr, size_t size);
void __tsan_read_range(void *addr, size_t size)
{
	access_range(addr, size, OP_READ, CALLER_PC);
}

ABI void __tsan_write_range(void *addr, size_t size);
void __tsan_write_range(void *addr, size_t size)
{
	access_range(addr, size, OP_WRITE, CALLER_PC);
}

/* A constructor stores the same vptr again and again: no write if nothing changes. */
ABI void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_update(void **vptr, void *value)
{
	heap_check_small((uintptr_t)vptr, sizeof(*vptr), true, CALLER_PC);
	stack_check(vptr, sizeof(*vptr), true, CALLER_PC);
	if (*vptr != value)
		access(vptr, sizeof(*vptr), OP_WRITE, CALLER_PC);
}

ABI void __tsan_vptr_read(void **vptr);
void __tsan_vptr_read(void **vptr)
{
	access(vptr, sizeof(*vptr), OP_READ, CALLER_PC);
}

/*
 * The shadow call stack. Frames that longjmp or an exception skipped are found by
 * their stack pointer: a live caller's frame lies above ours.
 */
ABI void __tsan_func_entry(void *pc);
HOT void __tsan_func_entry(void *pc)
{
	struct thread *t = self;
	uintptr_t sp = (uintptr_t)__builtin_dwarf_cfa();
	while (t->depth && t->depth <= SHADOW_STACK_MAX && t->frames[t->depth - 1].sp <= sp)
		t->depth--;
	if (unlikely(t->depth < native(t)->shallowest))
		native(t)->shallowest = t->depth;
	if (likely(t->depth < SHADOW_STACK_MAX))
		t->frames[t->depth] = (struct frame){(uintptr_t)pc, sp, 0};
	t->depth++;
	if (unlikely(sp < native(t)->stack_low))
		stack_is_low(sp, CALLER_PC);
}

ABI void __tsan_func_exit(void);
HOT void __tsan_func_exit(void)
{
	struct thread *t = self;
	if (likely(t->depth))
		t->depth--;
	if (t->depth < native(t)->shallowest)
		native(t)->shallowest = t->depth;
}

ABI void __tsan_init(void);
void __tsan_init(void)
{
}

/* Newer compilers mark code that a race detector should not look at: we look all the same. */
ABI void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_begin(void)
{
}

ABI void __tsan_ignore_thread_end(void);
void __tsan_ignore_thread_end(void)
{
}
