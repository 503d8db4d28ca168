/* SPDX-License-Identifier: MIT */
/*
 * Child processes of the controller. Each leads a process group of its own (unless it is
 * in the foreground), so that what it forks can be ended with it, and dies with the controller.
 */
#ifndef JOBS_PROCESS_H
#define JOBS_PROCESS_H

#include "base/result.h"

#include <sys/resource.h>
#include <sys/types.h>

struct spawn {
	const char *path;
	char *const *argv;      /* ends with NULL */
	char *const *variables; /* its environment, ends with NULL; NULL: our own */
	const char *env;        /* "NAME=value" to add to it, or NULL */
	const int *keep;        /* descriptors to hand down under the same number */
	size_t n_keep;
	int stdin_fd;          /* becomes descriptor 0; -1: our own */
	bool stdout_to_stderr; /* our stdout is for ourselves */
	bool mute;             /* what it writes to stdout and stderr goes nowhere */
	bool foreground;       /* stays in our process group, to have the terminal */
	bool fixed_addresses;  /* without address randomisation */
};

struct process {
	pid_t pid;          /* 0: none, or reaped */
	int status;         /* as of waitpid, once reaped */
	bool randomised;    /* fixed_addresses was asked for and the kernel refused */
	struct rusage used; /* once reaped */
};

struct result process_start(struct process *p, const struct spawn *how) MUST_USE;
/* True once it has ended; waits for that at most this long (0: only looks; -1: for ever). */
bool process_reap(struct process *p, int milliseconds) MUST_USE;
/* Ends it and all of its group at once, and reaps it. Safe where it has ended. */
void process_kill(struct process *p);
/* Waits until it has ended; on an interrupt it is ended first. */
void process_wait(struct process *p);
/* "killed by signal 9 (Killed)" or "exit status 3"; for a reaped process. To be freed. */
char *process_ending(const struct process *p) MUST_USE;

/* What /proc says of a process that still runs, together with its children. */
struct process_sample {
	uint64_t cpu_ms; /* used so far */
	char state;      /* of the innermost child: R where any of its threads runs, S, D, T … */
	pid_t leaf;      /* the innermost child; the process itself where it has none */
};
/* Memory that it has, without its children; 0 where it is gone. */
uint64_t process_rss_kb(pid_t pid);
/* False where the process is gone. */
bool process_sample(pid_t pid, struct process_sample *s) MUST_USE;

#endif
