/* SPDX-License-Identifier: MIT */
/* The way of a program's operation into the engine. */
#include "runtime/dead_stack.h"

HOT void op_begin(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
                  uintptr_t pc)
{
	native(self)->call_ops++;
	if (unlikely(native(self)->touched_lo < self->program_sp))
		stack_left(pc);
	if (unlikely(stack_of_another(addr)))
		stack_wanted((uintptr_t)addr, size);
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
	if (sp < self->low_sp)
		self->low_sp = sp;
	engine_arrive(kind, addr, size, arg, pc);
}

void op_simple(enum op_kind kind, const volatile void *addr, uint32_t size, uint64_t arg,
               uintptr_t pc)
{
	op_begin(kind, addr, size, arg, pc);
	op_end(0);
}
