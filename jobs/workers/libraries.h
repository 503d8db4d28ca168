/* SPDX-License-Identifier: MIT */
/* The shared libraries that a program starts with. */
#ifndef JOBS_LIBRARIES_H
#define JOBS_LIBRARIES_H

#include "base/result.h"
#include "event/code_words.h"

/*
 * Asks the dynamic loader, as ldd does; nothing of the program is run. Appends the path of
 * each library, as the loader will name it. A program without a loader has none.
 */
struct result program_libraries(const char *program, string_vec *paths) MUST_USE;

#endif
