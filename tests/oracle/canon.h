/* SPDX-License-Identifier: MIT */
/*
 * The Mazurkiewicz trace of an execution as a number: a hash of its Foata normal
 * form under the relation of event/dep.def, computed from all pairs of events and
 * sharing no code with explore/.
 */
#ifndef ORACLE_CANON_H
#define ORACLE_CANON_H

#include "tests/oracle/vm.h"

uint64_t canon_trace(const struct vm_run *run);

#endif
