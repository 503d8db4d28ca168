/* SPDX-License-Identifier: MIT */
/* The worker's end of the wire (event/wire.h). */
#ifndef RUNTIME_CONTROL_H
#define RUNTIME_CONTROL_H

#include "runtime/rt.h"

/* The program was started by hand: no controller, one schedule, the usual exit. */
extern bool standalone;
extern struct wire_config wire_config;
extern struct wire_page *page; /* never NULL */

/* Reads the configuration, if there is a controller. Before constructors. */
void control_init(char **envp);
void control_send_finding(const struct finding *f);
void control_send_race(const struct race_record *r);
void control_send_trace(const struct event *events, size_t n);
/* A frame with these bytes. */
void control_send(enum wire_type type, const void *p, size_t n);
void control_send_checkpoint(const struct wire_checkpoint *c);
/* Until the controller has sent something, or a signal comes. */
void control_wait(void);
/* The type of the next frame from the controller (none has a payload); 0: there is none yet. */
uint32_t control_receive(void);
/* Waits for a TRY and adds its payload to b; where it is something else this process leaves. */
void control_receive_try(struct buf *b);
void control_send_done(const struct wire_done *d);
NORETURN void control_send_error(const struct wire_error *e);
/* Says WAITING, and waits for GO. */
void control_wait_go(void);
/* Waits until the controller lets this process go. */
NORETURN void control_wait_quit(void);

NORETURN void raw_exit(int status);
void raw_print(const char *s);

#endif
