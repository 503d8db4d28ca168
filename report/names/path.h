/* SPDX-License-Identifier: MIT */
/* File names as people want to see them. No I/O beyond asking for the current directory. */
#ifndef REPORT_PATH_H
#define REPORT_PATH_H

#include "base/mem.h"

/* name, which may be relative to dir, as an absolute path without "." and "..". To be freed. */
char *path_absolute(const char *dir, const char *name) MUST_USE;
/* The part of an absolute path below dir; the path itself where it is not inside. */
const char *path_relative(const char *path, const char *dir) MUST_USE;

#endif
