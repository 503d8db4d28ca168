/* SPDX-License-Identifier: MIT */
#include "runtime/arch/x86_64/arch.h"
#include "runtime/arch/x86_64/syscall.h"

#include <sys/auxv.h>

#define HWCAP2_FSGSBASE_BIT 2
#define PRCTL_GET_FS        0x1003

uint8_t arch_has_fsgsbase;

void arch_init(void)
{
	arch_has_fsgsbase = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT) != 0;
}

uintptr_t arch_fs_base(void)
{
	uintptr_t base;
	/* The x86-64 ABI keeps the thread pointer's own value at its first word. */
	__asm__("movq %%fs:0, %0" : "=r"(base));
	return base;
}

void context_entry(void);

uintptr_t context_make(uintptr_t stack_top, void (*entry)(void *), void *arg)
{
	/* context_switch pops these; context_entry must see a 16-byte aligned stack. */
	struct {
		uint32_t mxcsr;
		uint16_t fpu_cw, pad;
		uintptr_t r15, r14, r13, r12, rbx, rbp, rip, end;
	} *frame = (void *)((stack_top & ~(uintptr_t)15) - sizeof(*frame) - 8);
	*frame = (typeof(*frame)){
	        .mxcsr = 0x1f80,
	        .fpu_cw = 0x37f,
	        .r13 = (uintptr_t)arg,
	        .r12 = (uintptr_t)entry,
	        .rip = (uintptr_t)context_entry,
	};
	return (uintptr_t)frame;
}
