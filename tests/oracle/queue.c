/* SPDX-License-Identifier: MIT */
/* Who sleeps where on the simulated machine: condition variables, futexes, barriers. */
#include "tests/oracle/machine.h"

static void wake(struct vm *m, unsigned t)
{
	struct vm_thread *th = &m->threads[t];

	th->asleep = false;
	if (insn_info[insn_of(m, t)->op].family == FAMILY_FUTEX)
		th->returns = true;
	else
		th->reacquire = true;
	vec_last(&m->run->steps)->woken |= 1u << t;
	vm_describe(m, t, &m->views[t].next);
}

static bool sleeps_at(const struct vm *m, unsigned t, uint8_t family, uint16_t x)
{
	const struct vm_thread *th = &m->threads[t];

	return t < m->n && th->asleep && th->bed == x &&
	       insn_info[insn_of(m, t)->op].family == family;
}

/* One of the sleepers, by choice; NO_THREAD if there is none. */
static unsigned pick(struct vm *m, unsigned chooser, uint8_t family, uint16_t x)
{
	unsigned sleepers[VM_THREADS], n = 0, k = 0;

	for (unsigned t = 0; t < m->n; t++)
		if (sleeps_at(m, t, family, x))
			sleepers[n++] = t;
	if (!n)
		return NO_THREAD;
	if (n > 1)
		k = vm_choose(m, CHOICE_WAITER, chooser, n);
	return sleepers[k];
}

static unsigned wake_one(struct vm *m, unsigned waker, uint8_t family, uint16_t x)
{
	unsigned t = pick(m, waker, family, x);

	if (t != NO_THREAD)
		wake(m, t);
	return t;
}

static void fall_asleep(struct vm_thread *th, const struct insn *i)
{
	th->asleep = true;
	th->bed = i->x;
	th->timed = i->op == I_TIMEDWAIT || i->op == I_FUTEX_TIMEDWAIT;
	th->reg[i->a] = 0;
}

/* One event for each thread that is woken, or one for none. */
static void futex_wake(struct vm *m, unsigned t, const struct insn *i, struct event *e, int most)
{
	for (int k = 0; k < most; k++) {
		e->arg = wake_one(m, t, FAMILY_FUTEX, i->x);
		if (k && e->arg == NO_THREAD)
			return;
		vm_emit(m, e);
		if (e->arg == NO_THREAD)
			return;
	}
}

/* As the runtime does it: looks at the first queue, wakes one, moves others. */
static void futex_requeue(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct event woken = *e, moved = *e;

	vm_emit(m, e);
	woken.kind = OP_FUTEX_WAKE;
	woken.arg = wake_one(m, t, FAMILY_FUTEX, i->x);
	if (woken.arg != NO_THREAD)
		vm_emit(m, &woken);
	moved.addr = e->arg;
	moved.arg = e->addr;
	for (int k = 0; k < i->imm; k++) {
		unsigned sleeper = pick(m, t, FAMILY_FUTEX, i->x);

		if (sleeper == NO_THREAD)
			break;
		m->threads[sleeper].bed = i->y;
		vm_describe(m, sleeper, &m->views[sleeper].next);
	}
	vm_emit(m, &moved);
}

/* A sleeper has given up. */
static bool time_out(struct vm *m, struct vm_thread *th, const struct insn *i, struct event *e)
{
	bool cond = e->kind == OP_COND_TIMEOUT;

	th->asleep = false;
	th->reacquire = cond;
	th->reg[i->a] = cond ? 1 : 2;
	e->flags |= EV_TIMEOUT;
	vm_emit(m, e);
	return !cond;
}

/* Condition variables and futexes. */
bool do_queue(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];

	switch (e->kind) {
	case OP_COND_WAIT:
		m->finding |= m->mutex[i->y] != t;
		th->depth = m->mutex_depth[i->y];
		m->mutex[i->y] = NO_THREAD;
		m->mutex_depth[i->y] = 0;
		fall_asleep(th, i);
		break;
	case OP_FUTEX_WAIT:
		if (vm_load(m, e) == i->imm) {
			fall_asleep(th, i);
		} else {
			th->reg[i->a] = 1;
			e->flags |= EV_FAILED;
		}
		break;
	case OP_COND_TIMEOUT:
	case OP_FUTEX_TIMEOUT:
		return time_out(m, th, i, e);
	case OP_COND_REACQUIRE:
		m->mutex[i->y] = (uint16_t)t;
		m->mutex_depth[i->y] = th->depth;
		break;
	case OP_COND_SIGNAL:
		e->arg = wake_one(m, t, FAMILY_COND, i->x);
		break;
	case OP_COND_BROADCAST:
		for (unsigned k = 0; k < m->n; k++)
			if (sleeps_at(m, k, FAMILY_COND, i->x))
				wake(m, k);
		break;
	case OP_FUTEX_WAKE:
		futex_wake(m, t, i, e, i->imm);
		return true;
	case OP_FUTEX_REQUEUE:
		futex_requeue(m, t, i, e);
		return true;
	case OP_FUTEX_RETURN: /* it is awake already */
		break;
	default: /* a kind that this machine does not know */
		BUG("%s", op_info[e->kind].text);
	}
	vm_emit(m, e);
	return !th->asleep;
}

static void open_barrier(struct vm *m, unsigned t, unsigned x)
{
	m->arrived[x] = 0;
	m->generation[x]++;
	for (unsigned k = 0; k < m->n; k++)
		if (k != t && m->threads[k].arrived && insn_of(m, k)->x == x &&
		    m->threads[k].generation + 1 == m->generation[x])
			vec_last(&m->run->steps)->woken |= 1u << k;
}

bool do_barrier(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];

	if (th->arrived) {
		vm_emit(m, e);
		return true;
	}
	th->arrived = true;
	th->generation = m->generation[i->x];
	if (++m->arrived[i->x] == m->p->barrier_count[i->x]) {
		open_barrier(m, t, i->x);
		e->flags |= EV_LAST;
	}
	th->reg[i->a] = !!(e->flags & EV_LAST);
	vm_emit(m, e);
	return false;
}
