/* SPDX-License-Identifier: MIT */
/*
 * The runtime that lives inside a tested program: what its parts offer one another.
 *
 * One OS thread runs everything. The program's threads are fibers with TLS and
 * stacks of their own; a switch happens only inside op_begin(). Between op_begin()
 * and op_end() nothing else runs, so no part of the runtime needs a lock. Decisions, records and
 * loops are the engine's business (engine/engine.h): the runtime is its native machine.
 *
 * State. A variable of the runtime lives for ever (section scree_state: no restore
 * touches it) unless it is marked EXEC_STATE: then it is part of the snapshot and
 * is as new at the start of every execution, like the program's own memory.
 *
 * libc. The runtime never calls a function that it interposes (the build fails if
 * it does): use real.NAME (runtime/real.def) for the original. memcpy, memset,
 * memmove, memcmp and strlen are raw copies of our own. A name that programs call is
 * defined with INTERPOSE, which exports it.
 */
#ifndef RUNTIME_RT_H
#define RUNTIME_RT_H

#include "base/bug.h"
#include "base/format.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "engine/findings.h"
#include "runtime/arch/x86_64/entry.h"

/* What is declared below is in the same object: no detour through the GOT. */
#pragma GCC visibility push(hidden)

#define EXEC_STATE __attribute__((section("scree_exec")))

/* Exports scree_i_NAME as NAME; weak, so that a program may define the function itself. */
#define INTERPOSE(ret, name, ...)                                                                  \
	__attribute__((visibility("default"), weak)) ret scree_i_##name(__VA_ARGS__);              \
	__attribute__((visibility("default"), weak)) ret scree_i_##name(__VA_ARGS__)

/*
 * The pc of the call into an interposed function or __tsan_ entry point; to be used in
 * that function itself.
 */
#define CALLER_PC ((uintptr_t)__builtin_return_address(0))

/* ------------------------------------------------------------------ threads */

#define STACK_ROOM   (64u << 10) /* of a thread's stack, for our own calls */
#define TOUCHED_MAX  8
#define SPECIFIC_MAX 1024 /* PTHREAD_KEYS_MAX */

/* Bytes of a stack that others use, and perhaps some between. */
struct touched {
	uintptr_t lo, hi;
};

struct tls_dtor;
struct cleanup;

/* A thread of the native machine. */
struct native_thread {
	struct thread base;
	/* The program's last call of ours: the entry stubs (arch/x86_64/entry.S) write it, and
	 * program_sp. */
	struct call_registers registers;
	uint32_t call_ops; /* operations since that call */
	uintptr_t sp;      /* while it does not run */
	uintptr_t fs_base;
	uint8_t detached;
	uint8_t joined;
	uint8_t ended;       /* can be joined; the main thread may still have to end the process */
	uint8_t over;        /* nothing of the program is left to run in it (dead_stack.h) */
	uint16_t in_runtime; /* > 0: accesses are our own, no events */
	uint32_t
	        shallowest; /* least depth of the shadow stack since local_state.c kept the state */
	uintptr_t touched_lo; /* the lowest byte of its stack that others use (dead_stack.h) */
	uint32_t n_touched;
	struct touched touched[TOUCHED_MAX];
	uint64_t clock_ns; /* virtual time this thread has seen */
	uint64_t clock_calls;
	uint64_t mapped;     /* bytes of address space that its mmap calls have used */
	uintptr_t stack_lo;  /* where its stack ends */
	uintptr_t stack_low; /* a function that begins below has no room to call us */
	struct slot *slot;   /* stack and TLS; NULL for the main thread */
	void **specific;     /* pthread_setspecific */
	void *start_arg;
	void *result;
	struct tls_dtor *tls_dtors;
	struct cleanup *cleanups;
};

_Static_assert(offsetof(struct native_thread, registers) == THREAD_REGISTERS, "as entry.S has it");
_Static_assert(offsetof(struct native_thread, base.program_sp) == THREAD_PROGRAM_SP,
               "as entry.S has it");
_Static_assert(offsetof(struct native_thread, call_ops) == THREAD_CALL_OPS, "as entry.S has it");

/* All threads of the engine are native ones here. */
static inline struct native_thread *native(const struct thread *t)
{
	return (struct native_thread *)(uintptr_t)t;
}

/* A new thread with the next id, not yet scheduled; NULL where there are too many. */
struct thread *thread_add(void);
/* By its pthread_t; NULL where no thread of this execution has it. */
struct thread *thread_by_handle(uintptr_t handle);
uintptr_t thread_handle(const struct thread *t);
/* Keys below this have been used in this execution. */
unsigned specific_used(void);
/* The id that gettid() shows: the process's for the main thread, the next ones for others. */
long thread_virtual_tid(void);
/* Time seen by another thread is seen by self from now on: create, join, locks. */
void clock_join(uint64_t ns);
/* The current stack of t, innermost first: pc, then the shadow stack. Returns how many. */
size_t thread_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max);
/*
 * The same as it was when the recursion began that t is in: innermost the first call that leads
 * round. It does not depend on how deep the recursion is by now. 0: there is no recursion.
 */
size_t thread_recursion(const struct thread *t, uint64_t *out, size_t max);
void threads_init(void);
/* At the snapshot, and back to it: before memory is restored. main_sp: the saved context. */
void threads_snapshot(void);
void threads_reset(uintptr_t main_sp);

/* --------------------------------------------------------------- operations */

/*
 * engine_arrive() for a call of the program. Before the first thread exists it returns at once
 * where the operation is possible; where it is not, that is a deadlock.
 */
void op_begin(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
              uintptr_t pc);
/* It has happened: records the event. flags: enum event_flag. */
static inline void op_end(unsigned flags)
{
	engine_event(flags);
}
/* op_begin and op_end in one, for what has no outcome. */
void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc);
/* Each family defines the function for its blocking kinds and lists it in runtime/blocking.c. */
extern const can_run_fn can_run[OP_COUNT];

/* ------------------------------------------------------------------- memory */

/*
 * An access by the program, or by libc on its behalf: checks heap bounds, then
 * announces and records it. kind: OP_READ or OP_WRITE. size may be 0.
 */
void access_range(const volatile void *addr, size_t size, enum op_kind kind, uintptr_t pc);
/* Only the checks: raises use-after-free, buffer-overflow or use-after-return. */
void memory_check(const volatile void *addr, size_t size, bool write, uintptr_t pc);
/* Only that of the heap. */
void heap_check(const volatile void *addr, size_t size, bool write, uintptr_t pc);

/*
 * The tested program's heap (runtime/heap/). Freeing is an operation and may switch
 * threads, unless libc calls or pc is 0: a block that the runtime has for itself.
 */
void *heap_alloc(size_t size, size_t align, bool zero, uintptr_t pc);
void heap_free(void *p, uintptr_t pc);
void *heap_realloc(void *p, size_t size, uintptr_t pc);
size_t heap_usable_size(void *p, uintptr_t pc);
void heap_init(void);
/* Later blocks of this thread lie as if blocks of so many bytes had been allocated here. */
void heap_skip(size_t bytes);
/* The snapshot is being taken: what is allocated now stays allocated in every execution. */
void heap_snapshot(void);
/* Where the calling thread's next block will lie, or above. */
uintptr_t heap_position(void);
/* Back to the snapshot. The contents of its blocks are restored by reset/, not here. */
void heap_reset(void);
/* Bytes [lo, hi) that hold blocks of the snapshot: reset/ restores them. */
void heap_snapshot_range(uintptr_t *lo, uintptr_t *hi);
/* The same, as the ranges that hold live bytes, in order: what was freed needs no restoring. */
void heap_snapshot_blocks(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg);
/* All live blocks of this execution. */
void heap_live_blocks(void (*visit)(uintptr_t lo, uintptr_t hi));
/*
 * Where the program keeps pointers, for the search for leaks: writable data of all
 * modules, used stacks, TLS, thread-specific values. Defined by reset/.
 */
void memory_roots(void (*visit)(uintptr_t lo, uintptr_t hi, void *arg), void *arg);
/* Raises a leak finding where blocks are left that nothing points to. */
void heap_report_leaks(void);
/* Adds "allocated by T1 at", "freed by" notes for the block around addr, if there is one. */
void heap_describe(struct finding *f, uintptr_t addr);
/* The block that holds addr, live or freed, and where it was allocated. */
bool heap_block_around(uintptr_t addr, struct heap_block *out);
/* Does the range belong to the heap, its shadow or its tables (for the memory map)? */
bool heap_owns(uintptr_t addr);

/* ----------------------------------------------------------------- the end */

/* A call that we cannot model. */
NORETURN void unsupported(const char *call, uintptr_t pc);
/* Ends the execution: the program came to its end with this status. */
NORETURN void execution_exit(int status, uintptr_t pc);

/* -------------------------------------------------------------------- libc */

#include <sys/types.h>
#include <stdarg.h>

struct real_functions {
#define REAL(ret, name, params) ret(*name) params;
#include "runtime/real.def"
#undef REAL
};
extern struct real_functions real;
void real_init(void);

#pragma GCC visibility pop

#endif
