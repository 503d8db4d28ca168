/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <string.h>

#include "engine/event.h"
#include "engine/findings.h"
#include "engine/hidden.h"
#include "engine/loop.h"
#include "engine/record.h"
#include "engine/spin.h"
#include "tests/oracle/machine.h"
#include "tests/oracle/sim.h"

static struct thread threads[VM_THREADS];
struct thread *self = &threads[0];
static struct vm vm;
static struct vm_run run;
static const struct vm_program *program;
static struct scheduler engine_scheduler; /* what the instructions call: hands over to the engine */
static uint64_t max_executions;
static jmp_buf left;
static bool hidden; /* what is being done is no event */

/* --- from the instructions to the engine --------------------------------------------------- */

static void start_thread(unsigned id)
{
	struct thread *t = &threads[id];
	struct spin *spin = t->spin;
	struct loop *loop = t->loop;

	BUG_ON(id != thread_count()); /* ids are given in order here */
	*t = (struct thread){.spin = spin, .loop = loop};
	thread_register(t);
	spin_start(t);
	loop_start(t);
	if (program->private_memory) {
		t->memory_lo = VM_MEMORY + VM_PRIVATE + (id - 1) * VM_PRIVATE_BYTES;
		t->memory_hi = t->memory_lo + VM_PRIVATE_BYTES;
	}
	hidden_start(t);
	thread_publish(t, 0);
}

static void on_event(struct scheduler *s, const struct event *e)
{
	(void)s;
	if (hidden) {
		hidden_access((enum op_kind)e->kind, (const void *)(uintptr_t)e->addr, e->size,
		              e->flags);
		return;
	}
	if (e->kind == OP_THREAD_CREATE)
		start_thread((unsigned)e->arg);
	else if (e->kind == OP_THREAD_EXIT)
		thread_exited();
	views[self->id].next = *e;
	engine_event(e->flags);
}

static unsigned on_choice(struct scheduler *s, enum choice_kind kind, unsigned thread, unsigned n)
{
	(void)s;
	(void)thread;
	return op_choose(kind, n);
}

static const struct scheduler_ops engine_ops = {.event = on_event, .value = on_choice};

/* --- threads ------------------------------------------------------------------------------ */

/* A wake-up gives sleepers another operation. */
static void show_woken(void)
{
	for (unsigned t = 0; t < vm.n; t++) {
		const struct event *e = &vm.views[t].next;

		if (t == self->id || !threads[t].asleep || vm.threads[t].asleep)
			continue;
		thread_wake(&threads[t], (enum op_kind)e->kind, (const void *)(uintptr_t)e->addr,
		            e->size, e->arg);
	}
}

static bool all_exited(void)
{
	for (unsigned t = 0; t < thread_count(); t++)
		if (threads[t].status != THREAD_EXITED)
			return false;
	return true;
}

/* self has done an operation that ends something. */
static void check_ends(void)
{
	if (vm.finding)
		finding_raise(FINDING_ASSERTION, vm.views[self->id].next.pc, "a finding");
	if (vm.exited || all_exited())
		execution_end(END_EXIT);
}

static bool is_hidden(const struct event *e)
{
	return (e->kind == OP_READ || e->kind == OP_WRITE) &&
	       hidden_by_place((const void *)(uintptr_t)e->addr, e->size);
}

/* From an operation that self may do to the next one that somebody may. */
static void take_operation(void)
{
	unsigned t = self->id;

	vm.current = (uint16_t)t;
	vm_do_pending(&vm, t);
	while (!vm.finding && vm.views[t].status != THREAD_EXITED && is_hidden(&vm.views[t].next)) {
		hidden = true;
		vm_do_pending(&vm, t);
		hidden = false;
	}
	check_ends();
	show_woken();
	if (vm.views[t].status == THREAD_EXITED) {
		engine_leave_thread();
		return;
	}
	self->asleep = vm.threads[t].asleep;
	self->timed = vm.threads[t].timed;
	self->sleep_addr = vm.threads[t].bed;
	const struct event *e = &vm.views[t].next;
	engine_arrive((enum op_kind)e->kind, (const void *)(uintptr_t)e->addr, e->size, e->arg,
	              e->pc);
}

/* What the engine says of threads that wait is part of the final state (vm_hash). */
static void close_run(void)
{
	enum end_reason why = execution_end_reason();
	struct sim_seen *seen = sim_host.seen;

	for (unsigned t = 0; t < vm.n; t++)
		vm.threads[t].spinning |= threads[t].spinning;
	vm_over(&vm);
	vm_close(&vm);
	if (recording.n_events > seen->events)
		seen->events = recording.n_events;
	if (why == END_ABANDONED || why == END_LIMIT) {
		seen->abandoned++;
		return;
	}
	seen->executions++;
	hash_set_add(&seen->states, run.state);
	hash_set_add(&seen->outcomes, run.outcome);
	struct sim_schedule s = {.outcome = run.outcome};
	for (size_t i = 0; i < recording.choices.n; i++)
		vec_push(&s.choices, recording.choices.at[i]);
	vec_push(&seen->schedules, s);
	seen->over |= max_executions && seen->executions >= max_executions;
	sim_host.stop |= seen->over;
}

static bool sim_run(void)
{
	struct spin *spin = threads[0].spin;
	struct loop *loop = threads[0].loop;

	vm_init(&vm, program, &engine_scheduler, 0, &run);
	vec_push(&run.steps, (struct vm_step){0});
	threads[0] = (struct thread){.status = THREAD_READY, .spin = spin, .loop = loop};
	spin_start(self);
	loop_start(self);
	if (!setjmp(left)) {
		engine_arrive(OP_THREAD_BEGIN, NULL, 0, 0, 0);
		for (;;)
			take_operation();
	}
	close_run();
	return true;
}

static void sim_reset(void)
{
	self = &threads[0];
}

static NORETURN void sim_leave(void)
{
	longjmp(left, 1);
}

/* The interpreter goes on with whoever is self. */
static void sim_resume(struct thread *old, struct thread *next)
{
	(void)old;
	(void)next;
}

static enum thread_status sim_can_run(const struct thread *t, const struct event *pending)
{
	(void)pending;
	return (enum thread_status)vm_status(&vm, t->id);
}

static can_run_fn can_run[OP_COUNT];

static size_t sim_stack(const struct thread *t, uintptr_t pc, uint64_t *out, size_t max)
{
	(void)t;
	if (max)
		out[0] = pc;
	return max != 0;
}

/* --- memory and states --------------------------------------------------------------------- */

/* The bytes of a synchronization object: whatever tells its states apart. */
static const void *object_at(uintptr_t addr)
{
	static uint64_t bytes[8];
	unsigned kind = (unsigned)(addr >> 16);

	memset(bytes, 0, sizeof(bytes));
	if (kind == VM_MUTEX(0) >> 16) {
		unsigned i = (unsigned)(addr - VM_MUTEX(0)) / VM_MUTEX_SIZE;
		bytes[0] = vm.mutex[i] | (uint64_t)vm.mutex_depth[i] << 16;
	} else if (kind == VM_RWLOCK(0) >> 16) {
		unsigned i = (unsigned)(addr - VM_RWLOCK(0)) / VM_RWLOCK_SIZE;
		bytes[0] = vm.rwlock[i].writer | (uint64_t)vm.rwlock[i].n_readers << 16;
	} else if (kind == VM_SEM(0) >> 16) {
		bytes[0] = vm.sem[(addr - VM_SEM(0)) / VM_SEM_SIZE];
	}
	return bytes;
}

static const void *sim_at(uintptr_t addr, size_t n)
{
	bool in_memory = addr >= VM_MEMORY && addr + n <= VM_MEMORY + program->bytes;

	return in_memory ? vm.memory + (addr - VM_MEMORY) : object_at(addr);
}

static bool sim_read(uintptr_t addr, size_t n, uint8_t *out)
{
	memcpy(out, sim_at(addr, n), n);
	return true;
}

static uint64_t sim_digest(void)
{
	return vm_hash(&vm) | 1;
}

static bool sim_keep_state(void *room)
{
	memcpy(room, &vm.threads[self->id], sizeof(struct vm_thread));
	return true;
}

static bool sim_same_state(const void *room, uintptr_t written)
{
	const struct vm_thread *was = room, *is = &vm.threads[self->id];

	(void)written;
	return was->pc == is->pc && memcmp(was->reg, is->reg, sizeof(is->reg)) == 0 &&
	       was->asleep == is->asleep && was->arrived == is->arrived &&
	       was->reacquire == is->reacquire && was->returns == is->returns;
}

static const uintptr_t private_lo = VM_MEMORY + VM_PRIVATE;
static uintptr_t private_bytes;

static struct machine sim_machine = {
        .run = sim_run,
        .leave = sim_leave,
        .reset = sim_reset,
        .resume = sim_resume,
        .can_run = can_run,
        .stack = sim_stack,
        .at = sim_at,
        .read = sim_read,
        .digest = sim_digest,
        .thread_memory_lo = &private_lo,
        .thread_memory_bytes = &private_bytes,
        .state_bytes = sizeof(struct vm_thread),
        .keep_state = sim_keep_state,
        .same_state = sim_same_state,
};

/* --- searches ------------------------------------------------------------------------------ */

struct wire_config sim_config(unsigned pp)
{
	struct wire_config c = {
	        .schedule = SCHEDULE_EXPLORE,
	        .max_events = 100000,
	        .pp_set = pp,
	        .flags = WIRE_CONTINUE,
	        .explore = {.reduction = REDUCTION_OPTIMAL, .bound = EXPLORE_NO_BOUND},
	};

	for (unsigned i = 0; i < LOOP_LIMIT_COUNT; i++)
		c.loops[i] = loop_limit_info[i].value;
	return c;
}

/* Operations that can block; loads only because of I_SPIN without plain_spins. */
static void fill_can_run(void)
{
	static const uint8_t blocking[] = {
	        OP_THREAD_JOIN,    OP_MUTEX_LOCK,         OP_MUTEX_TIMEDLOCK,    OP_RWLOCK_RDLOCK,
	        OP_RWLOCK_WRLOCK,  OP_RWLOCK_TIMEDRDLOCK, OP_RWLOCK_TIMEDWRLOCK, OP_COND_TIMEOUT,
	        OP_COND_REACQUIRE, OP_SEM_WAIT,           OP_SEM_TIMEDWAIT,      OP_BARRIER_LEAVE,
	        OP_ONCE_RUN,       OP_ONCE_PASS,          OP_FUTEX_TIMEOUT,      OP_FUTEX_RETURN,
	};

	for (size_t i = 0; i < ARRAY_SIZE(blocking); i++)
		can_run[blocking[i]] = sim_can_run;
}

static void run_engine(void)
{
	machine = &sim_machine;
	n_threads = 0;
	self = &threads[0];
	thread_register(self);
	threads_exist = true;
	engine_start();
	engine_run();
}

void sim_run_engine_with(const struct vm_program *p, const struct wire_config *c, uint64_t max,
                         struct sim_host *host, struct sim_seen *out)
{
	memset(out, 0, sizeof(*out));
	program = p;
	engine_scheduler.ops = &engine_ops;
	max_executions = max;
	private_bytes = p->private_memory ? VM_THREADS * VM_PRIVATE_BYTES : 0;
	fill_can_run();
	wire_config = *c;
	sim_host = *host;
	sim_host.seen = out;
	sim_host_run(run_engine);
	*host = sim_host;
}

void sim_run_engine(const struct vm_program *p, const struct wire_config *c, uint64_t max,
                    struct sim_seen *out)
{
	struct sim_host silent = {0};

	sim_run_engine_with(p, c, max, &silent, out);
	sim_host_release(&silent);
}

void sim_seen_release(struct sim_seen *s)
{
	hash_set_release(&s->states);
	hash_set_release(&s->outcomes);
	for (size_t i = 0; i < s->schedules.n; i++)
		vec_release(&s->schedules.at[i].choices);
	vec_release(&s->schedules);
}
