/* SPDX-License-Identifier: MIT */
/*
 * The simulated machine (vm.h) as a machine of the engine (engine/machine.h), in a process that is
 * a unit test (host.c). Runs whole searches of the engine and says what came of them.
 */
#ifndef ORACLE_SIM_H
#define ORACLE_SIM_H

#include "engine/engine.h"
#include "tests/oracle/check.h"

/* A schedule that was recorded, and the final state that it led to. */
struct sim_schedule {
	choice_vec choices;
	uint64_t outcome;
};

struct sim_seen {
	struct hash_set states;   /* final states of complete executions */
	struct hash_set outcomes; /* as vm_run.outcome */
	VEC(struct sim_schedule) schedules;
	uint64_t executions; /* complete ones */
	uint64_t abandoned;
	uint64_t events; /* of the longest execution */
	uint64_t findings[FINDING_COUNT];
	uint64_t n_findings; /* delivered to the controller */
	uint64_t counters[COUNT_COUNT];
	bool complete;
	bool diverged;
	bool restarts; /* it asked for a search with all stacks visible */
	bool failed;   /* it ended with an error */
	bool over;     /* more than max executions */
};
void sim_seen_release(struct sim_seen *s);

/* What tests/oracle/host.c keeps of the engine's end of the wire. */
struct sim_host {
	struct sim_seen *seen;
	bool stop; /* host_stop_requested() */
	/* The controller sends this frame once so many executions have ended; 0: nothing. */
	enum wire_type asks;
	uint64_t asks_after;
	bool stops_then; /* and says that the budget has ended */
	/* The last frames of these types, as they were sent. */
	struct buf checkpoint, order, details, trace;
};

/* The configuration of a search with optimal reduction at these points; limits as by default. */
struct wire_config sim_config(unsigned pp);
/* Runs the engine on the program; c is its configuration. max: gives up past so many executions. */
void sim_run_engine(const struct vm_program *p, const struct wire_config *c, uint64_t max,
                    struct sim_seen *out);
/* The same; host says what the controller asks, and then holds what it was sent. */
void sim_run_engine_with(const struct vm_program *p, const struct wire_config *c, uint64_t max,
                         struct sim_host *host, struct sim_seen *out);
void sim_host_release(struct sim_host *host);

extern struct sim_host sim_host;
/* Runs fn until the process would have ended. */
void sim_host_run(void (*fn)(void));

#endif
