// SPDX-License-Identifier: MIT
// expect: finding exit-status
// options: --schedule=random:1 --executions=300 --exit-status
// message: 5
// where: any
// covers: exit-status
// _exit ends the program without any handler.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void)
{
	abort();
}

static void *run(void *arg)
{
	(void)arg;
	_exit(5);
}

int main(void)
{
	pthread_t t;

	atexit(never);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
