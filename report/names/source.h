/* SPDX-License-Identifier: MIT */
/* Source files: their lines, each file read once, and their names. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "base/mem.h"

struct sources;

struct sources *sources_new(void) MUST_USE;
void sources_free(struct sources *s);
/*
 * Files are looked for below root first: at the longest end of their path that is there. For
 * sources that were moved since they were compiled. Before anything is read.
 */
void sources_root(struct sources *s, const char *root);
/* The whole file; NULL where it cannot be read. Stays the sources'. */
const char *sources_text(struct sources *s, const char *path);
/*
 * A line (from 1) without the white space around it, unescaped, to be freed; NULL where the
 * file cannot be read or has no such line.
 */
char *sources_line(struct sources *s, const char *path, unsigned line) MUST_USE;

/* Names of files as people want to see them; no I/O. */
/* name, which may be relative to dir, as an absolute path without "." and "..". To be freed. */
char *path_absolute(const char *dir, const char *name) MUST_USE;
/* The part of an absolute path below dir; the path itself where it is not inside. */
const char *path_relative(const char *path, const char *dir) MUST_USE;

#endif
