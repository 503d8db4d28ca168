/* SPDX-License-Identifier: MIT */
/* Executions of the simulated machine: who can run, steps, how they end. */
#include <string.h>

#include "tests/oracle/machine.h"

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

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0xff51afd7ed558ccdu;
	return h ^ (h >> 32);
}

/* --- steps -------------------------------------------------------------------------------- */

void vm_emit(struct vm *m, const struct event *e)
{
	vec_push(&m->run->events, *e);
	vec_last(&m->run->steps)->n_events++;
	m->s->ops->event(m->s, e);
}

unsigned vm_choose(struct vm *m, enum choice_kind kind, unsigned t, unsigned n)
{
	unsigned k = m->s->ops->value(m->s, kind, t, n);
	struct vm_step *step = vec_last(&m->run->steps);

	step->outcomes = mix(step->outcomes + 1, k);
	return k;
}

void vm_start_thread(struct vm *m, unsigned t)
{
	m->views[t].next = (struct event){.thread = (uint16_t)t, .kind = OP_THREAD_BEGIN};
	m->views[t].status = THREAD_READY;
	if (m->n <= t)
		m->n = t + 1;
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
	m->views[t].woken_by = 0;
	vm_describe(m, t, &m->views[t].next);
}

static bool do_thread(struct vm *m, unsigned t, const struct insn *i, struct event *e)
{
	if (i->op == I_CREATE) {
		vm_start_thread(m, i->x);
	} else if (i->op == I_TRYJOIN) {
		m->threads[t].reg[i->a] = m->views[i->x].status == THREAD_EXITED;
		e->flags |= m->threads[t].reg[i->a] ? 0 : EV_FAILED;
	} else if (i->op == I_CHOOSE) {
		e->arg = vm_choose(m, CHOICE_USER, t, (unsigned)i->imm);
		m->threads[t].reg[i->a] = (int64_t)e->arg;
	} else if (i->op == I_END) {
		m->views[t].status = THREAD_EXITED;
	} else if (i->op == I_EXIT) {
		m->exited = true;
	}
	vm_emit(m, e);
	return true;
}

static vm_perform *const perform[FAMILY_COUNT] = {
        [FAMILY_THREAD] = do_thread,   [FAMILY_MEMORY] = do_memory, [FAMILY_INDEXED] = do_memory,
        [FAMILY_MUTEX] = do_mutex,     [FAMILY_RWLOCK] = do_rwlock, [FAMILY_SEM] = do_sem,
        [FAMILY_ONCE] = do_once,       [FAMILY_COND] = do_queue,    [FAMILY_FUTEX] = do_queue,
        [FAMILY_BARRIER] = do_barrier,
};

void vm_do_pending(struct vm *m, unsigned t)
{
	struct vm_thread *th = &m->threads[t];
	struct event e = m->views[t].next;
	const struct insn *i = insn_of(m, t);

	if (e.kind == OP_THREAD_BEGIN) {
		vm_emit(m, &e);
		advance(m, t);
		return;
	}
	if (perform[insn_info[i->op].family](m, t, i, &e)) {
		th->asleep = th->arrived = th->reacquire = th->returns = false;
		if (m->views[t].status == THREAD_EXITED || m->exited)
			return;
		th->pc++;
		if (!m->finding)
			advance(m, t);
	} else {
		vm_describe(m, t, &m->views[t].next);
	}
}

static bool is_point(const struct vm *m, unsigned t)
{
	uint32_t at = m->threads[t].pc;
	unsigned pp = op_info[m->views[t].next.kind].pp;

	if (at < VM_POINTS && (m->p->points[t] >> at & 1))
		return true;
	return pp == PP_YIELD || (pp != PP_NEVER && (m->pp & PP_BIT(pp)));
}

/* From the decision to the next preemption point. */
static void take_step(struct vm *m, unsigned t)
{
	vec_push(&m->run->steps, (struct vm_step){.thread = (uint16_t)t,
	                                          .first_event = (uint32_t)m->run->events.n});
	m->current = (uint16_t)t;
	m->views[t].cut = 0;
	for (;;) {
		vm_do_pending(m, t);
		if (m->finding || m->exited || m->views[t].status == THREAD_EXITED ||
		    m->threads[t].asleep)
			return;
		if (is_point(m, t))
			return;
		if (vm_status(m, t) != THREAD_READY) {
			vec_last(&m->run->steps)->was_cut = true;
			vec_last(&m->run->steps)->cut = m->views[t].next;
			m->views[t].cut = 1;
			return;
		}
	}
}

bool vm_preempts(const struct vm *m, unsigned t)
{
	return m->current != NO_THREAD && t != m->current &&
	       m->views[m->current].status == THREAD_READY &&
	       op_info[m->views[m->current].next.kind].pp != PP_YIELD;
}

void vm_step(struct vm *m, unsigned t)
{
	BUG_ON(t >= m->n);
	BUG_ON(m->views[t].status != THREAD_READY && m->views[t].status != THREAD_TIMEABLE);
	m->run->preemptions += vm_preempts(m, t);
	take_step(m, t);
}

/* --- executions --------------------------------------------------------------------------- */

static uint64_t hash_thread(uint64_t h, const struct vm *m, unsigned t)
{
	const struct vm_thread *th = &m->threads[t];

	for (unsigned r = 0; r < VM_REGS; r++)
		h = mix(h, (uint64_t)th->reg[r]);
	h = mix(h, th->pc);
	h = mix(h, m->views[t].status);
	return mix(h, (uint64_t)(th->asleep | th->arrived << 1 | th->reacquire << 2 |
	                         th->returns << 3 | th->spinning << 4 | th->bed << 8));
}

uint64_t vm_hash(const struct vm *m)
{
	uint64_t h = m->finding;

	for (unsigned i = 0; i < m->p->bytes; i += 8) {
		uint64_t word, freed;

		memcpy(&word, m->memory + i, 8);
		memcpy(&freed, m->freed + i, 8);
		h = mix(mix(h, word), freed);
	}
	for (unsigned i = 0; i < 4; i++) {
		h = mix(h, m->mutex[i] | (uint64_t)m->mutex_depth[i] << 16);
		h = mix(h, m->sem[i]);
		h = mix(h, m->rwlock[i].writer | (uint64_t)m->rwlock[i].n_readers << 16);
		h = mix(h, m->once[i] | (uint64_t)m->arrived[i] << 8);
	}
	for (unsigned t = 0; t < m->n; t++)
		h = hash_thread(h, m, t);
	return h;
}

void vm_init(struct vm *m, const struct vm_program *p, struct scheduler *s, unsigned pp,
             struct vm_run *run)
{
	memset(m, 0, offsetof(struct vm, memory));
	memset(m->memory, 0, p->bytes);
	memset(m->freed, 0, p->bytes);
	m->p = p;
	m->s = s;
	m->pp = pp;
	m->run = run;
	m->current = NO_THREAD;
	for (unsigned i = 0; i < VM_OBJECTS; i++) {
		m->mutex[i] = m->rwlock[i].writer = NO_THREAD;
		m->sem[i] = p->sem_value[i];
	}
	vm_start_thread(m, 0);
	vec_clear(&run->events);
	vec_clear(&run->steps);
	run->preemptions = 0;
	run->deadlock = false;
}

bool vm_over(struct vm *m)
{
	bool any = false, stuck = false;

	for (unsigned t = 0; t < m->n; t++) {
		struct thread_view *v = &m->views[t];

		if (v->status == THREAD_ABSENT || v->status == THREAD_EXITED)
			continue;
		v->status = vm_status(m, t);
		any |= v->status == THREAD_READY || v->status == THREAD_TIMEABLE;
		stuck |= v->status == THREAD_BLOCKED || v->status == THREAD_SPINNING;
	}
	if (m->finding || m->exited) {
		m->views[m->current].status = THREAD_READY; /* stopped, not done */
		m->run->reason = m->finding ? END_FINDING : END_EXIT;
		return true;
	}
	if (any)
		return false;
	m->run->deadlock = stuck;
	m->run->reason = stuck ? END_FINDING : END_EXIT;
	return true;
}

void vm_close(struct vm *m)
{
	struct vm_run *run = m->run;

	run->finding = m->finding;
	if (m->finding || m->exited)
		vec_last(&run->steps)->fatal = true;
	run->cut_short = false;
	for (unsigned t = 0; t < m->n && m->finding; t++)
		run->cut_short |= t != m->current && (m->views[t].status == THREAD_READY ||
		                                      m->views[t].status == THREAD_TIMEABLE ||
		                                      m->views[t].status == THREAD_SPINNING);
	run->bug = m->finding ? hash_thread(m->current, m, m->current) : 0;
	run->state = vm_hash(m);
	if (m->finding)
		run->outcome = 1;
	else if (m->exited)
		run->outcome = hash_thread(2, m, m->current);
	else
		run->outcome = run->state;
}

static bool can_run(const struct thread_view *v)
{
	return v->status == THREAD_READY || v->status == THREAD_TIMEABLE;
}

static struct sched_view vm_view(const struct vm *m)
{
	struct sched_view view = {
	        .threads = m->views, .n_threads = (uint16_t)m->n, .current = m->current};

	for (unsigned t = 0; t < m->n; t++) {
		view.timeable |= m->views[t].status == THREAD_TIMEABLE;
		if (can_run(&m->views[t]))
			threads_add(&view.runnable, t);
	}
	view.n_runnable = (uint16_t)threads_count(&view.runnable, m->n);
	return view;
}

static bool preempts(const struct vm *m, unsigned thread)
{
	const struct thread_view *v = m->current == NO_THREAD ? NULL : &m->views[m->current];

	return v && thread != m->current && v->status == THREAD_READY &&
	       op_info[v->next.kind].pp != PP_YIELD;
}

/* As the runtime does: where the scheduler knows already, it is not shown anything. */
static unsigned vm_ask(const struct vm *m, struct scheduler *s, const struct sched_view *view)
{
	struct replay_step f;

	if (!s->ops->peek_replay || !s->ops->peek_replay(s, &f))
		return s->ops->thread(s, view);
	BUG_ON(f.runnable != view->n_runnable || f.thread >= m->n || !can_run(&m->views[f.thread]));
	BUG_ON(f.preempts != preempts(m, f.thread));
	s->ops->take_replay(s);
	return f.thread;
}

void vm_execute(const struct vm_program *p, struct scheduler *s, unsigned pp, struct vm_run *run)
{
	struct vm m;
	struct sched_view view;

	vm_init(&m, p, s, pp, run);
	for (;;) {
		unsigned t;
		bool over = vm_over(&m);

		view = vm_view(&m);
		if (over)
			break;
		t = vm_ask(&m, s, &view);
		if (t == PICK_ABANDON) {
			run->reason = END_ABANDONED;
			break;
		}
		vm_step(&m, t);
	}
	vm_close(&m);
	s->ops->end(s, run->reason, &view);
}
