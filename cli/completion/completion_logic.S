/* SPDX-License-Identifier: MIT */
/* The part of the script for bash that does not depend on the options. */
	.section .rodata
	.globl	completion_logic
	.hidden	completion_logic
	.type	completion_logic, @object
completion_logic:
	.incbin	"cli/completion/completion_logic.sh"
	.byte	0
	.size	completion_logic, . - completion_logic

	.section .note.GNU-stack,"",@progbits
