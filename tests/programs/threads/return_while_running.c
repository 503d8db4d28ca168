// SPDX-License-Identifier: MIT
// expect: ok
// warning: sync-misuse
// covers: main-returns-early
// main returns while a thread may still run: a warning, because the thread is cut off.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;

static void *run(void *arg)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&steps, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_detach(t);
	return 0;
}
