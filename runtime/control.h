/* SPDX-License-Identifier: MIT */
/* The worker's end of the wire (event/wire.h): defines engine/host.h. */
#ifndef RUNTIME_CONTROL_H
#define RUNTIME_CONTROL_H

#include "runtime/rt.h"

/* Reads the configuration, if there is a controller. Before constructors. */
void control_init(char **envp);
/* Says WAITING, and waits for GO. */
void control_wait_go(void);

#endif
