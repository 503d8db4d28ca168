/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/oracle/vm.h"

struct vm_thread {
	int64_t reg[VM_REGS];
	uint32_t pc;
	bool asleep;         /* on a condition variable or futex; pending is what comes after */
	bool timed;          /* ... and may give up */
	bool arrived;        /* at a barrier: the arrival was made, leaving is pending */
	bool reacquire;      /* woken or timed out: the mutex of the wait is pending */
	bool returns;        /* woken from a futex */
	uint32_t generation; /* of the barrier it waits at */
};

struct vm_lock {
	uint16_t writer; /* NO_THREAD: none */
	unsigned n_readers;
};

struct vm {
	const struct vm_program *p;
	struct scheduler *s;
	struct vm_run *run;
	unsigned pp;
	struct vm_thread threads[VM_THREADS];
	struct thread_view views[VM_THREADS];
	unsigned n;
	uint16_t current;
	uint8_t memory[VM_BYTES];
	bool freed[VM_BYTES];
	uint16_t mutex[VM_OBJECTS];
	struct vm_lock rwlock[VM_OBJECTS];
	unsigned sem[VM_OBJECTS];
	unsigned arrived[VM_OBJECTS];
	uint32_t generation[VM_OBJECTS];
	bool finding;
};

void vm_program_release(struct vm_program *p)
{
	for (unsigned t = 0; t < VM_THREADS; t++)
		vec_release(&p->code[t]);
}

void vm_run_release(struct vm_run *r)
{
	vec_release(&r->events);
	vec_release(&r->steps);
}

static const struct insn *insn_of(const struct vm *m, unsigned t)
{
	return &m->p->code[t].at[m->threads[t].pc];
}

/* --- what a thread is about to do ------------------------------------------------------- */

static const uint8_t op_of_insn[] = {
        [I_END] = OP_THREAD_EXIT,
        [I_READ] = OP_READ,
        [I_READ_AT] = OP_READ,
        [I_WRITE] = OP_WRITE,
        [I_WRITE_REG] = OP_WRITE,
        [I_LOAD] = OP_ATOMIC_LOAD,
        [I_STORE] = OP_ATOMIC_STORE,
        [I_RMW] = OP_ATOMIC_RMW,
        [I_CAS] = OP_ATOMIC_CAS,
        [I_CAS_AT] = OP_ATOMIC_CAS,
        [I_ALLOC] = OP_ALLOC,
        [I_FREE] = OP_FREE,
        [I_MUTEX_INIT] = OP_MUTEX_INIT,
        [I_LOCK] = OP_MUTEX_LOCK,
        [I_TRYLOCK] = OP_MUTEX_TRYLOCK,
        [I_TIMEDLOCK] = OP_MUTEX_TIMEDLOCK,
        [I_UNLOCK] = OP_MUTEX_UNLOCK,
        [I_RDLOCK] = OP_RWLOCK_RDLOCK,
        [I_WRLOCK] = OP_RWLOCK_WRLOCK,
        [I_TRYRDLOCK] = OP_RWLOCK_TRYRDLOCK,
        [I_TRYWRLOCK] = OP_RWLOCK_TRYWRLOCK,
        [I_RDUNLOCK] = OP_RWLOCK_RDUNLOCK,
        [I_WRUNLOCK] = OP_RWLOCK_WRUNLOCK,
        [I_SEM_WAIT] = OP_SEM_WAIT,
        [I_SEM_TRYWAIT] = OP_SEM_TRYWAIT,
        [I_SEM_TIMEDWAIT] = OP_SEM_TIMEDWAIT,
        [I_SEM_POST] = OP_SEM_POST,
        [I_SEM_GETVALUE] = OP_SEM_GETVALUE,
        [I_WAIT] = OP_COND_WAIT,
        [I_TIMEDWAIT] = OP_COND_WAIT,
        [I_SIGNAL] = OP_COND_SIGNAL,
        [I_BROADCAST] = OP_COND_BROADCAST,
        [I_BARRIER] = OP_BARRIER_ARRIVE,
        [I_FUTEX_WAIT] = OP_FUTEX_WAIT,
        [I_FUTEX_TIMEDWAIT] = OP_FUTEX_WAIT,
        [I_FUTEX_WAKE] = OP_FUTEX_WAKE,
        [I_CREATE] = OP_THREAD_CREATE,
        [I_JOIN] = OP_THREAD_JOIN,
        [I_CHOOSE] = OP_CHOOSE,
        [I_YIELD] = OP_YIELD,
};

static void object(struct event *e, uint64_t addr, uint32_t size)
{
	e->addr = addr;
	e->size = size;
}

static void describe_object(struct event *e, const struct insn *i)
{
	switch (i->op) {
	case I_MUTEX_INIT:
	case I_LOCK:
	case I_TRYLOCK:
	case I_TIMEDLOCK:
	case I_UNLOCK:
		object(e, VM_MUTEX(i->x), VM_MUTEX_SIZE);
		break;
	case I_RDLOCK:
	case I_WRLOCK:
	case I_TRYRDLOCK:
	case I_TRYWRLOCK:
	case I_RDUNLOCK:
	case I_WRUNLOCK:
		object(e, VM_RWLOCK(i->x), VM_RWLOCK_SIZE);
		break;
	case I_SEM_WAIT:
	case I_SEM_TRYWAIT:
	case I_SEM_TIMEDWAIT:
	case I_SEM_POST:
	case I_SEM_GETVALUE:
		object(e, VM_SEM(i->x), VM_SEM_SIZE);
		break;
	case I_WAIT:
	case I_TIMEDWAIT:
		e->arg = VM_MUTEX(i->y);
		object(e, VM_COND(i->x), VM_COND_SIZE);
		break;
	case I_SIGNAL:
	case I_BROADCAST:
		object(e, VM_COND(i->x), VM_COND_SIZE);
		break;
	case I_BARRIER:
		object(e, VM_BARRIER(i->x), VM_BARRIER_SIZE);
		break;
	case I_FUTEX_WAIT:
	case I_FUTEX_TIMEDWAIT:
		object(e, VM_MEMORY + i->x, 4);
		break;
	case I_FUTEX_WAKE:
		object(e, VM_MEMORY + i->x, 0);
		break;
	case I_CREATE:
	case I_JOIN:
		e->arg = i->x;
		break;
	default:
		break;
	}
}

static void describe(const struct vm *m, unsigned t, struct event *e)
{
	const struct vm_thread *th = &m->threads[t];
	const struct insn *i = insn_of(m, t);

	*e = (struct event){.thread = (uint16_t)t, .kind = op_of_insn[i->op], .pc = th->pc + 1};
	describe_object(e, i);
	if (i->op == I_READ_AT || i->op == I_CAS_AT)
		object(e, VM_MEMORY + i->x + (uint64_t)th->reg[i->y] * 8, 8);
	else if (i->op >= I_READ && i->op <= I_CAS)
		object(e, VM_MEMORY + i->x, i->y);
	else if (i->op == I_FREE)
		object(e, VM_MEMORY + i->x, i->y);
	if (th->asleep && th->timed) {
		e->kind = i->op == I_TIMEDWAIT ? OP_COND_TIMEOUT : OP_FUTEX_TIMEOUT;
		e->size = i->op == I_TIMEDWAIT ? e->size : 0;
	} else if (th->returns || (th->asleep && op_of_insn[i->op] == OP_FUTEX_WAIT)) {
		*e = (struct event){.thread = (uint16_t)t, .kind = OP_FUTEX_RETURN};
	} else if (th->reacquire || th->asleep) {
		e->kind = OP_COND_REACQUIRE;
		e->arg = VM_COND(i->x);
		object(e, VM_MUTEX(i->y), VM_MUTEX_SIZE);
	} else if (th->arrived) {
		e->kind = OP_BARRIER_LEAVE;
	}
}

static bool lock_free(const struct vm *m, const struct insn *i, bool shared)
{
	const struct vm_lock *l = &m->rwlock[i->x];

	return l->writer == NO_THREAD && (shared || !l->n_readers);
}

static uint8_t status_of(const struct vm *m, unsigned t)
{
	const struct vm_thread *th = &m->threads[t];
	const struct insn *i = insn_of(m, t);

	switch (m->views[t].next.kind) {
	case OP_MUTEX_LOCK:
		return m->mutex[i->x] == NO_THREAD ? THREAD_READY : THREAD_BLOCKED;
	case OP_MUTEX_TIMEDLOCK:
		return m->mutex[i->x] == NO_THREAD ? THREAD_READY : THREAD_TIMEABLE;
	case OP_COND_REACQUIRE:
		return !th->asleep && m->mutex[i->y] == NO_THREAD ? THREAD_READY : THREAD_BLOCKED;
	case OP_FUTEX_RETURN:
		return th->asleep ? THREAD_BLOCKED : THREAD_READY;
	case OP_COND_TIMEOUT:
	case OP_FUTEX_TIMEOUT:
		return THREAD_TIMEABLE;
	case OP_RWLOCK_RDLOCK:
		return lock_free(m, i, true) ? THREAD_READY : THREAD_BLOCKED;
	case OP_RWLOCK_WRLOCK:
		return lock_free(m, i, false) ? THREAD_READY : THREAD_BLOCKED;
	case OP_SEM_WAIT:
		return m->sem[i->x] ? THREAD_READY : THREAD_BLOCKED;
	case OP_SEM_TIMEDWAIT:
		return m->sem[i->x] ? THREAD_READY : THREAD_TIMEABLE;
	case OP_BARRIER_LEAVE:
		return m->generation[i->x] != th->generation ? THREAD_READY : THREAD_BLOCKED;
	case OP_THREAD_JOIN:
		return m->views[i->x].status == THREAD_EXITED ? THREAD_READY : THREAD_BLOCKED;
	default:
		return THREAD_READY;
	}
}

/* Runs invisible instructions up to the next visible one. */
static void advance(struct vm *m, unsigned t)
{
	struct vm_thread *th = &m->threads[t];

	for (;; th->pc++) {
		const struct insn *i = insn_of(m, t);

		if (i->op == I_SET) {
			th->reg[i->a] = i->imm;
		} else if (i->op == I_ADD) {
			th->reg[i->a] += i->imm;
		} else if (i->op == I_MOVE) {
			th->reg[i->a] = th->reg[i->x];
		} else if (i->op == I_JNE) {
			if (th->reg[i->a] != i->y)
				th->pc = (uint32_t)i->imm - 1;
		} else if (i->op == I_ASSERT) {
			m->finding |= th->reg[i->a] != i->imm;
		} else {
			break;
		}
		if (m->finding)
			return;
	}
	describe(m, t, &m->views[t].next);
}

/* --- doing it --------------------------------------------------------------------------- */

static void emit(struct vm *m, const struct event *e)
{
	vec_push(&m->run->events, *e);
	vec_last(&m->run->steps)->n_events++;
	m->s->ops->event(m->s, e);
}

static int64_t load(struct vm *m, const struct event *e)
{
	int64_t v = 0;
	uint64_t at = e->addr - VM_MEMORY;

	BUG_ON(at + e->size > m->p->bytes);
	for (uint32_t k = 0; k < e->size; k++)
		m->finding |= m->freed[at + k];
	memcpy(&v, m->memory + at, e->size);
	return v;
}

static void store(struct vm *m, const struct event *e, int64_t v)
{
	uint64_t at = e->addr - VM_MEMORY;

	for (uint32_t k = 0; k < e->size; k++)
		m->finding |= m->freed[at + k];
	memcpy(m->memory + at, &v, e->size);
}

static void do_memory(struct vm *m, struct vm_thread *th, const struct insn *i, struct event *e)
{
	switch (i->op) {
	case I_READ:
	case I_READ_AT:
	case I_LOAD:
		th->reg[i->a] = load(m, e);
		break;
	case I_WRITE:
	case I_STORE:
		store(m, e, i->imm);
		break;
	case I_WRITE_REG:
		store(m, e, th->reg[i->a] + i->imm);
		break;
	case I_RMW:
		th->reg[i->a] = load(m, e);
		store(m, e, th->reg[i->a] + i->imm);
		break;
	case I_CAS:
	case I_CAS_AT:
		th->reg[i->a] = load(m, e) == 0;
		if (th->reg[i->a])
			store(m, e, i->imm);
		else
			e->flags |= EV_FAILED;
		break;
	default:
		for (uint32_t k = 0; i->op == I_FREE && k < e->size; k++) {
			m->finding |= m->freed[i->x + k];
			m->freed[i->x + k] = true;
		}
		break;
	}
}

static void try_result(struct vm_thread *th, const struct insn *i, struct event *e, bool ok)
{
	th->reg[i->a] = ok;
	if (!ok)
		e->flags |= EV_FAILED;
}

static void do_lock(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];
	struct vm_lock *l = &m->rwlock[i->x];
	bool ok = true;

	switch (i->op) {
	case I_MUTEX_INIT:
		m->finding |= m->mutex[i->x] != NO_THREAD;
		break;
	case I_TRYLOCK:
	case I_TIMEDLOCK:
		try_result(th, i, e, m->mutex[i->x] == NO_THREAD);
		ok = th->reg[i->a];
		/* fallthrough */
	case I_LOCK:
		if (ok)
			m->mutex[i->x] = (uint16_t)t;
		break;
	case I_UNLOCK:
		m->mutex[i->x] = NO_THREAD;
		break;
	case I_TRYRDLOCK:
		try_result(th, i, e, lock_free(m, i, true));
		ok = th->reg[i->a];
		/* fallthrough */
	case I_RDLOCK:
		l->n_readers += ok;
		break;
	case I_TRYWRLOCK:
		try_result(th, i, e, lock_free(m, i, false));
		ok = th->reg[i->a];
		/* fallthrough */
	case I_WRLOCK:
		if (ok)
			l->writer = (uint16_t)t;
		break;
	case I_RDUNLOCK:
		l->n_readers--;
		break;
	default:
		l->writer = NO_THREAD;
		break;
	}
}

static void do_sem(struct vm *m, struct vm_thread *th, const struct insn *i, struct event *e)
{
	unsigned *v = &m->sem[i->x];

	e->arg = *v;
	switch (i->op) {
	case I_SEM_TRYWAIT:
	case I_SEM_TIMEDWAIT:
		try_result(th, i, e, *v > 0);
		*v -= th->reg[i->a] != 0;
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
}

static void wake(struct vm *m, unsigned t)
{
	struct vm_thread *th = &m->threads[t];

	th->asleep = false;
	if (op_of_insn[insn_of(m, t)->op] == OP_FUTEX_WAIT)
		th->returns = true;
	else
		th->reacquire = true;
	vec_last(&m->run->steps)->woken |= 1u << t;
	describe(m, t, &m->views[t].next);
}

static bool sleeps_at(const struct vm *m, unsigned t, uint8_t op, uint16_t x)
{
	const struct insn *i;

	if (t >= m->n || !m->threads[t].asleep)
		return false;
	i = insn_of(m, t);
	return op_of_insn[i->op] == op && i->x == x;
}

/* Wakes one sleeper, by choice; NO_THREAD if there is none. */
static unsigned wake_one(struct vm *m, unsigned waker, uint8_t op, uint16_t x)
{
	unsigned sleepers[VM_THREADS], n = 0, k = 0;

	for (unsigned t = 0; t < m->n; t++)
		if (sleeps_at(m, t, op, x))
			sleepers[n++] = t;
	if (!n)
		return NO_THREAD;
	if (n > 1)
		k = m->s->ops->value(m->s, CHOICE_WAITER, waker, n);
	wake(m, sleepers[k]);
	return sleepers[k];
}

/* Condition variables and futexes. False: the instruction is not over yet. */
static bool do_queue(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];

	switch (e->kind) {
	case OP_COND_WAIT:
		m->mutex[i->y] = NO_THREAD;
		th->asleep = true;
		th->timed = i->op == I_TIMEDWAIT;
		th->reg[i->a] = 0;
		emit(m, e);
		return false;
	case OP_FUTEX_WAIT:
		th->reg[i->a] = load(m, e) != i->imm;
		th->asleep = !th->reg[i->a];
		th->timed = i->op == I_FUTEX_TIMEDWAIT;
		e->flags |= th->asleep ? 0 : EV_FAILED;
		emit(m, e);
		return !th->asleep;
	case OP_COND_TIMEOUT:
	case OP_FUTEX_TIMEOUT:
		th->asleep = false;
		th->reacquire = e->kind == OP_COND_TIMEOUT;
		th->reg[i->a] = e->kind == OP_COND_TIMEOUT ? 1 : 2;
		e->flags |= EV_TIMEOUT;
		emit(m, e);
		return e->kind == OP_FUTEX_TIMEOUT;
	case OP_COND_REACQUIRE:
		m->mutex[i->y] = (uint16_t)t;
		break;
	case OP_COND_SIGNAL:
		e->arg = wake_one(m, t, OP_COND_WAIT, i->x);
		break;
	case OP_COND_BROADCAST:
		for (unsigned k = 0; k < m->n; k++)
			if (sleeps_at(m, k, OP_COND_WAIT, i->x))
				wake(m, k);
		break;
	case OP_FUTEX_WAKE:
		for (int k = 0; k < i->imm; k++) {
			e->arg = wake_one(m, t, OP_FUTEX_WAIT, i->x);
			if (k && e->arg == NO_THREAD)
				return true;
			if (k + 1 < i->imm && e->arg != NO_THREAD)
				emit(m, e);
			else
				break;
		}
		break;
	default:
		break;
	}
	emit(m, e);
	return true;
}

static bool do_barrier(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];

	if (th->arrived) {
		emit(m, e);
		return true;
	}
	th->arrived = true;
	th->generation = m->generation[i->x];
	if (++m->arrived[i->x] == m->p->barrier_count[i->x]) {
		m->arrived[i->x] = 0;
		m->generation[i->x]++;
		e->flags |= EV_LAST;
		for (unsigned k = 0; k < m->n; k++)
			if (k != t && m->threads[k].arrived && insn_of(m, k)->x == i->x &&
			    m->threads[k].generation + 1 == m->generation[i->x])
				vec_last(&m->run->steps)->woken |= 1u << k;
	}
	th->reg[i->a] = !!(e->flags & EV_LAST);
	emit(m, e);
	return false;
}

static void start_thread(struct vm *m, unsigned t)
{
	m->views[t].next = (struct event){.thread = (uint16_t)t, .kind = OP_THREAD_BEGIN};
	m->views[t].status = THREAD_READY;
	if (m->n <= t)
		m->n = t + 1;
}

/* Does the pending operation of the thread. False: the instruction is not over yet. */
static bool do_insn(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	struct vm_thread *th = &m->threads[t];

	if (i->op >= I_WAIT && i->op <= I_BROADCAST)
		return do_queue(m, t, i, e);
	if (i->op >= I_FUTEX_WAIT && i->op <= I_FUTEX_WAKE)
		return do_queue(m, t, i, e);
	if (i->op == I_BARRIER)
		return do_barrier(m, t, i, e);
	if (i->op >= I_READ && i->op <= I_FREE)
		do_memory(m, th, i, e);
	else if (i->op >= I_MUTEX_INIT && i->op <= I_WRUNLOCK)
		do_lock(m, t, i, e);
	else if (i->op >= I_SEM_WAIT && i->op <= I_SEM_GETVALUE)
		do_sem(m, th, i, e);
	else if (i->op == I_CREATE)
		start_thread(m, i->x);
	else if (i->op == I_CHOOSE)
		e->arg = (uint64_t)(th->reg[i->a] = m->s->ops->value(m->s, CHOICE_USER, t,
		                                                     (unsigned)i->imm));
	else if (i->op == I_END)
		m->views[t].status = THREAD_EXITED;
	emit(m, e);
	return true;
}

static void do_pending(struct vm *m, unsigned t)
{
	struct vm_thread *th = &m->threads[t];
	struct event e = m->views[t].next;

	if (e.kind == OP_THREAD_BEGIN) {
		emit(m, &e);
		advance(m, t);
		return;
	}
	if (do_insn(m, t, insn_of(m, t), &e)) {
		th->asleep = th->arrived = th->reacquire = th->returns = false;
		if (m->views[t].status == THREAD_EXITED)
			return;
		th->pc++;
		if (!m->finding)
			advance(m, t);
	} else {
		describe(m, t, &m->views[t].next);
	}
}

static bool is_pp(const struct vm *m, unsigned kind)
{
	unsigned pp = op_info[kind].pp;

	return pp == PP_YIELD || (pp != PP_NEVER && (m->pp & PP_BIT(pp)));
}

/* One step: from the decision to the next preemption point. */
static void take_step(struct vm *m, unsigned t)
{
	vec_push(&m->run->steps, (struct vm_step){.thread = (uint16_t)t,
	                                          .first_event = (uint32_t)m->run->events.n});
	m->current = (uint16_t)t;
	m->views[t].cut = 0;
	for (;;) {
		do_pending(m, t);
		if (m->finding || m->views[t].status == THREAD_EXITED || m->threads[t].asleep)
			return;
		if (is_pp(m, m->views[t].next.kind))
			return;
		if (status_of(m, t) != THREAD_READY) {
			vec_last(&m->run->steps)->was_cut = true;
			vec_last(&m->run->steps)->cut = m->views[t].next;
			m->views[t].cut = 1;
			return;
		}
	}
}

/* --- executions -------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0xff51afd7ed558ccdu;
	return h ^ (h >> 32);
}

static uint64_t hash_state(const struct vm *m)
{
	uint64_t h = m->finding;

	for (unsigned i = 0; i < m->p->bytes; i += 8) {
		uint64_t word, freed;

		memcpy(&word, m->memory + i, 8);
		memcpy(&freed, m->freed + i, 8);
		h = mix(mix(h, word), freed);
	}
	for (unsigned i = 0; i < 2; i++) {
		h = mix(h, m->mutex[i]);
		h = mix(h, m->sem[i]);
		h = mix(h, m->rwlock[i].writer);
	}
	for (unsigned t = 0; t < m->n; t++) {
		const struct vm_thread *th = &m->threads[t];

		for (unsigned r = 0; r < VM_REGS; r++)
			h = mix(h, (uint64_t)th->reg[r]);
		h = mix(h, th->pc);
		h = mix(h, m->views[t].status);
		h = mix(h, (uint64_t)(th->asleep | th->arrived << 1 | th->reacquire << 2));
	}
	return h;
}

static bool update_views(struct vm *m)
{
	bool any = false;

	for (unsigned t = 0; t < m->n; t++) {
		if (m->views[t].status == THREAD_ABSENT || m->views[t].status == THREAD_EXITED)
			continue;
		m->views[t].status = status_of(m, t);
		any |= m->views[t].status != THREAD_BLOCKED;
	}
	return any;
}

static void init(struct vm *m, const struct vm_program *p, struct scheduler *s, unsigned pp,
                 struct vm_run *run)
{
	memset(m, 0, offsetof(struct vm, memory));
	memset(m->memory, 0, p->bytes);
	memset(m->freed, 0, p->bytes);
	memset(m->arrived, 0, sizeof(m->arrived));
	memset(m->generation, 0, sizeof(m->generation));
	m->finding = false;
	m->p = p;
	m->s = s;
	m->pp = pp;
	m->run = run;
	m->current = NO_THREAD;
	for (unsigned i = 0; i < VM_OBJECTS; i++) {
		m->mutex[i] = m->rwlock[i].writer = NO_THREAD;
		m->rwlock[i].n_readers = 0;
		m->sem[i] = p->sem_value[i];
	}
	start_thread(m, 0);
	vec_clear(&run->events);
	vec_clear(&run->steps);
	run->preemptions = 0;
}

static bool preempts(const struct vm *m, unsigned t)
{
	return m->current != NO_THREAD && t != m->current &&
	       m->views[m->current].status == THREAD_READY &&
	       op_info[m->views[m->current].next.kind].pp != PP_YIELD;
}

static enum end_reason loop(struct vm *m, struct sched_view *view)
{
	for (;;) {
		bool any = update_views(m);
		unsigned t;

		*view = (struct sched_view){m->views, (uint16_t)m->n, m->current};
		if (m->finding) {
			m->views[m->current].status = THREAD_READY; /* stopped, not done */
			return END_FINDING;
		}
		if (!any) {
			for (t = 0; t < m->n; t++)
				m->run->deadlock |= m->views[t].status == THREAD_BLOCKED;
			return m->run->deadlock ? END_FINDING : END_EXIT;
		}
		t = m->s->ops->thread(m->s, view);
		if (t == PICK_ABANDON)
			return END_ABANDONED;
		BUG_ON(t >= m->n);
		BUG_ON(m->views[t].status != THREAD_READY && m->views[t].status != THREAD_TIMEABLE);
		m->run->preemptions += preempts(m, t);
		take_step(m, t);
	}
}

void vm_execute(const struct vm_program *p, struct scheduler *s, unsigned pp, struct vm_run *run)
{
	struct vm m;
	struct sched_view view;

	init(&m, p, s, pp, run);
	run->deadlock = false;
	run->reason = loop(&m, &view);
	run->finding = m.finding;
	if (m.finding)
		vec_last(&run->steps)->fatal = true;
	run->state = hash_state(&m);
	s->ops->end(s, run->reason, &view);
}
