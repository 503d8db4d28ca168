/* SPDX-License-Identifier: MIT */
#include "jobs/system/process.h"

#include "base/text.h"
#include "jobs/system/interrupt.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a debugger may take to notice that its process has ended. */
#define TRACED_MS      2000
#define TRACED_TICK_MS 10

/* What the child tells us through a pipe that closes when exec succeeds. */
struct child_report {
	enum { CHILD_RANDOMISED = 1, CHILD_FAILED } what;
	int error;
};

static void tell(int fd, int what)
{
	struct child_report report = {.what = what, .error = errno};
	ssize_t n = write(fd, &report, sizeof(report));
	(void)n; /* nobody is left to tell */
}

static bool mute(void)
{
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && dup2(fd, STDERR_FILENO) >= 0;
}

static bool child_prepare(const struct spawn *how, pid_t parent, int report_fd)
{
	sigset_t none;
	sigemptyset(&none);
	interrupt_undo_in_child();
	if (!how->foreground)
		setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) /* it died before the line above */
		_exit(127);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (how->fixed_addresses) {
		int now = personality(0xffffffff);
		if (now == -1 || personality((unsigned long)now | ADDR_NO_RANDOMIZE) == -1)
			tell(report_fd, CHILD_RANDOMISED);
	}
	for (size_t i = 0; i < how->n_keep; i++)
		if (fcntl(how->keep[i], F_SETFD, 0) < 0)
			return false;
	if (how->stdin_fd >= 0 && dup2(how->stdin_fd, STDIN_FILENO) < 0)
		return false;
	if (how->stdout_to_stderr && dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return false;
	if (how->mute && !mute())
		return false;
	if (how->variables)
		environ = (char **)(uintptr_t)how->variables;
	return !how->env || putenv((char *)(uintptr_t)how->env) == 0;
}

NORETURN static void child_run(const struct spawn *how, pid_t parent, int report_fd)
{
	if (child_prepare(how, parent, report_fd))
		execv(how->path, how->argv);
	tell(report_fd, CHILD_FAILED);
	_exit(127);
}

/* Reads until exec closes the pipe. */
static struct result read_reports(struct process *p, const struct spawn *how, int fd)
{
	struct child_report report;
	struct result r = result_ok();
	for (;;) {
		ssize_t n = read(fd, &report, sizeof(report));
		if (n < 0 && errno == EINTR)
			continue;
		if (n != sizeof(report))
			return r;
		if (report.what == CHILD_RANDOMISED) {
			p->randomised = true;
		} else if (!result_failed(r)) {
			errno = report.error;
			r = result_errno("cannot start '%s'", how->path);
		}
	}
}

struct result process_start(struct process *p, const struct spawn *how)
{
	int fd[2];
	*p = (struct process){0};
	if (pipe2(fd, O_CLOEXEC) < 0)
		return result_errno("cannot make a pipe");
	fflush(NULL);
	pid_t parent = getpid(), pid = fork();
	if (pid == 0)
		child_run(how, parent, fd[1]);
	close(fd[1]);
	if (pid < 0) {
		close(fd[0]);
		return result_errno("cannot start another process");
	}
	if (!how->foreground)
		setpgid(pid, pid); /* both sides do it: no moment without the group */
	p->pid = pid;
	struct result r = read_reports(p, how, fd[0]);
	close(fd[0]);
	if (result_failed(r))
		process_kill(p);
	return r;
}

/* What it forked ends with it: the group is killed while the zombie still keeps its number. */
static bool try_reap(struct process *p, int flags)
{
	siginfo_t info = {0};
	int got;
	do
		got = waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOWAIT | flags);
	while (got < 0 && errno == EINTR);
	if (got == 0 && info.si_pid == 0)
		return false;
	kill(-p->pid, SIGKILL);
	wait4(p->pid, &p->status, 0, &p->used);
	p->pid = 0;
	return true;
}

/* It has ended; where a debugger holds it, that must be told first. */
static bool reap_dead(struct process *p)
{
	for (int waited = 0; !try_reap(p, WNOHANG); waited += TRACED_TICK_MS) {
		if (waited >= TRACED_MS)
			return false;
		poll(NULL, 0, TRACED_TICK_MS);
	}
	return true;
}

bool process_reap(struct process *p, int milliseconds)
{
	if (!p->pid || try_reap(p, WNOHANG))
		return true;
	if (milliseconds == 0)
		return false;
	struct pollfd wait = {.fd = pidfd_open(p->pid, 0), .events = POLLIN};
	if (wait.fd < 0)
		return try_reap(p, milliseconds < 0 ? 0 : WNOHANG);
	int ready;
	do
		ready = poll(&wait, 1, milliseconds);
	while (ready < 0 && errno == EINTR);
	close(wait.fd);
	return ready > 0 && reap_dead(p);
}

void process_kill(struct process *p)
{
	if (!p->pid)
		return;
	kill(-p->pid, SIGKILL);
	kill(p->pid, SIGKILL);
	/* What a debugger does not let go is its business, and init's when that has ended. */
	if (!process_reap(p, -1))
		p->pid = 0;
}

void process_wait(struct process *p)
{
	struct pollfd wait[] = {
	        {.fd = pidfd_open(p->pid, 0), .events = POLLIN},
	        {.fd = interrupt_fd(), .events = POLLIN},
	};
	int ready;
	do
		ready = poll(wait, ARRAY_SIZE(wait), -1);
	while (ready < 0 && errno == EINTR);
	if (wait[0].fd >= 0)
		close(wait[0].fd);
	if (!interrupt_signal() && process_reap(p, -1))
		return;
	kill(-p->pid, SIGTERM); /* a compiler removes its own temporary files */
	if (!process_reap(p, 2000))
		process_kill(p);
}

char *process_ending(const struct process *p)
{
	if (WIFSIGNALED(p->status))
		return str_format("killed by signal %d (%s)", WTERMSIG(p->status),
		                  strsignal(WTERMSIG(p->status)));
	return str_format("exit status %d", WEXITSTATUS(p->status));
}

/* The first n bytes of a small file of /proc, terminated. */
static bool read_proc(char *out, size_t n, pid_t pid, const char *name)
{
	char path[64];
	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t got = read(fd, out, n - 1);
	close(fd);
	out[got > 0 ? got : 0] = '\0';
	return got > 0;
}

static bool read_stat(pid_t pid, char *state, uint64_t *cpu_ms)
{
	char text[1024];
	unsigned long user, system;
	if (!read_proc(text, sizeof(text), pid, "stat"))
		return false;
	char *name_end = strrchr(text, ')'); /* a process may be named anything */
	if (!name_end || sscanf(name_end, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
	                        state, &user, &system) != 3)
		return false;
	*cpu_ms = (user + system) * 1000 / (unsigned long)sysconf(_SC_CLK_TCK);
	return true;
}

uint64_t process_rss_kb(pid_t pid)
{
	char text[256];
	unsigned long pages;
	if (!read_proc(text, sizeof(text), pid, "statm") || sscanf(text, "%*u %lu", &pages) != 1)
		return 0;
	return pages * ((uint64_t)sysconf(_SC_PAGESIZE) / 1024);
}

/* Its first thread may wait for another one, where OS threads carry the program's. */
static bool any_task_runs(pid_t pid)
{
	char path[64];
	bool runs = false;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	DIR *tasks = opendir(path);
	for (struct dirent *e; tasks && !runs && (e = readdir(tasks));) {
		uint64_t cpu;
		char state;
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);
		runs = tid > 0 && read_stat(tid, &state, &cpu) && state == 'R';
	}
	if (tasks)
		closedir(tasks);
	return runs;
}

bool process_sample(pid_t pid, struct process_sample *s)
{
	*s = (struct process_sample){.leaf = pid};
	if (!read_stat(pid, &s->state, &s->cpu_ms))
		return false;
	/* With --isolate=fork the child of the moment does the work. */
	char name[64], children[256];
	for (int depth = 0; depth < 4; depth++) {
		uint64_t cpu;
		char state;
		snprintf(name, sizeof(name), "task/%d/children", (int)s->leaf);
		if (!read_proc(children, sizeof(children), s->leaf, name))
			break;
		pid_t child = (pid_t)strtol(children, NULL, 10);
		if (child <= 0 || !read_stat(child, &state, &cpu))
			break;
		s->leaf = child;
		s->state = state;
		s->cpu_ms += cpu;
	}
	if (s->state == 'S' && any_task_runs(s->leaf))
		s->state = 'R';
	return true;
}
