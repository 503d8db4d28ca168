/* SPDX-License-Identifier: MIT */
/*
 * Ctrl-C and its relatives (SIGINT, SIGTERM, SIGHUP): noted, and seen by whoever
 * waits in poll(). The controller ends its workers, prints its summary, cleans up.
 * A signal that was ignored when scree started (nohup) stays ignored. SIGPIPE is
 * ignored: a reader that leaves early must not keep us from cleaning up. So is SIGXFSZ:
 * a limit on the size of files is a full disk like any other.
 */
#ifndef JOBS_INTERRUPT_H
#define JOBS_INTERRUPT_H

#include "base/result.h"

struct result interrupt_catch(void) MUST_USE;
/* Readable once a signal has arrived, and for ever after; -1 before interrupt_catch. */
int interrupt_fd(void);
/* The first signal that arrived, or 0. */
int interrupt_signal(void);
/* How many arrived: a second one means at once. */
int interrupt_count(void);
/* In a child between fork and exec: what interrupt_catch changed is as before. */
void interrupt_undo_in_child(void);

#endif
