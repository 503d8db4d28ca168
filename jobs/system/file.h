/* SPDX-License-Identifier: MIT */
/* Whole files in and out, with messages that name them. */
#ifndef JOBS_FILE_H
#define JOBS_FILE_H

#include "base/buf.h"
#include "base/result.h"
#include "event/schedule.h"

/* Adds the contents to b; fails beyond max bytes. */
struct result file_read(const char *path, struct buf *b, size_t max) MUST_USE;
/* A regular file is replaced as a whole or not at all; a pipe or device is written to. */
struct result file_write(const char *path, const struct buf *b) MUST_USE;

/* With the directories above it; one that exists is as good. */
struct result directory_make(const char *dir) MUST_USE;

/* s is released by schedule_release in either case. */
struct result schedule_load(const char *path, struct schedule *s) MUST_USE;
struct result schedule_save(const char *path, const struct schedule *s) MUST_USE;

/* A directory of our own under $TMPDIR, removed with all that is in it. */
struct tempdir {
	char *path; /* NULL: there is none */
};

struct result tempdir_make(struct tempdir *d) MUST_USE;
/* Safe to call twice, and without tempdir_make. */
void tempdir_remove(struct tempdir *d);

#endif
