/* SPDX-License-Identifier: MIT */
/*
 * The process around the engine: its configuration, its end of the wire, its clock. Each program
 * that links engine/ defines these functions: a worker in runtime/control.c, unit tests in
 * tests/oracle/host.c.
 */
#ifndef ENGINE_HOST_H
#define ENGINE_HOST_H

#include "event/wire.h"

#pragma GCC visibility push(hidden)

/* The program was started by hand: no controller, one schedule, the usual exit. */
extern bool standalone;
extern struct wire_config wire_config;
extern struct wire_page *page; /* never NULL */

/* Sends one frame to the controller. */
void host_send(enum wire_type type, const void *p, size_t n);
/* The type of the next frame from the controller (none has a payload); 0: there is none yet. */
uint32_t host_receive(void);
/* Waits for a TRY and appends its payload to b; leaves if the frame is something else. */
void host_receive_try(struct buf *b);
/* Waits until the controller has sent something, or a signal comes. */
void host_wait(void);
/* Waits until the controller lets this process go. */
NORETURN void host_wait_quit(void);
/* Ends this process at once. */
NORETURN void host_exit(int status);
/* Writes to standard error. */
void host_print(const char *s);
uint64_t host_clock_ns(void);
/* The controller says that the budget has ended. */
bool host_stop_requested(void);
/* It has sent something since this was last asked. */
bool host_attention(void);
/* Counts what the host has seen and not counted yet: the counters are about to be sent. */
void host_count(void);
/* Bytes that a reset copies back, for the account. */
uint64_t host_snapshot_bytes(void);

#pragma GCC visibility pop

#endif
