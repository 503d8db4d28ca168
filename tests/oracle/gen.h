/* SPDX-License-Identifier: MIT */
/* Random small programs for the simulated machine. */
#ifndef ORACLE_GEN_H
#define ORACLE_GEN_H

#include "tests/oracle/vm.h"

/* The same seed gives the same program. Release with vm_program_release. */
void gen_program(struct vm_program *p, uint64_t seed);

/* One line per thread, for a failing test; to stderr. */
void gen_print(const struct vm_program *p);

#endif
