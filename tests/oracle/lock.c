/* SPDX-License-Identifier: MIT */
/* Mutexes, read-write locks, semaphores and once flags of the simulated machine. */
#include "tests/oracle/machine.h"

static bool try_result(struct vm_thread *th, const struct insn *i, struct event *e, bool ok)
{
	th->reg[i->a] = ok;
	if (!ok)
		e->flags |= EV_FAILED;
	return ok;
}

static void take_mutex(struct vm *m, unsigned t, const struct insn *i)
{
	m->mutex[i->x] = (uint16_t)t;
	m->mutex_depth[i->x]++;
}

bool do_mutex(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];
	bool free = m->mutex[i->x] == NO_THREAD || e->kind == OP_RELOCK;

	switch (i->op) {
	case I_MUTEX_INIT:
		m->finding |= !free;
		break;
	case I_TRYLOCK:
	case I_TIMEDLOCK:
		if (try_result(th, i, e, free))
			take_mutex(m, t, i);
		break;
	case I_LOCK:
		take_mutex(m, t, i);
		break;
	default:
		if (m->mutex[i->x] != t)
			m->finding = true;
		else if (--m->mutex_depth[i->x] == 0)
			m->mutex[i->x] = NO_THREAD;
		break;
	}
	vm_emit(m, e);
	return true;
}

bool do_rwlock(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];
	struct vm_lock *l = &m->rwlock[i->x];

	switch (i->op) {
	case I_TRYRDLOCK:
	case I_TIMEDRDLOCK:
		l->n_readers += try_result(th, i, e, vm_lock_free(m, i->x, true));
		break;
	case I_RDLOCK:
		l->n_readers++;
		break;
	case I_TRYWRLOCK:
	case I_TIMEDWRLOCK:
		if (try_result(th, i, e, vm_lock_free(m, i->x, false)))
			l->writer = (uint16_t)t;
		break;
	case I_WRLOCK:
		l->writer = (uint16_t)t;
		break;
	case I_RDUNLOCK:
		if (l->n_readers)
			l->n_readers--;
		else
			m->finding = true;
		break;
	default:
		m->finding |= l->writer != t;
		l->writer = NO_THREAD;
		break;
	}
	vm_emit(m, e);
	return true;
}

bool do_sem(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];
	unsigned *v = &m->sem[i->x];

	e->arg = *v;
	switch (i->op) {
	case I_SEM_TRYWAIT:
	case I_SEM_TIMEDWAIT:
		*v -= try_result(th, i, e, *v > 0);
		break;
	case I_SEM_WAIT:
		--*v;
		break;
	case I_SEM_POST:
		++*v;
		break;
	default:
		th->reg[i->a] = *v;
		break;
	}
	vm_emit(m, e);
	return true;
}

/* What was announced as a run is a pass if somebody has run it in between. */
bool do_once(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	uint8_t *state = &m->once[i->x];

	if (i->op == I_ONCE_DONE) {
		*state = i->imm ? ONCE_NEW : ONCE_OVER;
		e->flags |= i->imm ? EV_FAILED : 0;
	} else if (*state == ONCE_OVER) {
		e->kind = OP_ONCE_PASS;
		m->threads[t].pc = (uint32_t)i->imm - 1;
	} else {
		e->kind = OP_ONCE_RUN;
		*state = ONCE_RUNS;
	}
	vm_emit(m, e);
	return true;
}
