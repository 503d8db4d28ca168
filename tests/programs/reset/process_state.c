// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=500
// covers: reset cwd umask signal-handlers signal-mask
// Working directory, umask, signal handlers and signal mask are restored as well.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *start;

static void on_signal(int sig)
{
	(void)sig;
}

static void *spoil(void *arg)
{
	struct sigaction act = {.sa_handler = on_signal}, old;
	sigset_t block, mask;
	char *here = getcwd(NULL, 0);

	assert(strcmp(here, start) == 0);
	free(here);
	assert(chdir("/proc") == 0);
	assert(umask(0) == 022);
	assert(sigaction(SIGUSR1, &act, &old) == 0 && old.sa_handler == SIG_DFL);
	sigemptyset(&block);
	sigaddset(&block, SIGUSR2);
	assert(pthread_sigmask(SIG_BLOCK, &block, &mask) == 0);
	assert(!sigismember(&mask, SIGUSR2));
	return arg;
}

int main(void)
{
	sigset_t mask;
	pthread_t t;

	umask(022);
	start = getcwd(NULL, 0);
	pthread_create(&t, NULL, spoil, NULL);
	pthread_join(t, NULL);
	assert(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
	assert(!sigismember(&mask, SIGUSR2));
	free(start);
	return 0;
}
