/* SPDX-License-Identifier: MIT */
/* The can_run functions of the families, for runtime/blocking.c. */
#ifndef RUNTIME_INTERCEPT_FAMILIES_H
#define RUNTIME_INTERCEPT_FAMILIES_H

#include "runtime/rt.h"

enum thread_status join_can_run(const struct thread *t, const struct event *pending);
enum thread_status file_lock_can_run(const struct thread *t, const struct event *pending);

#endif
