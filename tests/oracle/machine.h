/* SPDX-License-Identifier: MIT */
/*
 * The inside of the simulated machine. It holds no pointers to itself, so that an
 * assignment copies it: brute force goes on from copies instead of starting again.
 *
 *  vm.c       executions: who can run, steps, how they end
 *  describe.c what a thread is about to do, and whether it can
 *  memory.c, lock.c, queue.c   doing it, one family of instructions each
 */
#ifndef ORACLE_MACHINE_H
#define ORACLE_MACHINE_H

#include "tests/oracle/vm.h"

enum vm_family {
	FAMILY_FLOW,
	FAMILY_THREAD,
	FAMILY_MEMORY,
	FAMILY_INDEXED,
	FAMILY_MUTEX,
	FAMILY_RWLOCK,
	FAMILY_SEM,
	FAMILY_ONCE,
	FAMILY_COND,
	FAMILY_BARRIER,
	FAMILY_FUTEX,
	FAMILY_COUNT
};

struct insn_info {
	const char *text;
	uint8_t op; /* enum op_kind; OP_COUNT: invisible */
	uint8_t family;
};
extern const struct insn_info insn_info[I_COUNT];

struct vm_thread {
	int64_t reg[VM_REGS];
	uint32_t pc;
	bool asleep;         /* on a condition variable or futex; pending is what comes after */
	bool timed;          /* ... and may give up */
	bool arrived;        /* at a barrier: the arrival was made, leaving is pending */
	bool reacquire;      /* woken or timed out: the mutex of the wait is pending */
	bool returns;        /* woken from a futex */
	bool spinning;       /* looks again only after somebody has written there */
	uint16_t bed;        /* what it sleeps on: x of the instruction, or moved elsewhere */
	uint8_t depth;       /* of the recursive mutex that its wait gave back */
	uint32_t generation; /* of the barrier it waits at */
};

struct vm_lock {
	uint16_t writer; /* NO_THREAD: none */
	unsigned n_readers;
};

enum vm_once { ONCE_NEW, ONCE_RUNS, ONCE_OVER };

struct vm {
	const struct vm_program *p;
	struct scheduler *s;
	struct vm_run *run;
	unsigned pp;
	struct vm_thread threads[VM_THREADS];
	struct thread_view views[VM_THREADS];
	unsigned n;
	uint16_t current;
	bool finding;
	bool exited; /* exit() was called */
	uint16_t mutex[VM_OBJECTS];
	uint8_t mutex_depth[VM_OBJECTS];
	struct vm_lock rwlock[VM_OBJECTS];
	unsigned sem[VM_OBJECTS];
	unsigned arrived[VM_OBJECTS];
	uint32_t generation[VM_OBJECTS];
	uint8_t once[VM_OBJECTS];
	uint8_t memory[VM_BYTES];
	bool freed[VM_BYTES];
};

/* --- executions --- */

void vm_init(struct vm *m, const struct vm_program *p, struct scheduler *s, unsigned pp,
             struct vm_run *run);
/* Brings the views up to date. True: nothing is left to run; run->reason says why. */
bool vm_over(struct vm *m);
bool vm_preempts(const struct vm *m, unsigned t);
/* Takes the next step of t, which must be able to run. */
void vm_step(struct vm *m, unsigned t);
/* Does what t is about to do, and goes on to what it is about to do next. */
void vm_do_pending(struct vm *m, unsigned t);
/* After vm_over: fills in what the run came to. */
void vm_close(struct vm *m);
/* Hash of everything that what follows depends on. */
uint64_t vm_hash(const struct vm *m);

/* --- for the instructions --- */

static inline const struct insn *insn_of(const struct vm *m, unsigned t)
{
	return &m->p->code[t].at[m->threads[t].pc];
}

void vm_describe(const struct vm *m, unsigned t, struct event *e);
uint8_t vm_status(const struct vm *m, unsigned t);
void vm_emit(struct vm *m, const struct event *e);
unsigned vm_choose(struct vm *m, enum choice_kind kind, unsigned t, unsigned n);
void vm_start_thread(struct vm *m, unsigned t);
int64_t vm_load(struct vm *m, const struct event *e);
bool vm_lock_free(const struct vm *m, unsigned x, bool shared);

/* Do what thread t has pending and emit it. False: the instruction is not over yet. */
typedef bool vm_perform(struct vm *m, unsigned t, const struct insn *i, struct event *e);
vm_perform do_memory, do_mutex, do_rwlock, do_sem, do_once, do_queue, do_barrier;

#endif
