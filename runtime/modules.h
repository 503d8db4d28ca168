/* SPDX-License-Identifier: MIT */
/* Which code belongs to the C library, and to others that need care. */
#ifndef RUNTIME_MODULES_H
#define RUNTIME_MODULES_H

#include "base/bug.h"

/* Finds the loaded modules. At the start of the runtime, and again after a dlopen. */
void modules_init(void);
/* Gives the engine the load addresses for its rules about code. At the same times. */
void code_modules_find(void);

/*
 * Is pc in libc, the dynamic loader or a library that works inside their locks? A
 * call from there must not switch threads. True for everything before modules_init.
 */
bool pc_in_libc(uintptr_t pc);

/* Is addr in a variable of the same libraries? */
bool is_libc_data(uintptr_t addr);

/* Is pc in the library behind gcc -fopenmp? */
bool pc_in_openmp(uintptr_t pc);

#endif
