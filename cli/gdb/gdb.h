/* SPDX-License-Identifier: MIT */
/*
 * A replay under gdb. scree starts gdb in the foreground with cli/gdb/scree_gdb.py, and workers
 * when that asks for them: each waits until gdb has attached. gdb never starts the program itself,
 * so its environment, and with it its addresses, are those of any other replay.
 */
#ifndef CLI_GDB_H
#define CLI_GDB_H

#include "cli/exec_options.h"
#include "jobs/workers/worker.h"

struct gdb_options {
	const char *program; /* gdb, or where it is; NULL: no debugger is wanted */
	string_vec commands; /* for gdb, instead of a person's; not owned */
	string_vec print;    /* expressions that are shown at each switch; not owned */
	uint64_t until;      /* the step at which it stops first; 0: the finding */
};

/*
 * Until gdb has ended. w is then the last worker, with its outcome: one that gdb has left goes on
 * to its end. Released by worker_release in either case.
 */
struct result gdb_replay(struct worker *w, const struct exec_options *o, struct worker_options *how,
                         const struct gdb_options *g) MUST_USE;

#endif
