/* SPDX-License-Identifier: MIT */
/* Where the files are that `scree cc` gives to the compiler. */
#ifndef CLI_LIBDIR_H
#define CLI_LIBDIR_H

#include "base/bug.h"

/*
 * The directory of scree_rt.o, gcc.specs and include/: $SCREE_LIBDIR, or found from
 * the path of the running program, in the build tree as well as installed. Owned
 * by the caller (mem_free). NULL, with a message on stderr, where there is none.
 */
char *libdir_find(void) MUST_USE;

#endif
