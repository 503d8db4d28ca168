// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 0
// schedules: all=1 everywhere=1
// covers: inspect 4.8, no pthread_exit at the end of main
// main returns, and takes with it a thread that has not done its work yet.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void at_exit(void)
{
	assert(atomic_load(&done)); /* BUG */
}

static void *work(void *arg)
{
	atomic_store(&done, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	atexit(at_exit);
	pthread_create(&t, NULL, work, NULL);
	pthread_detach(t);
#ifdef FIXED
	pthread_exit(NULL);
#endif
	return 0;
}
