/* SPDX-License-Identifier: MIT */
/* Linux's futex, for libraries that are built on it: sleep while *p is v; wake up to n sleepers. */
#ifndef STUDENTS_FUTEX_H
#define STUDENTS_FUTEX_H

#include <scree/pebbles.h>

/* Macros, so that reports show the line that sleeps. */
#define futex_wait(p, v) ((void)syscall(SYS_futex, (p), FUTEX_WAIT_PRIVATE, (v), NULL, NULL, 0))
#define futex_wake(p, n) ((void)syscall(SYS_futex, (p), FUTEX_WAKE_PRIVATE, (n), NULL, NULL, 0))

/* A word that several threads use. */
#define get(p)    __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define set(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

#endif
