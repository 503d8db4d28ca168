/* SPDX-License-Identifier: MIT */
#include <sys/syscall.h>

#define ARCH_SET_FS 0x1002
#define FUTEX_WAKE  1

	.text

/* void context_switch(uintptr_t *save_sp %rdi, uintptr_t load_sp %rsi, uintptr_t fs_base %rdx) */
	.globl	context_switch
	.hidden	context_switch
	.type	context_switch, @function
	.p2align 4
context_switch:
	.cfi_startproc
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$8, %rsp
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	movq	%rsi, %rsp
	cmpb	$0, arch_has_fsgsbase(%rip)
	je	1f
	wrfsbase %rdx
	jmp	2f
1:	movl	$SYS_arch_prctl, %eax
	movl	$ARCH_SET_FS, %edi
	movq	%rdx, %rsi
	syscall
2:	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret
	.cfi_endproc
	.size	context_switch, . - context_switch

/*
 * void *call_with_clear_registers(void *(*fn)(void *) %rdi, void *arg %rsi): fn finds zeros in the registers that a
 * callee preserves, whatever was compiled around this call.
 */
	.globl	call_with_clear_registers
	.hidden	call_with_clear_registers
	.type	call_with_clear_registers, @function
	.p2align 4
call_with_clear_registers:
	.cfi_startproc
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbx, 0
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r12, 0
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r13, 0
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r14, 0
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r15, 0
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	xorl	%ebp, %ebp
	xorl	%ebx, %ebx
	xorl	%r12d, %r12d
	xorl	%r13d, %r13d
	xorl	%r14d, %r14d
	xorl	%r15d, %r15d
	movq	%rdi, %rax
	movq	%rsi, %rdi
	call	*%rax
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore r15
	popq	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore r14
	popq	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore r13
	popq	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore r12
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbx
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbp
	ret
	.cfi_endproc
	.size	call_with_clear_registers, . - call_with_clear_registers

/* First code of a context made by context_make: entry in %r12, argument in %r13. */
	.globl	context_entry
	.hidden	context_entry
	.type	context_entry, @function
context_entry:
	.cfi_startproc
	.cfi_undefined rip
	xorl	%ebp, %ebp
	movq	%r13, %rdi
	call	*%r12
	ud2
	.cfi_endproc
	.size	context_entry, . - context_entry

/* void arch_park(uint32_t *ready %rdi): touches no stack, so that a fiber can use it. */
	.globl	arch_park
	.hidden	arch_park
	.type	arch_park, @function
arch_park:
	.cfi_startproc
	.cfi_undefined rip
	movl	$1, %eax
	xchgl	%eax, (%rdi)
	movl	$FUTEX_WAKE, %esi
	movl	$1, %edx
	xorl	%r10d, %r10d
	movl	$SYS_futex, %eax
	syscall
1:	movl	$SYS_pause, %eax
	syscall
	jmp	1b
	.cfi_endproc
	.size	arch_park, . - arch_park

	.section .note.GNU-stack,"",@progbits
