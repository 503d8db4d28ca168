/* SPDX-License-Identifier: MIT */
#ifndef RUNTIME_SIGNALS_H
#define RUNTIME_SIGNALS_H

/* Installs the handlers that turn a crash into a finding, on a stack of their own. */
void signals_init(void);

#endif
