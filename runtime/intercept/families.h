/* SPDX-License-Identifier: MIT */
/* The can_run functions of the families, for runtime/blocking.c. */
#ifndef RUNTIME_INTERCEPT_FAMILIES_H
#define RUNTIME_INTERCEPT_FAMILIES_H

#include "runtime/rt.h"

enum thread_status join_can_run(const struct thread *t, const struct event *pending);


/* No thread can run: ends the execution with a deadlock or lost-wakeup finding. */
NORETURN void report_stuck(void);
/* The execution has too many events: ends it with a livelock or infinite-loop finding. */
NORETURN void report_endless(uintptr_t pc);

#endif
