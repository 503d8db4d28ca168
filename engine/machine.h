/* SPDX-License-Identifier: MIT */
/*
 * A machine: what runs the tested program under the engine's control.
 *
 * The engine decides, records, watches and ends executions; a machine knows how to run a thread,
 * where memory is and what can block. There are two: the native machine (runtime/) runs a real
 * program on fibers, and the simulated machine (tests/oracle/) interprets small programs. The
 * engine is told of each operation by engine_arrive() and engine_event() (engine/engine.h) in
 * either.
 *
 * One machine a process, set before anything else is called. All calls come from the OS thread that
 * runs the program.
 */
#ifndef ENGINE_MACHINE_H
#define ENGINE_MACHINE_H

#include "engine/thread.h"
#include "event/finding.h"

#pragma GCC visibility push(hidden)

/* Can the pending operation of t happen now? Must not change anything. */
typedef enum thread_status (*can_run_fn)(const struct thread *t, const struct event *pending);

/* A block of the program's heap, live or freed, and where it was allocated. */
struct heap_block {
	uintptr_t start;
	size_t size;
	uint16_t thread;
	const uint64_t *stack;
	size_t n;
};

struct machine {
	/* --- executions --- */

	/*
	 * Runs one execution from the start, until leave() is called in it. False: another process
	 * ran it and has called engine_execution_finished() itself.
	 */
	bool (*run)(void);
	/* From within an execution back to who called run(). Does not return. */
	NORETURN void (*leave)(void);
	/* Everything is again as it was at the start of the first execution. */
	void (*reset)(void);

	/* --- threads --- */

	/*
	 * Goes on with next; self is next already. On a machine with stacks this returns when old
	 * runs again, on an interpreter at once: what follows is done on behalf of self.
	 */
	void (*resume)(struct thread *old, struct thread *next);
	/* By kind of operation, OP_COUNT of them; NULL: it can always happen. */
	const can_run_fn *can_run;
	/* The call stack of t, innermost first, pc included; how many. */
	size_t (*stack)(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max);

	/* --- memory --- */

	/* Where the bytes at an address lie in this process. NULL: at that address. */
	const void *(*at)(uintptr_t addr, size_t n);
	/* Copies n bytes; false: some cannot be read. Never faults. */
	bool (*read)(uintptr_t addr, size_t n, uint8_t *out);
	/* Of all that the program can write. 0: cannot tell. */
	uint64_t (*digest)(void);
	/* The heap block that holds addr; NULL: there is no heap. */
	bool (*block_around)(uintptr_t addr, struct heap_block *out);
	/* Where all of struct thread's memory_lo to memory_hi lie. */
	const uintptr_t *thread_memory_lo, *thread_memory_bytes;

	/* --- the local state of a thread: what its next steps depend on besides memory --- */

	size_t state_bytes;
	/* self has arrived at its pending operation: keeps its state in room. False: it is not
	 * known. */
	bool (*keep_state)(void *room);
	/*
	 * Is the state of self the one kept? written: the end of the highest write since then to
	 * its own stack, which the comparison must include.
	 */
	bool (*same_state)(const void *room, uintptr_t written);

	/* --- reports --- */

	/* "waits for mutex {0x...}": what t is blocked in. As format(). */
	size_t (*describe_wait)(const struct thread *t, char *out, size_t room);
	/* Must u do something before t can go on? */
	bool (*waits_for)(const struct thread *t, struct thread *u);
	/* Adds notes on who holds what the pending operation of t waits for; NULL: none. */
	void (*note_holders)(struct finding *f, const struct thread *t);
	/* Somebody watches each step (gdb, --until). */
	bool watched;
	void (*before_step)(bool switched);
	void (*after_step)(void);
	void (*on_finding)(const struct finding *f);
};

extern const struct machine *machine;

#pragma GCC visibility pop

#endif
