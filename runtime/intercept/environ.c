/* SPDX-License-Identifier: MIT */
/*
 * The environment: memory of libc that setenv changes without a lock that getenv
 * would take. One object stands for it, so that a race of the program is seen.
 */
#include "runtime/intercept/libc.h"

#include <stdlib.h>

static uint64_t environment;

static void touch_environment(enum op_kind kind, uintptr_t pc)
{
	real_needed();
	if (threads_exist)
		touch(&environment, sizeof(environment), kind, pc);
}

#define GETENV(name)                                                                               \
	INTERPOSE(char *, name, const char *key)                                                   \
	{                                                                                          \
		read_string(key, SIZE_MAX, CALLER_PC);                                             \
		touch_environment(OP_READ, CALLER_PC);                                             \
		return real.name(key);                                                             \
	}

GETENV(getenv)
GETENV(secure_getenv)

#define CHANGE(name, params, ...)                                                                  \
	INTERPOSE(int, name, UNPACK params)                                                        \
	{                                                                                          \
		touch_environment(OP_WRITE, CALLER_PC);                                            \
		libc_enter();                                                                      \
		int result = real.name(__VA_ARGS__);                                               \
		libc_leave();                                                                      \
		return result;                                                                     \
	}
#define UNPACK(...) __VA_ARGS__

CHANGE(setenv, (const char *key, const char *value, int replace), key, value, replace)
CHANGE(unsetenv, (const char *key), key)
CHANGE(putenv, (char *entry), entry)
CHANGE(clearenv, (void), )
