/* SPDX-License-Identifier: MIT */
#include "runtime/intercept/thread_end.h"
#include "runtime/dead_stack.h"
#include "runtime/fiber/slot.h"

#include <pthread.h>
#include <unwind.h>

/* ------------------------------------------------- pthread_cleanup_push in C */

/*
 * The macro keeps a jump buffer on the caller's stack, registers it here, and jumps
 * back through it to run the handler, which then calls __pthread_unwind_next.
 */
struct cleanup {
	__pthread_unwind_buf_t buf;
};

static struct cleanup **previous_of(__pthread_unwind_buf_t *buf)
{
	return (struct cleanup **)&buf->__pad[0];
}

INTERPOSE(void, __pthread_register_cancel, __pthread_unwind_buf_t *buf)
{
	*previous_of(buf) = native(self)->cleanups;
	native(self)->cleanups = (struct cleanup *)buf;
}

INTERPOSE(void, __pthread_unregister_cancel, __pthread_unwind_buf_t *buf)
{
	native(self)->cleanups = *previous_of(buf);
}

/* NOLINTNEXTLINE(readability-redundant-declaration): weak */
extern _Unwind_Reason_Code _Unwind_ForcedUnwind(struct _Unwind_Exception *, _Unwind_Stop_Fn, void *)
        __attribute__((weak));

static _Unwind_Reason_Code unwind_stop(int version, _Unwind_Action actions,
                                       _Unwind_Exception_Class class, struct _Unwind_Exception *e,
                                       struct _Unwind_Context *context, void *arg)
{
	(void)version;
	(void)class;
	(void)e;
	(void)context;
	(void)arg;
	if (actions & _UA_END_OF_STACK)
		thread_finish(native(self)->result, 0);
	return _URC_NO_REASON;
}

/* C handlers first, then whatever C++ frames have to destroy. */
static NORETURN void unwind_on(void)
{
	struct cleanup *c = native(self)->cleanups;
	if (c) {
		native(self)->cleanups = *previous_of(&c->buf);
		real.longjmp(c->buf.__cancel_jmp_buf, 1);
	}
	if (_Unwind_ForcedUnwind) {
		/* Lives in the program's heap: it may be looked at until the thread is gone. */
		struct _Unwind_Exception *e = heap_alloc(sizeof(*e), 16, true, 0);
		_Unwind_ForcedUnwind(e, unwind_stop, NULL);
	}
	thread_finish(native(self)->result, 0);
}

INTERPOSE(void, __pthread_unwind_next, __pthread_unwind_buf_t *buf)
{
	(void)buf;
	unwind_on();
}

void thread_unwind(void *result, uintptr_t pc)
{
	(void)pc;
	native(self)->result = result;
	unwind_on();
}

/* ------------------------------------------------------- C++ thread_local */

struct tls_dtor {
	struct tls_dtor *next;
	void (*fn)(void *);
	void *obj;
};

INTERPOSE(int, __cxa_thread_atexit_impl, void (*fn)(void *), void *obj, void *dso)
{
	(void)dso;
	struct tls_dtor *d = heap_alloc(sizeof(*d), 16, true, 0);
	*d = (struct tls_dtor){native(self)->tls_dtors, fn, obj};
	native(self)->tls_dtors = d;
	return 0;
}

void run_tls_destructors(void)
{
	while (native(self)->tls_dtors) {
		struct tls_dtor *d = native(self)->tls_dtors;
		native(self)->tls_dtors = d->next;
		d->fn(d->obj);
		heap_free(d, 0);
	}
}

/* -------------------------------------------------------------------- exit */

/*
 * Also of those that have exited or been joined: to look would be an access that is not
 * announced. Whoever creates a thread has a lower id, so none is missed.
 */
void await_exits(bool detached)
{
	for (unsigned i = 0; i < thread_count(); i++) {
		const struct thread *t = thread_by_id(i);
		if (t != self && (detached || !native(t)->detached))
			op_simple(OP_THREAD_AWAIT, NULL, 0, i, 0);
	}
}

static void warn_of_held_locks(uintptr_t pc)
{
	for (unsigned i = 0; i < self->n_held; i++)
		finding_warn(FINDING_SYNC_MISUSE, pc ? pc : self->held[i].pc,
		             "{T%u} exits while it holds {%p}", (unsigned)self->id,
		             (void *)self->held[i].addr);
}

static NORETURN void thread_leave(void)
{
	thread_exited();
	if (native(self)->detached)
		slot_give_back(native(self)->slot);
	op_end(0);
	engine_leave_thread();
	BUG("an exited thread was scheduled");
}

void thread_finish(void *result, uintptr_t pc)
{
	native(self)->result = result;
	run_tls_destructors();
	run_key_destructors();
	warn_of_held_locks(pc);
	if (native(self)->slot)
		stack_over();
	op_begin(OP_THREAD_EXIT, NULL, 0, 0, pc);
	native(self)->ended = 1;
	if (native(self)->slot)
		thread_leave();
	op_end(0);
	/*
	 * The process lives until its last thread exits, which then runs the exit handlers.
	 * Here it is the main thread that does: it waits for the others first.
	 */
	await_exits(true);
	program_exit(0);
}
