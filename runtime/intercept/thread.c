/* SPDX-License-Identifier: MIT */
/* pthread_create, join, detach, exit, and their C11 names. */
#include "runtime/intercept/families.h"
#include "runtime/intercept/thread_end.h"
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/slot.h"
#include "runtime/modules.h"
#include "runtime/run.h"
#include "runtime/arch/x86_64/arch.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

/*
 * The engine has just run on this stack. What it left there would be the first contents of the
 * program's locals: how soon a loop's state repeats (engine/spin.h) would depend on how the engine
 * was compiled.
 */
#define SCRUBBED 512

static __attribute__((noinline)) void scrub_stack_below(void)
{
	char below[SCRUBBED];
	memset(below, 0, sizeof(below));
	__asm__ volatile("" ::"r"(below) : "memory");
}

/* First code of a fiber: its THREAD_BEGIN has just been scheduled. */
static void fiber_main(void *arg)
{
	struct thread *t = arg;
	engine_step_begins();
	op_end(0);
	void *(*start)(void *) = (void *(*)(void *))t->start;
	scrub_stack_below();
	thread_finish(call_with_clear_registers(start, native(t)->start_arg), 0);
}

/* A user's stack and scheduling attributes are ignored: the thread runs on a slot of ours. */
static bool wants_detached(const pthread_attr_t *attr)
{
	int state = PTHREAD_CREATE_JOINABLE;
	if (attr)
		pthread_attr_getdetachstate(attr, &state);
	return state == PTHREAD_CREATE_DETACHED;
}

static void check_stack_size(const pthread_attr_t *attr, const struct slot *slot, uintptr_t pc)
{
	size_t size = 0;
	if (attr)
		pthread_attr_getstacksize(attr, &size);
	if (size > slot->stack_hi - slot->stack_lo - STACK_ROOM)
		env_error(pc, "a thread asks for a stack of %lu KB; run with --stack=%lu",
		          size >> 10, size >> 10);
}

static int create(pthread_t *handle, const pthread_attr_t *attr, void *(*start)(void *), void *arg,
                  uintptr_t pc)
{
	if (pc_in_openmp(pc))
		unsupported("OpenMP (libgomp)", pc);
	executions_start_here();
	op_begin(OP_THREAD_CREATE, NULL, 0, 0, pc);
	struct thread *t = thread_add();
	if (!t)
		env_error(pc, "more than %d threads at once", SLOT_COUNT);
	check_stack_size(attr, native(t)->slot, pc);
	t->start = (uintptr_t)start;
	native(t)->start_arg = arg;
	native(t)->detached = wants_detached(attr);
	native(t)->clock_ns = native(self)->clock_ns;
	native(t)->sp = context_make(native(t)->slot->sp, fiber_main, t);
	carrier_start(t);
	thread_publish(t, (uintptr_t)start + 1);
	op_arg(t->id);
	op_end(0);
	*handle = thread_handle(t);
	op_also(OP_WRITE, handle, sizeof(*handle), pc);
	return 0;
}

INTERPOSE(int, pthread_create, pthread_t *handle, const pthread_attr_t *attr,
          void *(*start)(void *), void *arg)
{
	return create(handle, attr, start, arg, CALLER_PC);
}

INTERPOSE(int, thrd_create, thrd_t *handle, thrd_start_t start, void *arg)
{
	/* An int result comes back in the low half of the register that a pointer uses. */
	return create(handle, NULL, (void *(*)(void *))(void *)start, arg, CALLER_PC)
	               ? thrd_error
	               : thrd_success;
}

/* -------------------------------------------------------------------- join */

enum thread_status join_can_run(const struct thread *t, const struct event *pending)
{
	(void)t;
	return native(thread_by_id((unsigned)pending->arg))->ended ? THREAD_READY : THREAD_BLOCKED;
}

static struct thread *joinable(pthread_t handle, const char *call, uintptr_t pc)
{
	struct thread *t = thread_by_handle(handle);
	if (!t)
		finding_raise(FINDING_SYNC_MISUSE, pc, "%s of a thread that does not exist", call);
	if (native(t)->joined)
		finding_raise(FINDING_SYNC_MISUSE, pc, "%s of {T%u}, which has been joined already",
		              call, (unsigned)t->id);
	if (native(t)->detached)
		finding_raise(FINDING_SYNC_MISUSE, pc, "%s of {T%u}, which is detached", call,
		              (unsigned)t->id);
	return t;
}

/* The thread that self may join; a finding where there is none. */
static struct thread *joinable_by_self(pthread_t handle, uintptr_t pc)
{
	struct thread *t = joinable(handle, "join", pc);
	if (t == self)
		finding_raise(FINDING_SYNC_MISUSE, pc, "{T%u} joins itself", (unsigned)self->id);
	return t;
}

/* Within the operation: t has exited. */
static void finish_join(struct thread *t, void **result, uintptr_t pc)
{
	native(t)->joined = 1;
	clock_join(native(t)->clock_ns);
	if (native(t)->slot)
		slot_give_back(native(t)->slot);
	op_end(0);
	if (result) {
		*result = native(t)->result;
		op_also(OP_WRITE, result, sizeof(*result), pc);
	}
}

static int join(pthread_t handle, void **result, uintptr_t pc)
{
	struct thread *t = joinable_by_self(handle, pc);
	op_begin(OP_THREAD_JOIN, NULL, 0, t->id, pc);
	joinable(handle, "join", pc);
	finish_join(t, result, pc);
	return 0;
}

INTERPOSE(int, pthread_join, pthread_t handle, void **result)
{
	return join(handle, result, CALLER_PC);
}

INTERPOSE(int, thrd_join, thrd_t handle, int *result)
{
	void *value;
	join(handle, &value, CALLER_PC);
	if (result) {
		*result = (int)(intptr_t)value;
		op_also(OP_WRITE, result, sizeof(*result), CALLER_PC);
	}
	return thrd_success;
}

INTERPOSE(int, pthread_tryjoin_np, pthread_t handle, void **result)
{
	uintptr_t pc = CALLER_PC;
	struct thread *t = joinable_by_self(handle, pc);
	op_begin(OP_THREAD_TRYJOIN, NULL, 0, t->id, pc);
	joinable(handle, "join", pc);
	if (!native(t)->ended) {
		op_end(EV_FAILED);
		return EBUSY;
	}
	finish_join(t, result, pc);
	return 0;
}

#define UNSUPPORTED_JOIN(name, ...)                                                                \
	INTERPOSE(int, name, __VA_ARGS__)                                                          \
	{                                                                                          \
		unsupported(#name, CALLER_PC);                                                     \
	}

UNSUPPORTED_JOIN(pthread_timedjoin_np, void)
UNSUPPORTED_JOIN(pthread_clockjoin_np, void)

/* --------------------------------------------------------- detach and exit */

static void detach(pthread_t handle, uintptr_t pc)
{
	struct thread *t = joinable(handle, "detach", pc);
	op_begin(OP_THREAD_DETACH, NULL, 0, t->id, pc);
	joinable(handle, "detach", pc);
	native(t)->detached = 1;
	if (t->status == THREAD_EXITED && native(t)->slot)
		slot_give_back(native(t)->slot);
	op_end(0);
}

INTERPOSE(int, pthread_detach, pthread_t handle)
{
	detach(handle, CALLER_PC);
	return 0;
}

INTERPOSE(int, thrd_detach, thrd_t handle)
{
	detach(handle, CALLER_PC);
	return thrd_success;
}

INTERPOSE(void, pthread_exit, void *result)
{
	thread_unwind(result, CALLER_PC);
}

INTERPOSE(void, thrd_exit, int result)
{
	thread_unwind((void *)(intptr_t)result, CALLER_PC);
}

/* -------------------------------------------------------------------- names */

INTERPOSE(int, pthread_setname_np, pthread_t handle, const char *name)
{
	struct thread *t = thread_by_handle(handle);
	if (!t)
		return ESRCH;
	size_t n = strlen(name);
	if (n >= sizeof(t->name))
		return ERANGE;
	memcpy(t->name, name, n + 1);
	return 0;
}

INTERPOSE(int, pthread_getname_np, pthread_t handle, char *name, size_t size)
{
	const struct thread *t = thread_by_handle(handle);
	if (!t)
		return ESRCH;
	if (size < sizeof(t->name))
		return ERANGE;
	memcpy(name, t->name, sizeof(t->name));
	op_also(OP_WRITE, name, sizeof(t->name), CALLER_PC);
	return 0;
}

INTERPOSE(int, pthread_cancel, pthread_t handle)
{
	(void)handle;
	unsupported("pthread_cancel", CALLER_PC);
}

INTERPOSE(pid_t, gettid, void)
{
	return (pid_t)thread_virtual_tid();
}
