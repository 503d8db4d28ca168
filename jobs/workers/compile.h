/* SPDX-License-Identifier: MIT */
/* `scree run FILE.c`: the file is compiled by this very scree, into a temporary directory. */
#ifndef JOBS_COMPILE_H
#define JOBS_COMPILE_H

#include "base/result.h"
#include "jobs/system/file.h"

/* By its ending: .c, .cc, .cpp, .cxx, .c++ or .C. */
bool is_source_file(const char *name);
/*
 * Compiles and links into a new directory. *path, to be freed, is the executable;
 * it lives as long as *dir. The compiler's messages go to stderr.
 */
struct result compile_source(const char *name, struct tempdir *dir, char **path) MUST_USE;

#endif
