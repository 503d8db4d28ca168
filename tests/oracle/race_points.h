/* SPDX-License-Identifier: MIT */
/*
 * Data races of a program on the simulated machine, found by comparing all pairs of
 * accesses: the preemption points that `--pp=all` lacks. Shares no code with race/.
 */
#ifndef ORACLE_RACE_POINTS_H
#define ORACLE_RACE_POINTS_H

#include "tests/oracle/check.h"

/*
 * Adds to p->points each access that races in some execution with preemption points at
 * synchronization and at the races found before, until there are no more. Then every
 * outcome that preemption everywhere can bring about is reached (QUICKSAND §3.3): what
 * stands between two points touches only what no other thread can reach meanwhile.
 *
 * Two accesses race if they conflict, no lock that one of them holds alone is held at
 * both, and neither must happen before the other because of thread creation and join.
 * That takes more for races than there are, never less. False: more than max_states.
 */
bool races_add_points(struct vm_program *p, size_t max_states);

#endif
