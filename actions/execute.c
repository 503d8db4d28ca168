/* SPDX-License-Identifier: MIT */
#include "actions/execute.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * A program that is run many times cannot be typed to: from a terminal nothing is read.
 * A file or pipe is handed on.
 */
struct result execute_stdin(const struct exec_options *o, int *fd)
{
	*fd = -1;
	if (!o->stdin_file && !isatty(STDIN_FILENO))
		return result_ok();
	const char *path = o->stdin_file ? o->stdin_file : "/dev/null";
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return result_errno("--stdin: cannot open '%s'", path);
	return result_ok();
}

static void warn_randomised(const struct outcome *o, const char *command)
{
	if (o->randomised)
		fprintf(stderr,
		        "scree %s: the kernel does not let scree fix addresses, so a "
		        "schedule may not replay (in Docker: --security-opt "
		        "seccomp=unconfined)\n",
		        command);
}

struct result execute_start(struct worker *w, const struct exec_options *o,
                            struct worker_options *how)
{
	*w = (struct worker){.fd = -1};
	how->args = o->args;
	how->stuck_ms = o->stuck_ms;
	how->stdout_to_stderr = o->json || o->trace == TRACE_JSON;
	GUARD(execute_stdin(o, &how->stdin_fd));
	struct result r = worker_start(w, how);
	if (how->stdin_fd >= 0)
		close(how->stdin_fd);
	return r;
}

void execute_wait(struct worker *w, const char *command)
{
	worker_wait(w);
	warn_randomised(&w->outcome, command);
}

struct result execute(struct worker *w, const struct exec_options *o, struct worker_options *how,
                      const char *command)
{
	/* To start anew for more threads shows nobody anything twice. */
	if (how->mute)
		how->config.threads = FEW_THREADS;
	GUARD(execute_start(w, o, how));
	execute_wait(w, command);
	if (w->outcome.ending != ENDING_THREADS)
		return result_ok();
	worker_release(w);
	how->config.threads = 0;
	GUARD(execute_start(w, o, how));
	execute_wait(w, command);
	return result_ok();
}

bool other_build(const struct schedule *s, const struct program *p)
{
	return s->build_id && (!p->build_id || strcmp(s->build_id, p->build_id) != 0);
}
