/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_SIGNALS_H
#define RUNTIME_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* Installs the handlers that turn a crash into a finding, on a stack of their own. */
void signals_init(void);

/*
 * A function begins with little or no room on its thread's stack: raises a finding. Were it left
 * to the guard area, it might be us who run into that, with the explorer's state half changed.
 */
void stack_is_low(uintptr_t sp, uintptr_t pc);

#endif
