/* SPDX-License-Identifier: MIT */
/*
 * The local state of a thread at an operation (struct machine, keep_state): the program's
 * callee-saved registers, as an entry stub has saved them (arch/x86_64/entry.S), and the stack of
 * the frames that take part in its loop.
 */
#ifndef RUNTIME_LOCAL_STATE_H
#define RUNTIME_LOCAL_STATE_H

#include "runtime/rt.h"

#pragma GCC visibility push(hidden)

extern const size_t local_state_bytes;
bool local_state_keep(void *room);
bool local_state_same(const void *room, uintptr_t written);

#pragma GCC visibility pop

#endif
