/* SPDX-License-Identifier: MIT */
#include "jobs/system/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int pipe_fd[2] = {-1, -1};
static volatile sig_atomic_t first_signal, n_signals;

/* Writing tells of these by an error, too: it is reported, and we clean up. */
static const int ignored[] = {SIGPIPE, SIGXFSZ};
static struct sigaction old_actions[ARRAY_SIZE(ignored)];

static void on_signal(int signal)
{
	int error = errno;
	if (!first_signal)
		first_signal = signal;
	n_signals++;
	ssize_t n = write(pipe_fd[1], "", 1);
	(void)n; /* a full pipe is readable, which is all that counts */
	errno = error;
}

struct result interrupt_catch(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	if (pipe_fd[0] >= 0)
		return result_ok();
	if (pipe2(pipe_fd, O_CLOEXEC | O_NONBLOCK) < 0)
		return result_errno("cannot make a pipe");
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		struct sigaction now, old;
		sigaction(signals[i], NULL, &old);
		if (old.sa_handler == SIG_IGN)
			continue;
		now = (struct sigaction){.sa_handler = on_signal, .sa_flags = SA_RESTART};
		sigaction(signals[i], &now, NULL);
	}
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		sigaction(ignored[i], &ignore, &old_actions[i]);
	return result_ok();
}

int interrupt_fd(void)
{
	return pipe_fd[0];
}

int interrupt_signal(void)
{
	return first_signal;
}

int interrupt_count(void)
{
	return n_signals;
}

void interrupt_undo_in_child(void)
{
	for (size_t i = 0; pipe_fd[0] >= 0 && i < ARRAY_SIZE(ignored); i++)
		sigaction(ignored[i], &old_actions[i], NULL);
}
