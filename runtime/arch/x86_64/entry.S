/* SPDX-License-Identifier: MIT */
/*
 * Entry stubs: what the program calls by the names of interposed functions and of __tsan_ entry
 * points. A stub saves the registers that local_state.c compares, as the program left them, and jumps to
 * the function itself (scree_body_NAME). Arguments, the number of vector arguments in %al and the
 * return address stay as they are, and there is no frame for an unwinder to pass. So it does not
 * matter which registers compiled code of ours uses on the way to op_begin.
 *
 * The thread that runs has the place of its own: a switch away and back leaves it alone. A call
 * from within a call (a function given to pthread_once, malloc called by libc) overwrites it, and
 * nothing restores it: local_state.c sees that by the return address. Before threads exist nobody asks,
 * and nothing is saved; then self may not be relocated yet, either.
 *
 * tools/merge-runtime.sh assembles this with the list of names, entries.inc.
 */
#include "runtime/arch/x86_64/entry.h"

	.macro	entry name, binding
	\binding \name
	.type	\name, @function
	.hidden	scree_body_\name
	.p2align 4
\name:
	cmpb	$0, threads_exist(%rip)
	je	scree_body_\name
	movq	self(%rip), %r11
	leaq	8(%rsp), %r10
	movq	%rbx, THREAD_REGISTERS(%r11)
	movq	%rbp, THREAD_REGISTERS+8(%r11)
	movq	%r12, THREAD_REGISTERS+16(%r11)
	movq	%r13, THREAD_REGISTERS+24(%r11)
	movq	%r14, THREAD_REGISTERS+32(%r11)
	movq	%r15, THREAD_REGISTERS+40(%r11)
	movq	%r10, THREAD_PROGRAM_SP(%r11)
	movl	$0, THREAD_CALL_OPS(%r11)
	jmp	scree_body_\name
	.size	\name, . - \name
	.endm

	.hidden	threads_exist
	.hidden	self
	.section scree_text, "ax", @progbits
	/* No stub moves the stack pointer: one description for all of them. */
	.cfi_startproc
	.include "entries.inc"
	.cfi_endproc

	.section .note.GNU-stack, "", @progbits
