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

/* Addresses as the events show them. */
#define VM_MEMORY       0x1000u
#define VM_MUTEX(i)     (0x20000u + 4u * (i)) /* 4 bytes: two to a shadow cell */
#define VM_RWLOCK(i)    (0x30000u + 24u * (i))
#define VM_SEM(i)       (0x40000u + 16u * (i))
#define VM_COND(i)      (0x50000u + 24u * (i))
#define VM_BARRIER(i)   (0x60000u + 32u * (i))
#define VM_MUTEX_SIZE   4
#define VM_RWLOCK_SIZE  24
#define VM_SEM_SIZE     16
#define VM_COND_SIZE    24
#define VM_BARRIER_SIZE 32

/*
 * What an instruction does. a: register that gets the result; x: address in shared
 * memory, or number of the object or thread; y: size, second object, or count;
 * imm: value or jump target.
 */
enum vm_op {
	I_END,
	/* invisible */
	I_SET,    /* a = imm */
	I_ADD,    /* a += imm */
	I_MOVE,   /* a = r[x] */
	I_JNE,    /* if a != y goto imm */
	I_ASSERT, /* a == imm, or the execution ends with a finding */
	/* memory; y: size */
	I_READ,      /* a = [x] */
	I_READ_AT,   /* a = [x + r[y] * 8], 8 bytes */
	I_WRITE,     /* [x] = imm */
	I_WRITE_REG, /* [x] = a + imm */
	I_LOAD,
	I_STORE,  /* [x] = imm */
	I_RMW,    /* a = [x]; [x] += imm */
	I_CAS,    /* if [x] == 0 { [x] = imm; a = 1 } else a = 0 */
	I_CAS_AT, /* the same at x + r[y] * 8, 8 bytes */
	I_ALLOC,
	I_FREE, /* frees [x, x + y): later accesses are a finding */
	/* objects; a: 1 for success of a try */
	I_MUTEX_INIT,
	I_LOCK,
	I_TRYLOCK,
	I_TIMEDLOCK,
	I_UNLOCK,
	I_RDLOCK,
	I_WRLOCK,
	I_TRYRDLOCK,
	I_TRYWRLOCK,
	I_RDUNLOCK,
	I_WRUNLOCK,
	I_SEM_WAIT,
	I_SEM_TRYWAIT,
	I_SEM_TIMEDWAIT,
	I_SEM_POST,
	I_SEM_GETVALUE,
	I_WAIT,      /* condition x, mutex y */
	I_TIMEDWAIT, /* a: 1 if it timed out */
	I_SIGNAL,
	I_BROADCAST,
	I_BARRIER,    /* barrier x; a: 1 for the last */
	I_FUTEX_WAIT, /* word x (4 bytes), if it is imm; a: 0 slept, 1 differed, 2 timed out */
	I_FUTEX_TIMEDWAIT,
	I_FUTEX_WAKE, /* word x, up to imm sleepers */
	I_CREATE,     /* thread x */
	I_JOIN,
	I_CHOOSE, /* a = choose(imm) */
	I_YIELD,
};

struct insn {
	uint8_t op;
	uint8_t a;
	uint16_t x;
	uint16_t y;
	int16_t imm;
};

struct vm_program {
	const char *name;
	VEC(struct insn) code[VM_THREADS]; /* thread 0 is there from the start */
	unsigned n_threads;
	unsigned bytes; /* of shared memory that it uses: a multiple of 8, all of it zero first */
	uint8_t sem_value[VM_OBJECTS];
	uint8_t barrier_count[VM_OBJECTS];
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
	struct event cut;
};

struct vm_run {
	enum end_reason reason;
	uint64_t state; /* hash of everything a program could tell at the end */
	bool deadlock;
	bool finding;
	unsigned preemptions;
	VEC(struct event) events;
	VEC(struct vm_step) steps;
};

void vm_run_release(struct vm_run *r);

/* Runs the program once; the scheduler's begin has been called. pp: PP_BIT set. */
void vm_execute(const struct vm_program *p, struct scheduler *s, unsigned pp, struct vm_run *run);

#endif
