/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_ABI_ABI_H
#define RUNTIME_ABI_ABI_H

#include "engine/event.h"
#include "engine/hidden.h"
#include "runtime/rt.h"
#include "runtime/heap/shadow.h"

/* Called by instrumented code, in the program and in its libraries. */
#define ABI __attribute__((visibility("default")))

/* Before a hidden access: a loop of nothing else yields now and then (engine/hidden.h). */
static inline void give_way(uintptr_t pc)
{
	if (hidden_run_over())
		op_simple(OP_YIELD, NULL, 0, 0, pc); /* op_end starts the count again */
}

#endif
