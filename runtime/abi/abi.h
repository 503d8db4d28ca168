/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_ABI_ABI_H
#define RUNTIME_ABI_ABI_H

#include "runtime/rt.h"
#include "runtime/heap/shadow.h"

/* Called by instrumented code, in the program and in its libraries. */
#define ABI __attribute__((visibility("default")))

#endif
