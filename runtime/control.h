/* SPDX-License-Identifier: MIT */
/* The worker's end of the wire (event/wire.h). */
#ifndef RUNTIME_CONTROL_H
#define RUNTIME_CONTROL_H

#include "runtime/rt.h"

/* Descriptors from here on are the runtime's: programs see the numbers below. */
#define OWN_FD_BASE 900

/* The program was started by hand: no controller, one schedule, the usual exit. */
extern bool standalone;
extern struct wire_config wire_config;

/* Reads the configuration, if there is a controller. Before constructors. */
void control_init(char **envp);
void control_send_finding(const struct finding *f);
void control_send_trace(const struct event *events, size_t n);
void control_send_done(const struct wire_done *d);
NORETURN void control_send_error(const struct wire_error *e);
/* Waits until the controller lets this process go. */
NORETURN void control_wait_quit(void);

NORETURN void raw_exit(int status);
void raw_print(const char *s);

#endif
