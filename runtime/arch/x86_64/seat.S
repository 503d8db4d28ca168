/* SPDX-License-Identifier: MIT */
#include "runtime/arch/x86_64/seat.h"
#include <sys/syscall.h>

#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAKE_PRIVATE 129
#define FUTEX_WAKE         1
#define PR_SET_NAME        15
#define SIG_SETMASK        2
/* VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID, CHILD_CLEARTID */
#define CLONE_FLAGS        0x3d0f00

	.section .rodata
	.p2align 3
.Lall:	.quad	-1
.Lnone:	.quad	0

	.text

/* Replaces the mask of signals by the one at %rsi. */
	.macro	set_mask
	movl	$SIG_SETMASK, %edi
	xorl	%edx, %edx
	movl	$8, %r10d
	movl	$SYS_rt_sigprocmask, %eax
	syscall
	.endm

/* void seat_hand_over(uintptr_t *save_sp %rdi, struct seat *next %rsi, struct seat *own %rdx) */
	.globl	seat_hand_over
	.hidden	seat_hand_over
	.type	seat_hand_over, @function
	.p2align 4
seat_hand_over:
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
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	movq	%rdx, %r12
	movq	%rsi, %r13
	/* Signals to the process are for the thread that runs: who waits takes none. */
	leaq	.Lall(%rip), %rsi
	set_mask
	leaq	SEAT_BATON(%r13), %rdi
	movl	$BATON_GO, %eax
	xchgl	%eax, (%rdi)
	movl	$FUTEX_WAKE_PRIVATE, %esi
	movl	$1, %edx
	xorl	%r10d, %r10d
	movl	$SYS_futex, %eax
	syscall
	/* Own seat in %r12. The stack is laid out as above, in a new OS thread by context_make. */
.Lwait:	movl	SEAT_BATON(%r12), %eax
	testl	%eax, %eax
	jnz	.Lturn
	leaq	SEAT_BATON(%r12), %rdi
	movl	$FUTEX_WAIT_PRIVATE, %esi
	xorl	%edx, %edx
	xorl	%r10d, %r10d
	movl	$SYS_futex, %eax
	syscall
	jmp	.Lwait
.Lturn:	cmpl	$BATON_LEAVE, %eax
	je	.Lleave
	movl	$BATON_NONE, SEAT_BATON(%r12)
	leaq	.Lnone(%rip), %rsi
	set_mask
	movq	SEAT_SP(%r12), %rsp
	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
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
	.size	seat_hand_over, . - seat_hand_over

.Lleave:
	.cfi_startproc
	.cfi_undefined rip
	xorl	%edi, %edi
	movl	$SYS_exit, %eax
	syscall
	ud2
	.cfi_endproc

/* long seat_clone(struct seat *own %rdi, uintptr_t sp %rsi, uintptr_t fs_base %rdx) */
	.globl	seat_clone
	.hidden	seat_clone
	.type	seat_clone, @function
	.p2align 4
seat_clone:
	.cfi_startproc
	movq	%rdi, %r9
	movq	%rdx, %r8
	leaq	SEAT_TID(%rdi), %rdx
	movq	%rdx, %r10
	movl	$CLONE_FLAGS, %edi
	movl	$SYS_clone, %eax
	syscall
	testq	%rax, %rax
	jz	1f
	ret
1:	.cfi_undefined rip
	movq	%r9, %r12
	leaq	SEAT_ALT(%r12), %rdi
	xorl	%esi, %esi
	movl	$SYS_sigaltstack, %eax
	syscall
	movl	$PR_SET_NAME, %edi
	leaq	SEAT_NAME(%r12), %rsi
	movl	$SYS_prctl, %eax
	syscall
	jmp	.Lwait
	.cfi_endproc
	.size	seat_clone, . - seat_clone

/* void seat_take(struct seat *own %rdi, uint32_t *ready %rsi) */
	.globl	seat_take
	.hidden	seat_take
	.type	seat_take, @function
seat_take:
	.cfi_startproc
	.cfi_undefined rip
	movq	%rdi, %r12
	movl	$1, %eax
	xchgl	%eax, (%rsi)
	movq	%rsi, %rdi
	movl	$FUTEX_WAKE, %esi
	movl	$1, %edx
	xorl	%r10d, %r10d
	movl	$SYS_futex, %eax
	syscall
	jmp	.Lwait
	.cfi_endproc
	.size	seat_take, . - seat_take

	.section .note.GNU-stack,"",@progbits
