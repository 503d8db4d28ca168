/* SPDX-License-Identifier: MIT */
/* Calls that stop the run: always (refused.def), or once there are threads. */
#include "runtime/intercept/libc.h"

#include <sys/time.h>

/* They do not return, so their parameters do not matter. */
#define REFUSED(name)                                                                              \
	INTERPOSE(long, name, void)                                                                \
	{                                                                                          \
		unsupported(#name, CALLER_PC);                                                     \
	}
#include "runtime/intercept/refused.def"
#undef REFUSED

/*
 * Allowed while the program sets up, which is done once: what they change in the
 * process then belongs to the snapshot. In an execution they would add up.
 */
#define UNPACK(...) __VA_ARGS__
#define SETUP_ONLY(ret, name, params, ...)                                                         \
	INTERPOSE(ret, name, UNPACK params)                                                        \
	{                                                                                          \
		real_needed();                                                                     \
		if (live() && threads_exist)                                                       \
			unsupported(#name, CALLER_PC);                                             \
		libc_enter();                                                                      \
		ret result = real.name(__VA_ARGS__);                                               \
		libc_leave();                                                                      \
		return result;                                                                     \
	}

SETUP_ONLY(int, system, (const char *command), command)
SETUP_ONLY(void *, popen, (const char *command, const char *mode), command, mode)
SETUP_ONLY(int, posix_spawn,
           (int *pid, const char *path, const void *actions, const void *attr, char *const *argv,
            char *const *envp),
           pid, path, actions, attr, argv, envp)
SETUP_ONLY(int, posix_spawnp,
           (int *pid, const char *file, const void *actions, const void *attr, char *const *argv,
            char *const *envp),
           pid, file, actions, attr, argv, envp)
SETUP_ONLY(int, setrlimit, (int resource, const void *limit), resource, limit)
SETUP_ONLY(int, setrlimit64, (int resource, const void *limit), resource, limit)
SETUP_ONLY(int, prlimit, (int pid, int resource, const void *limit, void *old), pid, resource,
           limit, old)
SETUP_ONLY(int, setuid, (uid_t id), id)
SETUP_ONLY(int, seteuid, (uid_t id), id)
SETUP_ONLY(int, setreuid, (uid_t r, uid_t e), r, e)
SETUP_ONLY(int, setresuid, (uid_t r, uid_t e, uid_t s), r, e, s)
SETUP_ONLY(int, setgid, (gid_t id), id)
SETUP_ONLY(int, setegid, (gid_t id), id)
SETUP_ONLY(int, setregid, (gid_t r, gid_t e), r, e)
SETUP_ONLY(int, setresgid, (gid_t r, gid_t e, gid_t s), r, e, s)
SETUP_ONLY(int, setsid, (void), )
SETUP_ONLY(int, setpgid, (int pid, int group), pid, group)

/* ------------------------------------------------------------------- timers */

INTERPOSE(unsigned, alarm, unsigned seconds)
{
	if (seconds)
		unsupported("alarm", CALLER_PC);
	return 0;
}

INTERPOSE(int, setitimer, int which, const struct itimerval *value, struct itimerval *old)
{
	(void)which;
	if (value && (value->it_value.tv_sec || value->it_value.tv_usec))
		unsupported("setitimer", CALLER_PC);
	if (old)
		*old = (struct itimerval){.it_value = {0, 0}};
	return 0;
}
