/* SPDX-License-Identifier: MIT */
/* Which compiler `scree cc` and `scree c++` run. */
#ifndef CLI_CC_COMPILER_H
#define CLI_CC_COMPILER_H

#include "cli/cc/args.h"

enum cc_language { CC_C, CC_CXX };
enum cc_family { CC_GCC, CC_CLANG };

/*
 * Adds the words of the compiler: $SCREE_CC or $SCREE_CXX, else gcc or g++. Where
 * only $SCREE_CC is set, the C++ compiler is its companion (clang-16: clang++-16).
 * False, with a message on stderr, where there is none to choose.
 */
bool cc_compiler_choose(struct args *command, enum cc_language language) MUST_USE;

/*
 * Runs the compiler once to learn its family. False, with a message on stderr,
 * where it cannot be started.
 */
bool cc_compiler_family(struct args *command, enum cc_family *family) MUST_USE;

#endif
