/* SPDX-License-Identifier: MIT */
/* How a thread ends: cleanup handlers, destructors, then the exit itself. */
#ifndef RUNTIME_INTERCEPT_THREAD_END_H
#define RUNTIME_INTERCEPT_THREAD_END_H

#include "runtime/rt.h"

/* pthread_exit: unwinds the stack (cleanup handlers, C++ destructors), then thread_finish. */
NORETURN void thread_unwind(void *result, uintptr_t pc);
/* The start function has returned, or the stack is unwound. */
NORETURN void thread_finish(void *result, uintptr_t pc);
/* Waits until every other thread has exited; detached ones only where asked for. */
void await_exits(bool detached);
/* As exit() does it. */
NORETURN void program_exit(int status);
/* C++ thread_local destructors of the calling thread, last constructed first. */
void run_tls_destructors(void);
/* Destructors of pthread_setspecific values, as often as POSIX asks. */
void run_key_destructors(void);

#endif
