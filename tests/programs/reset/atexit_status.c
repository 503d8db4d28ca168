// SPDX-License-Identifier: MIT
// expect: finding exit-status
// where: any
// message: 9
// options: --schedule=random:1 --executions=300 --exit-status
// covers: atexit exit-status
// A handler of atexit can still change how the program ends.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void complain(void)
{
	_exit(9);
}

static void *run(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(complain);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
