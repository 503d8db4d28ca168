/* SPDX-License-Identifier: MIT */
#include "cli/gdb/gdb.h"

#include "actions/execute.h"
#include "base/text.h"
#include "cli/cc/libdir.h"
#include "jobs/system/interrupt.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define GDB_ENV   "SCREE_GDB"
#define LINE_MOST 64

struct session {
	struct process gdb;
	int fd; /* to cli/gdb/scree_gdb.py; -1 once closed */
	struct worker *w;
	struct exec_options exec;
	struct worker_options *how;
	bool started;  /* there is a worker */
	bool starting; /* gdb waits for its pid */
	char line[LINE_MOST];
	size_t n;
};

/* ---- gdb itself ---- */

/* As a shell finds it; to be freed. NULL: not there. */
static char *find_program(const char *name)
{
	if (strchr(name, '/'))
		return access(name, X_OK) == 0 ? str_copy(name) : NULL;
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t n = strcspn(path, ":");
		char *file = str_format("%.*s/%s", (int)n, path, name);
		if (n && access(file, X_OK) == 0)
			return file;
		mem_free(file);
		path += n + (path[n] == ':');
	}
	return NULL;
}

static void add_command(string_vec *argv, char *command)
{
	vec_push(argv, str_copy("-ex"));
	vec_push(argv, command);
}

static void make_arguments(string_vec *argv, const struct gdb_options *g, const char *libdir)
{
	bool batch = g->commands.n || g->print.n;
	vec_push(argv, str_copy(g->program));
	vec_push(argv, str_copy("-q"));
	if (batch)
		vec_push(argv, str_copy("-batch"));
	vec_push(argv, str_copy("-x"));
	vec_push(argv, str_format("%s/scree_gdb.py", libdir));
	for (size_t i = 0; i < g->print.n; i++)
		add_command(argv, str_format("scree print %s", g->print.at[i]));
	add_command(argv, g->until ? str_format("scree start %llu", (unsigned long long)g->until)
	                           : str_copy("scree start"));
	for (size_t i = 0; i < g->commands.n; i++)
		add_command(argv, str_copy(g->commands.at[i]));
	vec_push(argv, NULL);
}

static struct result spawn_gdb(struct session *s, const struct gdb_options *g, const char *path,
                               int theirs)
{
	string_vec argv = {0};
	char *libdir = libdir_find();
	if (!libdir)
		return result_error("cannot find scree_gdb.py, which gdb needs");
	make_arguments(&argv, g, libdir);
	char *env = str_format(GDB_ENV "=%d", theirs);
	struct spawn how = {
	        .path = path,
	        .argv = argv.at,
	        .env = env,
	        .keep = &theirs,
	        .n_keep = 1,
	        .stdin_fd = -1,
	        .foreground = true,
	};
	struct result r = process_start(&s->gdb, &how);
	for (size_t i = 0; i < argv.n; i++)
		mem_free(argv.at[i]);
	vec_release(&argv);
	mem_free(env);
	mem_free(libdir);
	return r;
}

static struct result start_gdb(struct session *s, const struct gdb_options *g)
{
	int fd[2];
	char *path = find_program(g->program);
	if (!path)
		return result_error("there is no %s to be found; install gdb (on Debian: apt-get "
		                    "install gdb), or say where it is with --gdb=PROGRAM",
		                    g->program);
	struct result r;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) < 0) {
		r = result_errno("cannot make a socket");
	} else {
		s->fd = fd[0];
		r = spawn_gdb(s, g, path, fd[1]);
		close(fd[1]);
	}
	mem_free(path);
	return r;
}

/* ---- what it asks for ---- */

/* One that does not listen any more has ended, or soon will. */
static void answer(struct session *s, const char *word, const char *text)
{
	char *line = str_format("%s %s\n", word, text);
	for (char *c = line; *c; c++)
		if (*c == '\n' && c[1])
			*c = ' ';
	ssize_t n = send(s->fd, line, strlen(line), MSG_NOSIGNAL);
	(void)n;
	mem_free(line);
}

static void start_worker(struct session *s)
{
	if (s->started)
		worker_release(s->w);
	s->started = true;
	struct result r = execute_start(s->w, &s->exec, s->how);
	s->starting = !result_failed(r);
	if (result_failed(r))
		answer(s, "error", r.error);
	result_release(&r);
}

static void obey(struct session *s, const char *request)
{
	if (strcmp(request, "start") == 0) {
		start_worker(s);
	} else if (strcmp(request, "go") == 0 && s->started) {
		worker_go(s->w);
		answer(s, "ok", "");
	} else {
		answer(s, "error", "this is no request");
	}
}

static void listen_to_gdb(struct session *s)
{
	char c;
	ssize_t n = recv(s->fd, &c, 1, 0);
	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0) {
		close(s->fd);
		s->fd = -1;
	} else if (c == '\n') {
		s->line[s->n] = '\0';
		s->n = 0;
		obey(s, s->line);
	} else if (s->n + 1 < sizeof(s->line)) {
		s->line[s->n++] = c;
	}
}

/* gdb waits for a worker: is it ready to be attached to, or will it never be? */
static void tell_pid(struct session *s)
{
	const struct outcome *o = &s->w->outcome;
	if (!s->starting || (!o->waiting && o->ending == ENDING_NONE))
		return;
	s->starting = false;
	if (o->waiting) {
		char *pid = str_format("%d", (int)s->w->process.pid);
		answer(s, "ok", pid);
		mem_free(pid);
	} else {
		answer(s, "error", "the program has ended before it could be looked at");
	}
}

/* ---- the session ---- */

static bool running(const struct session *s)
{
	return s->started && s->w->fd >= 0 && s->w->outcome.ending == ENDING_NONE;
}

/*
 * The watchdog counts while the program runs, not while gdb holds it: that is no sleep. It asks,
 * and the answer is a finding that gdb stops at; so it does not go on to kill what gives none.
 */
static void watch(struct session *s)
{
	if (running(s) && !s->w->outcome.waiting && !s->w->asked_ms)
		worker_tick(s->w);
}

static void serve(struct session *s)
{
	int pidfd = pidfd_open(s->gdb.pid, 0);
	while (!interrupt_signal()) {
		struct pollfd fds[] = {
		        {.fd = pidfd, .events = POLLIN},
		        {.fd = s->fd, .events = POLLIN},
		        {.fd = running(s) ? s->w->fd : -1,
		         .events = running(s) ? worker_poll_events(s->w) : 0},
		        {.fd = interrupt_fd(), .events = POLLIN},
		};
		int ready = poll(fds, ARRAY_SIZE(fds), WORKER_TICK_MS);
		if (process_reap(&s->gdb, 0))
			break;
		if (ready > 0 && fds[1].revents)
			listen_to_gdb(s);
		else if (ready > 0 && fds[2].revents)
			worker_receive(s->w);
		watch(s);
		tell_pid(s);
	}
	if (pidfd >= 0)
		close(pidfd);
}

/* Ctrl-C is for gdb, which shares the terminal with us. */
static void nothing(int sig)
{
	(void)sig;
}

/* The last worker comes to its end without gdb, so that the replay has a result. */
static void let_go(struct session *s)
{
	if (interrupt_signal()) {
		worker_interrupt(s->w);
		return;
	}
	while (running(s) && s->starting && !s->w->outcome.waiting) {
		struct pollfd fd = {.fd = s->w->fd, .events = worker_poll_events(s->w)};
		if (poll(&fd, 1, WORKER_TICK_MS) > 0)
			worker_receive(s->w);
		worker_tick(s->w);
	}
	worker_go(s->w);
	s->w->asked_ms = 0;
	watchdog_feed(&s->w->watchdog);
	execute_wait(s->w, "replay");
}

struct result gdb_replay(struct worker *w, const struct exec_options *o, struct worker_options *how,
                         const struct gdb_options *g)
{
	struct session s = {.fd = -1, .w = w, .exec = *o, .how = how};
	struct sigaction ignore = {.sa_handler = nothing}, before;
	*w = (struct worker){.fd = -1};
	if (!s.exec.stdin_file) /* ours is gdb's */
		s.exec.stdin_file = "/dev/null";
	how->config.flags |= WIRE_DEBUGGER | WIRE_OS_THREADS;
	how->config.flags &= ~(uint32_t)WIRE_FORK;
	sigaction(SIGINT, &ignore, &before);
	struct result r = start_gdb(&s, g);
	if (!result_failed(r))
		serve(&s);
	process_kill(&s.gdb);
	sigaction(SIGINT, &before, NULL);
	if (s.fd >= 0)
		close(s.fd);
	if (result_failed(r))
		return r;
	if (!s.started && interrupt_signal())
		return result_error("interrupted");
	if (!s.started)
		return result_error("%s ended without asking for the program: does it have Python? "
		                    "See docs/debugging.md",
		                    g->program);
	let_go(&s);
	return result_ok();
}
