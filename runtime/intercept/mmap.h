/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_INTERCEPT_MMAP_H
#define RUNTIME_INTERCEPT_MMAP_H

#include "runtime/rt.h"

/* Takes away the mappings of the execution that has ended. Before memory is restored. */
void maps_reset(void);

#endif
