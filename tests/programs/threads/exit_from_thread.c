// SPDX-License-Identifier: MIT
// expect: finding exit-status
// options: --schedule=random:1 --executions=300 --exit-status
// message: 3
// where: any
// covers: exit
// exit in any thread ends the process with that status, wherever main is.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	(void)arg;
	exit(3);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
