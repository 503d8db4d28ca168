/* SPDX-License-Identifier: MIT */
/* What the families of interposed calls offer the core and one another. */
#ifndef RUNTIME_INTERCEPT_FAMILIES_H
#define RUNTIME_INTERCEPT_FAMILIES_H

#include "runtime/rt.h"

#include <time.h>

/* The can_run functions, for runtime/blocking.c. */
enum thread_status join_can_run(const struct thread *t, const struct event *pending);
enum thread_status file_lock_can_run(const struct thread *t, const struct event *pending);
enum thread_status mutex_can_run(const struct thread *t, const struct event *pending);
enum thread_status spin_can_run(const struct thread *t, const struct event *pending);
enum thread_status rwlock_can_run(const struct thread *t, const struct event *pending);
enum thread_status reacquire_can_run(const struct thread *t, const struct event *pending);
enum thread_status cond_timeout_can_run(const struct thread *t, const struct event *pending);
enum thread_status sem_can_run(const struct thread *t, const struct event *pending);
enum thread_status barrier_can_run(const struct thread *t, const struct event *pending);
enum thread_status once_can_run(const struct thread *t, const struct event *pending);
enum thread_status futex_return_can_run(const struct thread *t, const struct event *pending);
enum thread_status futex_timeout_can_run(const struct thread *t, const struct event *pending);

/* Of struct machine: what a blocked thread waits for, in words, and for whom besides holders of
 * locks. */
size_t wait_describe(const struct thread *t, char *out, size_t room);
bool once_waits_for(const struct thread *t, struct thread *u);

/* What the virtual clocks show when a thread's clock_ns is 0, in seconds. */
#define VIRTUAL_REALTIME  1577836800 /* 2020-01-01 00:00:00 UTC */
#define VIRTUAL_MONOTONIC 1000

/* self's virtual clock shows at least this time from now on: a timed wait has expired. */
void clock_reach(clockid_t clock, const struct timespec *at);

#endif
