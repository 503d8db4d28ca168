/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_INTERCEPT_EXCEPTION_H
#define RUNTIME_INTERCEPT_EXCEPTION_H

#include "runtime/rt.h"

/*
 * The program is about to abort from within the C++ library: if an exception is why, ends the
 * execution with a finding at the place where it was thrown. pc: who called abort.
 */
void exception_not_caught(uintptr_t pc);

/* Is pc in code of the executable, and not in a library or in ours? */
bool pc_in_program(uintptr_t pc);

#endif
