/* SPDX-License-Identifier: MIT */
/* The tested program as a file: found, compiled where it is a source file, and checked. */
#ifndef JOBS_PROGRAM_H
#define JOBS_PROGRAM_H

#include "base/result.h"
#include "jobs/system/file.h"

struct program {
	char *name;         /* as the user wrote it */
	char *path;         /* what to execute */
	char *build_id;     /* in hex; NULL where the file has none */
	struct tempdir dir; /* where it was compiled */
};

/*
 * A name without a slash is looked up in the current directory first, then in PATH.
 * Fails, with a message that says what to do, where there is no such file, or where it
 * is not an x86-64 executable built by `scree cc` of this version.
 */
struct result program_open(struct program *p, const char *name) MUST_USE;
/*
 * The program of a run that is resumed: path is what was executed then. What had been compiled
 * from a source file is put back there from its copy, because addresses depend on the path.
 */
struct result program_open_again(struct program *p, const char *name, const char *path,
                                 const char *copy) MUST_USE;
/* Also removes what was compiled. Safe after a failed program_open. */
void program_release(struct program *p);

#endif
