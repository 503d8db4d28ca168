/* SPDX-License-Identifier: MIT */
/* The process's memory map, without libc. */
#ifndef RUNTIME_RESET_MAPS_H
#define RUNTIME_RESET_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct mapping {
	uintptr_t lo, hi;
	int prot; /* PROT_READ and so on */
	bool writable;
	bool shared;
	bool anonymous; /* no file behind it */
	bool is_stack;  /* of the main thread */
	bool special;   /* [vvar], [vsyscall] and the like */
};

/* Calls visit for every mapping in order of address. */
void maps_visit(void (*visit)(const struct mapping *, void *), void *arg);

#endif
