/* SPDX-License-Identifier: MIT */
/*
 * C++ names of functions without debug information.
 *
 * Where DWARF is there, names come from it (report/names/symbols.c) and nothing is
 * demangled. For the rest the C++ runtime library's own __cxa_demangle is used if that
 * library can be loaded: scree itself stays a C program without a dependency on
 * libstdc++, and whoever tests C++ programs has it. elfutils offers no demangler, and
 * libiberty is a static library under another licence.
 */
#ifndef REPORT_DEMANGLE_H
#define REPORT_DEMANGLE_H

#include "base/mem.h"

/* A readable name, to be freed; a copy of the name itself where there is no better one. */
char *demangle(const char *name) MUST_USE;

#endif
