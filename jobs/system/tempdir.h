/* SPDX-License-Identifier: MIT */
/* A directory of our own under $TMPDIR, removed with all that is in it. */
#ifndef JOBS_TEMPDIR_H
#define JOBS_TEMPDIR_H

#include "base/result.h"

struct tempdir {
	char *path; /* NULL: there is none */
};

struct result tempdir_make(struct tempdir *d) MUST_USE;
/* Safe to call twice, and without tempdir_make. */
void tempdir_remove(struct tempdir *d);

#endif
