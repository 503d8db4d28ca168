// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: once
// Two threads may both see that nothing has been initialised yet: what pthread_once is for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised, runs;

static void *use(void *arg)
{
	(void)arg;
	if (!atomic_load(&initialised)) {
		atomic_fetch_add(&runs, 1);
		atomic_store(&initialised, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, use, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&runs) == 1); /* BUG */
	return 0;
}
