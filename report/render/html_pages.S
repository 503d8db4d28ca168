/* SPDX-License-Identifier: MIT */
/* The pages that cmake/pages.cmake bundles, as bytes of the program. */

	.section .rodata
	.globl	html_page_story, html_page_story_end, html_page_run, html_page_run_end
html_page_story:
	.incbin	PAGE_STORY
html_page_story_end:
html_page_run:
	.incbin	PAGE_RUN
html_page_run_end:

	.section .note.GNU-stack, "", @progbits
