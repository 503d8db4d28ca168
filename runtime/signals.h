/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_SIGNALS_H
#define RUNTIME_SIGNALS_H

#include <stdbool.h>

/* Installs the handlers that turn a crash into a finding, on a stack of their own. */
void signals_init(void);
/* The controller has said that the budget is over. */
bool stop_requested(void);
/* It has sent something since this was last asked. */
bool attention_asked(void);

#endif
