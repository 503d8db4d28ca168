/* SPDX-License-Identifier: MIT */
/* Instructions of the simulated machine that touch shared memory. */
#include <string.h>

#include "tests/oracle/machine.h"

int64_t vm_load(struct vm *m, const struct event *e)
{
	int64_t v = 0;
	uint64_t at = e->addr - VM_MEMORY;

	BUG_ON(at + e->size > m->p->bytes);
	for (uint32_t k = 0; k < e->size; k++)
		m->finding |= m->freed[at + k];
	memcpy(&v, m->memory + at, e->size);
	return v;
}

/* Those who spin look again, because of e, which is the next event to be told. */
static void wake_spinners(struct vm *m, const struct event *e)
{
	for (unsigned t = 0; t < m->n; t++) {
		const struct event *looks = &m->views[t].next;

		if (m->threads[t].spinning && looks->addr < e->addr + e->size &&
		    e->addr < looks->addr + looks->size) {
			m->threads[t].spinning = false;
			m->views[t].woken_by = m->run->events.n + 1;
		}
	}
}

static void store(struct vm *m, const struct event *e, int64_t v)
{
	uint64_t at = e->addr - VM_MEMORY;

	for (uint32_t k = 0; k < e->size; k++)
		m->finding |= m->freed[at + k];
	memcpy(m->memory + at, &v, e->size);
	wake_spinners(m, e);
}

static void free_bytes(struct vm *m, const struct event *e)
{
	uint64_t at = e->addr - VM_MEMORY;

	for (uint32_t k = 0; k < e->size; k++) {
		m->finding |= m->freed[at + k];
		m->freed[at + k] = true;
	}
	wake_spinners(m, e);
}

/* What a scheduler may conclude from: compare-and-swap expects 0. */
static void foretell(const struct vm *m, struct event *e)
{
	uint64_t v = 0;

	memcpy(&v, m->memory + (e->addr - VM_MEMORY), e->size);
	e->found = atomic_hash(m->p->misleads ? !v : v, 0);
	e->arg = atomic_arg(__ATOMIC_SEQ_CST,
	                    e->kind == OP_ATOMIC_CAS ? RESULT_IF_EQUAL : RESULT_SAME, 0);
}

bool do_memory(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];
	bool again = false;

	if (event_is_atomic(e))
		foretell(m, e);
	switch (i->op) {
	case I_READ:
	case I_READ_AT:
	case I_LOAD:
		th->reg[i->a] = vm_load(m, e);
		break;
	case I_SPIN:
		again = vm_load(m, e) != i->imm;
		th->spinning = again && !m->p->plain_spins;
		break;
	case I_WRITE:
	case I_STORE:
		store(m, e, i->imm);
		break;
	case I_WRITE_REG:
		store(m, e, th->reg[i->a] + i->imm);
		break;
	case I_RMW:
		th->reg[i->a] = vm_load(m, e);
		store(m, e, th->reg[i->a] + i->imm);
		break;
	case I_CAS:
	case I_CAS_AT:
		th->reg[i->a] = vm_load(m, e) == 0;
		if (th->reg[i->a])
			store(m, e, i->imm);
		else
			e->flags |= EV_FAILED;
		break;
	default:
		free_bytes(m, e);
		break;
	}
	vm_emit(m, e);
	return !again;
}
