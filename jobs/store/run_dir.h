/* SPDX-License-Identifier: MIT */
/*
 * The directory that a run is kept in (docs/run-directory.md): made, locked, removed.
 *
 * The lock is the kernel's: it goes with the process that holds it, however that ends.
 */
#ifndef JOBS_RUN_DIR_H
#define JOBS_RUN_DIR_H

#include "base/result.h"

/* Where runs are kept that were not told where. */
#define RUNS_DIR "scree-runs"

struct run_dir {
	char *path;  /* absolute; NULL: there is none */
	char *shown; /* as people should write it */
	int lock_fd;
	bool fresh; /* ours to remove when nothing is left to be resumed */
};

/*
 * Makes it. path NULL: RUNS_DIR/NAME-N with the first number that is free, NAME from the
 * program's name. Fails where the directory holds a run already. d is released by
 * run_dir_release in either case.
 */
struct result run_dir_make(struct run_dir *d, const char *path, const char *program) MUST_USE;
/* Of a run that is to go on. Fails where another scree has it. */
struct result run_dir_open(struct run_dir *d, const char *path) MUST_USE;
/* PATH/NAME, to be freed. */
char *run_dir_file(const struct run_dir *d, const char *name) MUST_USE;
/* The directory with all that scree has put there; then released. */
void run_dir_remove(struct run_dir *d);
void run_dir_release(struct run_dir *d);

#define RUN_DIR_STORE   "run.db"
#define RUN_DIR_PROGRAM "program" /* compiled from a source file */

#endif
