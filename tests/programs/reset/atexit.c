// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=500 --exit-status
// covers: reset atexit on_exit
// Handlers run at the end of each execution, those of this execution only, last one first.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int calls;

static void check(int expected)
{
	if (calls++ != expected)
		_exit(50 + expected);
}

static void first_registered(void)
{
	check(2);
}

static void by_main(void)
{
	check(1);
}

static void by_thread(void)
{
	check(0);
}

static void *run(void *arg)
{
	atexit(by_thread);
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(first_registered);
	atexit(by_main);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
