// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --exit-status
// covers: pthread_exit main
// After pthread_exit in main the others go on; the last one ends the process with status 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int finished;

static void check(void)
{
	if (atomic_load(&finished) != 2)
		abort();
}

static void *run(void *arg)
{
	sched_yield();
	atomic_fetch_add(&finished, 1);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	atexit(check);
	for (int i = 0; i < 2; i++) {
		pthread_create(&t[i], NULL, run, NULL);
		pthread_detach(t[i]);
	}
	pthread_exit((void *)3);
}
