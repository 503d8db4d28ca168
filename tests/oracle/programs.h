/* SPDX-License-Identifier: MIT */
/*
 * Programs whose number of Mazurkiewicz traces is known. In each, thread 0 creates
 * the others and joins them. Release with vm_program_release.
 */
#ifndef ORACLE_PROGRAMS_H
#define ORACLE_PROGRAMS_H

#include "tests/oracle/vm.h"

/* n threads put 4 messages each into a hash table by CAS (Flanagan, Godefroid, POPL'05). */
void program_indexer(struct vm_program *p, unsigned n);
/* n threads take a block each, under the locks of an inode and a block (POPL'05). */
void program_filesystem(struct vm_program *p, unsigned n);
/* n threads increment one variable k times, by a read and a write. */
void program_counter(struct vm_program *p, unsigned n, unsigned k);
/* The same under a mutex. */
void program_mutex_counter(struct vm_program *p, unsigned n, unsigned k);
/* n writers a[i] = a[i-1] + 1, and one who looks for the last zero (Abdulla et al., POPL'14). */
void program_last_zero(struct vm_program *p, unsigned n);
/* One writer and n readers of one variable. */
void program_readers(struct vm_program *p, unsigned n);
/* n philosophers, forks taken in order of their numbers. */
void program_philosophers(struct vm_program *p, unsigned n);
/*
 * One writes x, another increments y k times and writes x, a third increments y k
 * times: the races on x are over a stretch in which the others interleave.
 */
void program_long_race(struct vm_program *p, unsigned k);

#endif
