/* SPDX-License-Identifier: MIT */
/*
 * dlopen and dlclose. A library that is opened while the program sets up belongs to
 * the snapshot. In an execution, opening one that is there already only counts its
 * users; a new one would be a mapping that no reset takes away. Constructors of a
 * library run while the loader holds its lock: they are silent.
 */
#include "runtime/intercept/libc.h"
#include "runtime/modules.h"

#include <dlfcn.h>

INTERPOSE(void *, dlopen, const char *path, int mode)
{
	uintptr_t pc = CALLER_PC;
	real_needed();
	bool in_execution = live() && threads_exist;
	libc_enter();
	void *library = real.dlopen(path, in_execution ? mode | RTLD_NOLOAD : mode);
	libc_leave();
	if (!in_execution) {
		modules_init();
		code_modules_find();
	}
	if (in_execution && !library)
		unsupported("dlopen of a new library after the first thread was created", pc);
	return library;
}

/* In an execution nothing is unmapped: the next one needs it again. */
INTERPOSE(int, dlclose, void *library)
{
	real_needed();
	if (live() && threads_exist)
		return 0;
	libc_enter();
	int result = real.dlclose(library);
	libc_leave();
	return result;
}
