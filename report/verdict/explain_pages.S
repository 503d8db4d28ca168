/* SPDX-License-Identifier: MIT */
/* docs/explain.md, so that the web and the terminal show the same. */
	.section .rodata
	.globl	explain_pages
	.hidden	explain_pages
	.type	explain_pages, @object
explain_pages:
	.incbin	"docs/explain.md"
	.byte	0
	.size	explain_pages, . - explain_pages

	.section .note.GNU-stack,"",@progbits
