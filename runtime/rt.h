/* SPDX-License-Identifier: MIT */
/*
 * The runtime that lives inside a tested program: what its parts offer one another.
 *
 * One OS thread runs everything. The program's threads are fibers with TLS and
 * stacks of their own; a switch happens only inside op_begin(). Between op_begin()
 * and op_end() nothing else runs, so no part of the runtime needs a lock.
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
#include "base/vec.h"
#include "event/event.h"
#include "event/finding.h"
#include "event/wire.h"
#include "runtime/arch/x86_64/entry.h"

/* What is declared below is in the same object: no detour through the GOT. */
#pragma GCC visibility push(hidden)

#define EXEC_STATE __attribute__((section("scree_exec")))
#define HOT        __attribute__((hot))
#define COLD       __attribute__((cold, noinline))

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

/* Marks a shadow-stack entry dead once the real stack has grown past it (longjmp, exceptions). */
struct frame {
	uintptr_t pc; /* return address into the caller */
	uintptr_t sp;
	uint64_t code; /* what code_map.c knows of the stack up to here; 0: nothing yet */
};

#define STACK_ROOM       (64u << 10) /* of a thread's stack, for our own calls */
#define SHADOW_STACK_MAX 4096        /* deeper frames are counted, not kept */
#define HELD_MAX         64
#define TOUCHED_MAX      8
#define SPECIFIC_MAX     1024 /* PTHREAD_KEYS_MAX */

struct held_lock {
	uintptr_t addr;
	uint32_t count; /* recursive locks */
	uint8_t shared; /* held for reading */
	uint8_t pad[3];
	uintptr_t pc; /* where it was taken */
};

/* Bytes of a stack that others use, and perhaps some between. */
struct touched {
	uintptr_t lo, hi;
};

struct tls_dtor;
struct cleanup;

struct thread {
	/* The carrier: switch_to() looks at these two only. */
	uintptr_t sp;
	uintptr_t fs_base;

	/* The program's last call of ours: written by the entry stubs (arch/x86_64/entry.S). */
	struct call_registers registers;
	uintptr_t program_sp; /* its stack pointer; the return address is just below */
	uint32_t call_ops;    /* operations since that call */

	uint16_t id;
	uint8_t status; /* enum thread_status */
	uint8_t detached;
	uint8_t joined;
	uint8_t part_of_call; /* the operation is one of several of the same call */
	uint8_t ended;        /* can be joined; the main thread may still have to end the process */
	uint8_t asleep;       /* on a condition variable, futex or barrier; see sleep_addr */
	uint8_t timed;        /* the sleep may expire */
	uint8_t spinning;     /* blocked until somebody changes what its loop reads (spin.h) */
	uint8_t unbroken;     /* goes one round of its loop as a part of this step (spin.h) */
	uint8_t parked;       /* has gone round its loop too often (loop.h) */
	uint8_t over;         /* nothing of the program is left to run in it (dead_stack.h) */
	uint16_t no_preempt;  /* depth of scree_atomic_begin */
	uint16_t in_runtime;  /* > 0: accesses are our own, no events */
	uint32_t depth;       /* of the shadow stack */
	uint32_t shallowest;  /* its least depth since spin.c last looked */
	uint32_t n_held;
	uint32_t asked;       /* times it asked the clock or for random bytes */
	uint32_t hidden_run;  /* accesses in a row that nobody was told of (code_map.h) */
	uintptr_t own_lo;     /* accesses from here on are hidden (stacks.h) */
	uintptr_t own_bytes;  /* so many; 0: none are */
	uintptr_t touched_lo; /* the lowest byte of its stack that others use (dead_stack.h) */
	uint32_t n_touched;
	struct touched touched[TOUCHED_MAX];
	struct frame *frames; /* SHADOW_STACK_MAX of them */
	uintptr_t sleep_addr;
	uint64_t clock_ns; /* virtual time this thread has seen */
	uint64_t clock_calls;
	uint64_t mapped;     /* bytes of address space that its mmap calls have used */
	uintptr_t stack_top; /* the program's frames lie below */
	uintptr_t low_sp;    /* how deep the stack has been seen, for clearing it */
	uintptr_t stack_lo;  /* where it ends */
	uintptr_t stack_low; /* a function that begins below has no room to call us */
	char name[16];       /* pthread_setname_np */
	struct slot *slot;   /* stack and TLS; NULL for the main thread */
	void **specific;     /* pthread_setspecific */
	void *(*start)(void *);
	void *start_arg;
	void *result;
	struct spin *spin;
	struct loop *loop;
	struct tls_dtor *tls_dtors;
	struct cleanup *cleanups;
	struct held_lock held[HELD_MAX];
};

_Static_assert(offsetof(struct thread, registers) == THREAD_REGISTERS, "as entry.S has it");
_Static_assert(offsetof(struct thread, program_sp) == THREAD_PROGRAM_SP, "as entry.S has it");
_Static_assert(offsetof(struct thread, call_ops) == THREAD_CALL_OPS, "as entry.S has it");

/* NULL only before the program is relocated: ifunc resolvers call us before that is done. */
extern struct thread *self;

struct thread *thread_by_id(unsigned id);
/* Ids below this have existed in this execution. */
unsigned thread_count(void);
/* By its pthread_t; NULL where no thread of this execution has it. */
struct thread *thread_by_handle(uintptr_t handle);
uintptr_t thread_handle(const struct thread *t);
/* True from the first second thread (or choice) on: accesses and calls are events. */
extern bool threads_exist;

/* --------------------------------------------------------------- operations */

/*
 * Announces that the calling thread is about to do something visible, lets the
 * scheduler decide who goes on, and returns when this thread is to do it: it is
 * then possible (can_run said READY or TIMEABLE), and stays so until op_end().
 * Before the first thread exists it returns at once where the operation is
 * possible; where it is not, that is a deadlock.
 */
void op_begin(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
              uintptr_t pc);
/* It has happened: records the event. flags: enum event_flag. */
void op_end(unsigned flags);
/* Changes arg of the operation between op_begin and op_end (the woken thread of a signal). */
void op_arg(uint64_t arg);
/* atomic_hash() of what it found. */
void op_found(uint32_t hash);
/* Records another event of the same step, without a scheduling point before it. */
void op_also(enum op_kind kind, const volatile void *addr, uint32_t size, uintptr_t pc);
/* The kind of the operation that op_begin returned for: a sleeper's may have been changed. */
enum op_kind op_kind_now(void);
/* Changes the kind of the operation between op_begin and op_end (once: run or pass). */
void op_kind_set(enum op_kind kind);
/* op_begin and op_end in one, for what has no outcome. */
void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc);

/*
 * Gives a *sleeping* thread another pending operation: a signal turns COND_TIMEOUT
 * into COND_REACQUIRE. Also clears asleep.
 */
void thread_wake(struct thread *t, enum op_kind kind, const volatile void *addr, uint32_t size,
                 uint64_t arg);
/* Marks self as asleep on addr; op_begin of the wake-up operation then blocks until thread_wake. */
void thread_sleep(const volatile void *addr, bool timed);
/* The k-th sleeper on addr in the order of their ids, or NULL. */
struct thread *sleeper_on(const volatile void *addr, unsigned k);
unsigned sleepers_on(const volatile void *addr);
/* What t is about to do, or what it sleeps in. */
const struct event *thread_pending(const struct thread *t);
/* One of n outcomes of the operation under way (between op_begin and op_end). n >= 1. */
unsigned op_choose(enum choice_kind kind, unsigned n);

/*
 * Can the pending operation of t happen now? Each family defines the function for
 * its blocking kinds and lists it in runtime/blocking.c. Must not change anything.
 */
typedef enum thread_status (*can_run_fn)(const struct thread *t, const struct event *pending);
extern const can_run_fn can_run[OP_COUNT];

/* Locks held by a thread: for reports, locksets, and misuse checks. */
void held_add(struct thread *t, const volatile void *lock, bool shared, uintptr_t pc);
/* False where t does not hold it. Drops one level. */
bool held_drop(struct thread *t, const volatile void *lock);
struct held_lock *held_find(struct thread *t, const volatile void *lock);
/* Who holds it (the first one), or NULL. */
struct thread *holder_of(const volatile void *lock);

/* Keys below this have been used in this execution. */
unsigned specific_used(void);
/* The id that gettid() shows: the process's for the main thread, the next ones for others. */
long thread_virtual_tid(void);
/* Time seen by another thread is seen by self from now on: create, join, locks. */
void clock_join(uint64_t ns);

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
struct heap_block {
	uintptr_t start;
	size_t size;
	uint16_t thread;
	const uint64_t *stack;
	size_t n;
};
bool heap_block_around(uintptr_t addr, struct heap_block *out);
/* Does the range belong to the heap, its shadow or its tables (for the memory map)? */
bool heap_owns(uintptr_t addr);

/* ----------------------------------------------------------------- findings */

/* Ends the execution with a finding. The message may use %s %d %u %ld %lu %x %lx %p %c %%. */
NORETURN void finding_raise(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
        PRINTF_LIKE(3, 4);
/* The same in two steps, where notes or an address are to be added in between. */
struct finding *finding_start(enum finding_kind kind, uintptr_t pc, const char *fmt, ...)
        PRINTF_LIKE(3, 4);
void finding_note(struct finding *f, const struct thread *t, const uint64_t *stack, size_t n,
                  const char *fmt, ...) PRINTF_LIKE(5, 6);
/* The places of a loop, in order of address. None: no note. */
void finding_note_loop(struct finding *f, const struct thread *t, const uint64_t *pcs, size_t n);
NORETURN void finding_finish(struct finding *f);
/* Reports and goes on; the same warning at the same pc is reported once in a run. */
void finding_warn(enum finding_kind kind, uintptr_t pc, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The current stack of t, innermost first: pc, then the shadow stack. Returns how many. */
size_t thread_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max);
/*
 * The same as it was when the recursion began that t is in: innermost the first call that leads
 * round. It does not depend on how deep the recursion is by now. 0: there is no recursion.
 */
size_t thread_recursion(const struct thread *t, uint64_t *out, size_t max);

/* The run cannot go on and the program is not to blame: names the call, thread and place. */
NORETURN void env_error(uintptr_t pc, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* A call that we cannot model. */
NORETURN void unsupported(const char *call, uintptr_t pc);

/* Ends the execution: the program came to its end with this status. */
NORETURN void execution_exit(int status, uintptr_t pc);
/* Ends the execution: a finding, scree_assume, or the explorer gave it up. */
NORETURN void execution_end(enum end_reason why);

void count(enum wire_counter counter);

/* Writes like snprintf, with the conversions above; always terminated. */
size_t format(char *out, size_t size, const char *fmt, ...) PRINTF_LIKE(3, 4);
size_t vformat(char *out, size_t size, const char *fmt, __builtin_va_list args);

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
