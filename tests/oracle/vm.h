/* SPDX-License-Identifier: MIT */
/*
 * A simulated machine: small multithreaded programs as data, run under a struct
 * scheduler through exactly the contract of explore/scheduler.h. It is the subject
 * of the oracle tests and the model of how a runtime calls the explorer.
 */
#ifndef ORACLE_VM_H
#define ORACLE_VM_H

#include "base/vec.h"
#include "explore/scheduler.h"

#define VM_THREADS 32
#define VM_REGS    4
#define VM_BYTES   2048 /* of shared memory, at VM_MEMORY */
#define VM_OBJECTS 64   /* of each kind */

#define VM_PRIVATE       1024u
#define VM_PRIVATE_BYTES 32u

/* Addresses as the events show them. */
#define VM_MEMORY       0x1000u
#define VM_MUTEX(i)     (0x20000u + 4u * (i)) /* 4 bytes: two to a shadow cell */
#define VM_RWLOCK(i)    (0x30000u + 24u * (i))
#define VM_SEM(i)       (0x40000u + 16u * (i))
#define VM_COND(i)      (0x50000u + 24u * (i))
#define VM_BARRIER(i)   (0x60000u + 32u * (i))
#define VM_ONCE(i)      (0x70000u + 4u * (i))
#define VM_MUTEX_SIZE   4
#define VM_RWLOCK_SIZE  24
#define VM_SEM_SIZE     16
#define VM_COND_SIZE    24
#define VM_BARRIER_SIZE 32
#define VM_ONCE_SIZE    4

/* What an instruction does: tests/oracle/insn.def. */
enum vm_op {
#define INSN(name, text, op, family) I_##name,
#include "tests/oracle/insn.def"
#undef INSN
	I_COUNT
};

/* a: register that gets the result; imm: value or jump target; x, y: see insn.def. */
struct insn {
	uint8_t op;
	uint8_t a;
	uint16_t x;
	uint16_t y;
	int16_t imm;
};

#define VM_POINTS 64 /* instructions of a thread that can be preemption points by themselves */

struct vm_program {
	const char *name;
	VEC(struct insn) code[VM_THREADS]; /* thread 0 is there from the start */
	unsigned n_threads;
	unsigned bytes; /* of shared memory that it uses: a multiple of 8, all of it zero first */
	uint8_t sem_value[VM_OBJECTS];
	uint8_t barrier_count[VM_OBJECTS];
	uint64_t recursive; /* bit set of mutexes */
	/* Bit k: instruction k is a preemption point whatever the set says (race points). */
	uint64_t points[VM_THREADS];
	/* The pc of instruction i of thread t is i + 1 + t * stride; 0: threads share their code.
	 */
	unsigned stride;
	/* Events do not say what atomics really found: as if memory changed unannounced. */
	bool misleads;
	/* I_SPIN is a loop like any other: it loads again and again, and who runs it has to notice.
	 */
	bool plain_spins;
	/* Of the shared memory from VM_PRIVATE on, VM_PRIVATE_BYTES each belong to thread 1, 2, …
	 */
	bool private_memory;
};

void vm_program_release(struct vm_program *p);

/* One step of an execution, as the oracle sees it. */
struct vm_step {
	uint32_t first_event;
	uint32_t n_events;
	uint32_t woken; /* bit set: sleepers woken */
	uint16_t thread;
	bool was_cut;
	bool fatal;
	uint64_t outcomes; /* hash of the choices made in it */
	struct event cut;
};

struct vm_run {
	enum end_reason reason;
	uint64_t state; /* hash of everything a program could tell at the end */
	/*
	 * Hash of what somebody outside could tell: the state; after a finding only that
	 * there was one, after exit() what the thread that called it knew. Where the other
	 * threads stood then depends on where preemption is possible.
	 */
	uint64_t outcome;
	bool deadlock; /* or a livelock: nobody can go on */
	bool finding;
	bool cut_short; /* by a finding, while another thread could go on */
	uint64_t bug;   /* of a finding: its thread, its place, and all that the thread knew */
	unsigned preemptions;
	VEC(struct event) events;
	VEC(struct vm_step) steps;
};

void vm_run_release(struct vm_run *r);

/* Runs the program once; the scheduler's begin has been called. pp: PP_BIT set. */
void vm_execute(const struct vm_program *p, struct scheduler *s, unsigned pp, struct vm_run *run);

#endif
