/* SPDX-License-Identifier: MIT */
/* Explores a whole program on the simulated machine and says what was seen. */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "explore/explorer.h"
#include "tests/oracle/vm.h"

/* A set of 64-bit hashes. */
struct hash_set {
	uint64_t *slots;
	size_t n, n_slots;
};
bool hash_set_add(struct hash_set *s, uint64_t v); /* false: it was there */
bool hash_set_has(const struct hash_set *s, uint64_t v);
bool hash_set_equal(const struct hash_set *a, const struct hash_set *b);
void hash_set_release(struct hash_set *s);

struct seen {
	struct hash_set states;   /* final states, with deadlocks and findings */
	struct hash_set outcomes; /* as vm_run.outcome */
	struct hash_set traces;   /* Mazurkiewicz traces of complete executions */
	uint64_t deadlocks, findings;
	uint64_t restarts;
	uint64_t duplicates;  /* complete executions whose trace had been seen */
	unsigned preemptions; /* most in one execution */
	struct explore_stats stats;
	bool diverged;
	bool over;         /* more than max_executions */
	bool inconsistent; /* brute.h */
};
void seen_release(struct seen *s);
/* Before an execution: a search that has begun again (assume_steps_may_be_fatal) runs traces once
 * more. */
void seen_begin(struct seen *s, const struct explorer *x);

/* Whether each step is one operation (struct explore_options, fine_steps). */
bool check_fine_steps(unsigned pp);
/* max: gives up past so many executions. traces: whether to compute them. */
void check_explore(const struct vm_program *p, const struct explore_options *o, unsigned pp,
                   uint64_t max, bool traces, struct seen *out);

#endif
