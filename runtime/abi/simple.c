/* SPDX-License-Identifier: MIT */
/* Here, as a call of op_begin on behalf of the program leaves the program's registers alone. */
#include "runtime/rt.h"

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	op_begin(kind, addr, size, arg, pc);
	op_end(0);
}
