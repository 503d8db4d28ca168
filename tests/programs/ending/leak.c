// SPDX-License-Identifier: MIT
// expect: finding leak
// options: --schedule=random:1 --executions=300 --leaks
// message: 48
// covers: leak
// In some schedules the second buffer replaces the first, which nobody frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) buffer;

static void *run(void *arg)
{
	if (!atomic_load(&buffer))
		atomic_store(&buffer, malloc(48)); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	free(atomic_load(&buffer));
	return 0;
}
