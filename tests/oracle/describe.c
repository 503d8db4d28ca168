/* SPDX-License-Identifier: MIT */
/* What a thread of the simulated machine is about to do, and whether it can. */
#include "tests/oracle/machine.h"

const struct insn_info insn_info[I_COUNT] = {
#define INSN(name, text, op, family) [I_##name] = {text, OP_##op, FAMILY_##family},
#include "tests/oracle/insn.def"
#undef INSN
};

static void object(struct event *e, uint64_t addr, uint32_t size)
{
	e->addr = addr;
	e->size = size;
}

static void describe_futex(struct event *e, const struct insn *i)
{
	bool looks = i->op == I_FUTEX_WAIT || i->op == I_FUTEX_TIMEDWAIT;

	object(e, VM_MEMORY + i->x, looks ? 4 : 0);
	if (i->op == I_FUTEX_REQUEUE)
		e->arg = VM_MEMORY + i->y;
}

static void describe_object(const struct vm_thread *th, struct event *e, const struct insn *i)
{
	switch (insn_info[i->op].family) {
	case FAMILY_MEMORY:
		object(e, VM_MEMORY + i->x, i->y);
		break;
	case FAMILY_INDEXED:
		object(e, VM_MEMORY + i->x + (uint64_t)th->reg[i->y] * 8, 8);
		break;
	case FAMILY_MUTEX:
		object(e, VM_MUTEX(i->x), VM_MUTEX_SIZE);
		break;
	case FAMILY_RWLOCK:
		object(e, VM_RWLOCK(i->x), VM_RWLOCK_SIZE);
		break;
	case FAMILY_SEM:
		object(e, VM_SEM(i->x), VM_SEM_SIZE);
		break;
	case FAMILY_ONCE:
		object(e, VM_ONCE(i->x), VM_ONCE_SIZE);
		break;
	case FAMILY_COND:
		object(e, VM_COND(i->x), VM_COND_SIZE);
		if (e->kind == OP_COND_WAIT)
			e->arg = VM_MUTEX(i->y);
		break;
	case FAMILY_BARRIER:
		object(e, VM_BARRIER(i->x), VM_BARRIER_SIZE);
		break;
	case FAMILY_FUTEX:
		describe_futex(e, i);
		break;
	default:
		if (i->op == I_CREATE || i->op == I_JOIN || i->op == I_TRYJOIN)
			e->arg = i->x;
		break;
	}
}

/* An inner level of a recursive mutex: nobody else can tell. */
static bool is_relock(const struct vm *m, unsigned t, const struct insn *i)
{
	if (insn_info[i->op].family != FAMILY_MUTEX || m->mutex[i->x] != t)
		return false;
	if (!(m->p->recursive >> i->x & 1) || i->op == I_MUTEX_INIT)
		return false;
	return i->op != I_UNLOCK || m->mutex_depth[i->x] > 1;
}

/* The later parts of a wait. */
static void describe_waiting(const struct vm_thread *th, unsigned t, struct event *e,
                             const struct insn *i)
{
	bool cond = insn_info[i->op].family == FAMILY_COND;

	if (th->asleep && th->timed && cond) {
		e->kind = OP_COND_TIMEOUT;
		e->arg = 0;
	} else if (th->asleep && th->timed) {
		e->kind = OP_FUTEX_TIMEOUT;
		object(e, VM_MEMORY + th->bed, 0);
	} else if (th->arrived) {
		e->kind = OP_BARRIER_LEAVE;
	} else if (cond) {
		e->kind = OP_COND_REACQUIRE;
		e->arg = VM_COND(i->x);
		object(e, VM_MUTEX(i->y), VM_MUTEX_SIZE);
	} else {
		*e = (struct event){.thread = (uint16_t)t, .kind = OP_FUTEX_RETURN};
	}
}

void vm_describe(const struct vm *m, unsigned t, struct event *e)
{
	const struct vm_thread *th = &m->threads[t];
	const struct insn *i = insn_of(m, t);

	*e = (struct event){.thread = (uint16_t)t,
	                    .kind = insn_info[i->op].op,
	                    .pc = th->pc + 1 + t * m->p->stride};
	describe_object(th, e, i);
	if (th->asleep || th->returns || th->reacquire || th->arrived)
		describe_waiting(th, t, e, i);
	else if (is_relock(m, t, i))
		e->kind = OP_RELOCK;
	else if (i->op == I_ONCE && m->once[i->x] == ONCE_OVER)
		e->kind = OP_ONCE_PASS;
}

bool vm_lock_free(const struct vm *m, unsigned x, bool shared)
{
	const struct vm_lock *l = &m->rwlock[x];

	return l->writer == NO_THREAD && (shared || !l->n_readers);
}

static uint8_t ready_or(bool ready, uint8_t otherwise)
{
	return ready ? THREAD_READY : otherwise;
}

uint8_t vm_status(const struct vm *m, unsigned t)
{
	const struct vm_thread *th = &m->threads[t];
	const struct insn *i = insn_of(m, t);

	if (th->spinning)
		return THREAD_SPINNING;
	switch (m->views[t].next.kind) {
	case OP_MUTEX_LOCK:
		return ready_or(m->mutex[i->x] == NO_THREAD, THREAD_BLOCKED);
	case OP_MUTEX_TIMEDLOCK:
		return ready_or(m->mutex[i->x] == NO_THREAD, THREAD_TIMEABLE);
	case OP_COND_REACQUIRE:
		return ready_or(!th->asleep && m->mutex[i->y] == NO_THREAD, THREAD_BLOCKED);
	case OP_FUTEX_RETURN:
		return ready_or(!th->asleep, THREAD_BLOCKED);
	case OP_COND_TIMEOUT:
	case OP_FUTEX_TIMEOUT:
		return THREAD_TIMEABLE;
	case OP_RWLOCK_RDLOCK:
		return ready_or(vm_lock_free(m, i->x, true), THREAD_BLOCKED);
	case OP_RWLOCK_WRLOCK:
		return ready_or(vm_lock_free(m, i->x, false), THREAD_BLOCKED);
	case OP_RWLOCK_TIMEDRDLOCK:
		return ready_or(vm_lock_free(m, i->x, true), THREAD_TIMEABLE);
	case OP_RWLOCK_TIMEDWRLOCK:
		return ready_or(vm_lock_free(m, i->x, false), THREAD_TIMEABLE);
	case OP_SEM_WAIT:
		return ready_or(m->sem[i->x], THREAD_BLOCKED);
	case OP_SEM_TIMEDWAIT:
		return ready_or(m->sem[i->x], THREAD_TIMEABLE);
	case OP_ONCE_RUN:
	case OP_ONCE_PASS:
		return ready_or(m->once[i->x] != ONCE_RUNS, THREAD_BLOCKED);
	case OP_BARRIER_LEAVE:
		return ready_or(m->generation[i->x] != th->generation, THREAD_BLOCKED);
	case OP_THREAD_JOIN:
		return ready_or(m->views[i->x].status == THREAD_EXITED, THREAD_BLOCKED);
	default: /* what can wait is listed above */
		BUG_ON(op_info[m->views[t].next.kind].waits != WAIT_NEVER);
		return THREAD_READY;
	}
}
