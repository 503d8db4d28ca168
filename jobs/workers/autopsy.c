/* SPDX-License-Identifier: MIT */
#include "jobs/workers/autopsy.h"

#include "base/text.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *when(uint64_t phase)
{
	switch (phase) {
	case PHASE_START:
		return "before main";
	case PHASE_SETUP:
		return "before the first thread was started";
	case PHASE_RUNNING:
		return "while threads were running";
	default:
		return "at its end";
	}
}

static void add_finding(struct outcome *o, enum finding_kind kind, char *message, const char *note)
{
	struct finding f = {
	        .kind = (uint8_t)kind,
	        .severity = SEVERITY_ERROR,
	        .thread = NO_THREAD,
	        .message = message,
	};
	f.execution = o->done.executions + 1;
	vec_push(&f.notes, (struct note){.text = str_copy(note), .thread = NO_THREAD});
	vec_push(&o->found, (struct found){.finding = f, .count = 1, .post_mortem = true});
}

/* A crash that our handler in the worker could not tell us of is still the program's. */
static bool crashed(int signal, uint64_t phase, struct outcome *o)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++) {
		if (crashes[i] != signal)
			continue;
		add_finding(o, signal == SIGABRT ? FINDING_ABORT : FINDING_SEGFAULT,
		            str_format("the program was killed by signal %d (%s) %s", signal,
		                       strsignal(signal), when(phase)),
		            "it died too fast to say where: it may have overwritten memory of the "
		            "checker; run it by hand under a debugger");
		return true;
	}
	return false;
}

static char *signal_trouble(const struct process *p, uint64_t phase)
{
	char *ending = process_ending(p), *text;
	if (WTERMSIG(p->status) == SIGKILL)
		text = str_format("the program was %s %s; if nobody killed it, memory ran out "
		                  "(see dmesg): try a smaller test",
		                  ending, when(phase));
	else
		text = str_format("the program was %s %s", ending, when(phase));
	mem_free(ending);
	return text;
}

static char *exit_trouble(const struct process *p, bool hello, uint64_t phase)
{
	char *ending = process_ending(p), *text;
	if (!hello)
		text = str_format("the program ended with %s before it could start; see its "
		                  "message above, or `ldd` for a missing library",
		                  ending);
	else
		text = str_format("the program ended with %s %s without telling scree; system "
		                  "calls made by hand (exit_group, exec) cannot be followed",
		                  ending, when(phase));
	mem_free(ending);
	return text;
}

void autopsy(const struct process *p, bool hello, uint64_t phase, struct outcome *o)
{
	if (!WIFSIGNALED(p->status))
		o->trouble = exit_trouble(p, hello, phase);
	else if (!hello || !crashed(WTERMSIG(p->status), phase, o))
		o->trouble = signal_trouble(p, phase);
}

void autopsy_stuck(const struct watchdog *w, bool hello, uint64_t phase, struct outcome *o)
{
	double seconds = (double)w->limit_ms / 1000;
	const char *how = watchdog_asleep(w) ? "asleep in a system call" : "of CPU time";
	if (!hello) {
		o->trouble =
		        str_format("the program did not start: nothing for %g s %s", seconds, how);
		return;
	}
	add_finding(o, FINDING_INFINITE_LOOP,
	            str_format("no progress for %g s %s, %s", seconds, how, when(phase)),
	            "the program had to be killed and could not say where it was; if it only needs "
	            "more time, give it more with --stuck-after");
}

void worker_map(pid_t pid, struct outcome *o)
{
	char path[32], chunk[4096];
	struct buf b = {0};
	ssize_t n;
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	while ((n = read(fd, chunk, sizeof(chunk))) > 0)
		buf_bytes(&b, chunk, (size_t)n);
	close(fd);
	if (b.n == 0) { /* a zombie: what was read before is better */
		buf_release(&b);
		return;
	}
	mem_free(o->maps);
	o->maps = buf_detach(&b);
}
