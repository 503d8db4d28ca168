/* SPDX-License-Identifier: MIT */
/* What the controller asks of a worker while it runs (event/wire.h). */
#ifndef ENGINE_COMMANDS_H
#define ENGINE_COMMANDS_H

/* Between two executions: does what has been asked for, if anything. */
void commands_obey(void);

#endif
