/* SPDX-License-Identifier: MIT */
/*
 * operator new and delete of C++17, by their mangled names: the runtime is C and
 * works in programs without libstdc++. A program's own replacements win, as the
 * symbols are weak.
 *
 * std::set_new_handler has no effect: memory runs out only when the address space
 * that we reserved is used up, and no handler can change that.
 */
#include "runtime/rt.h"

#define DEFAULT_ALIGN 16

/* libstdc++'s own throw; absent where the program is not C++. */
extern NORETURN void _ZSt17__throw_bad_allocv(void) __attribute__((weak));

/* The exception passes through frames of ours: the runtime is built with unwind tables. */
static void *new_or_throw(size_t size, size_t align, uintptr_t pc)
{
	void *p = heap_alloc(size, align, false, pc);
	if (p)
		return p;
	if (!_ZSt17__throw_bad_allocv)
		env_error(pc,
		          "operator new: no memory for %lu bytes, and no libstdc++ to throw "
		          "std::bad_alloc",
		          (unsigned long)size);
	_ZSt17__throw_bad_allocv();
}

#define NEW(name)                                                                                  \
	INTERPOSE(void *, name, size_t size)                                                       \
	{                                                                                          \
		return new_or_throw(size, DEFAULT_ALIGN, CALLER_PC);                               \
	}
#define NEW_NOTHROW(name)                                                                          \
	INTERPOSE(void *, name, size_t size, const void *nothrow)                                  \
	{                                                                                          \
		(void)nothrow;                                                                     \
		return heap_alloc(size, DEFAULT_ALIGN, false, CALLER_PC);                          \
	}
#define NEW_ALIGNED(name)                                                                          \
	INTERPOSE(void *, name, size_t size, size_t align)                                         \
	{                                                                                          \
		return new_or_throw(size, align, CALLER_PC);                                       \
	}
#define NEW_ALIGNED_NOTHROW(name)                                                                  \
	INTERPOSE(void *, name, size_t size, size_t align, const void *nothrow)                    \
	{                                                                                          \
		(void)nothrow;                                                                     \
		return heap_alloc(size, align, false, CALLER_PC);                                  \
	}
/*
 * What else a delete is told (size, alignment, nothrow) is in the block's record
 * already; the calling convention lets a callee ignore arguments.
 */
#define DELETE(name)                                                                               \
	INTERPOSE(void, name, void *p)                                                             \
	{                                                                                          \
		heap_free(p, CALLER_PC);                                                           \
	}

NEW(_Znwm)
NEW(_Znam)
NEW_NOTHROW(_ZnwmRKSt9nothrow_t)
NEW_NOTHROW(_ZnamRKSt9nothrow_t)
NEW_ALIGNED(_ZnwmSt11align_val_t)
NEW_ALIGNED(_ZnamSt11align_val_t)
NEW_ALIGNED_NOTHROW(_ZnwmSt11align_val_tRKSt9nothrow_t)
NEW_ALIGNED_NOTHROW(_ZnamSt11align_val_tRKSt9nothrow_t)

DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm)
DELETE(_ZdaPvm)
DELETE(_ZdlPvRKSt9nothrow_t)
DELETE(_ZdaPvRKSt9nothrow_t)
DELETE(_ZdlPvSt11align_val_t)
DELETE(_ZdaPvSt11align_val_t)
DELETE(_ZdlPvmSt11align_val_t)
DELETE(_ZdaPvmSt11align_val_t)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t)
