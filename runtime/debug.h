/* SPDX-License-Identifier: MIT */
/*
 * A replay that is watched: by `scree replay --until`, or by a debugger.
 *
 * A debugger finds three functions to put breakpoints on and the variable scree_debug, by
 * their names in the program's symbol table. All that it writes is stop_at and stop_switch. The
 * other side is cli/gdb/scree_gdb.py; it checks the version.
 */
#ifndef RUNTIME_DEBUG_H
#define RUNTIME_DEBUG_H

#include "runtime/rt.h"

#define DEBUG_VERSION 1

/* Texts are addresses of strings in the program; 0: none. */
struct debug_thread {
	uint64_t tid; /* of the OS thread that carries it */
	uint64_t start;
	uint64_t status; /* text */
	uint64_t op;     /* text: what it is about to do, or waits for */
	uint64_t addr;   /* of the object concerned, or 0 */
	uint64_t arg;    /* struct event */
	uint64_t pc;
	char name[16]; /* pthread_setname_np */
};

struct debug_page {
	uint64_t version;
	uint64_t stop_at;          /* stop before this step (counted from 1); 0: at none */
	uint64_t stop_switch;      /* stop before the first step of another thread */
	uint64_t code_lo, code_hi; /* scree's own code */
	uint64_t step;             /* the next one */
	uint64_t thread;           /* whose turn it is */
	uint64_t finding;          /* text: its kind, at scree_break_finding */
	uint64_t message;          /* text */
	uint64_t n_threads;
	struct debug_thread threads[MAX_THREADS];
};

#pragma GCC visibility push(default)
extern struct debug_page scree_debug;
/* Before a step that was asked for; when a finding is about to be told; at the program's end. */
void scree_break_step(void);
void scree_break_finding(void);
void scree_break_end(void);
#pragma GCC visibility pop

#pragma GCC visibility push(hidden)

/* Is each step to be looked at (struct machine, watched)? */
bool debug_init(void);
/* Where a debugger may come: waits until it has. Only the first call waits. */
void debug_wait(void);
/* self is about to do its pending operation; switched: another thread did the step before. */
void debug_step(bool switched);
/* self has done it. */
void debug_done(void);
void debug_finding(const struct finding *f);
/* The program came to its end without a finding. */
void debug_end(void);

#pragma GCC visibility pop

#endif
