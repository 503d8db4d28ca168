// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=5
// covers: infinite-loop
// A long computation is not an endless one: 50,000 turns in each thread.
#include <assert.h>
#include <pthread.h>

static void *run(void *arg)
{
	unsigned long *sum = arg;

	for (unsigned long i = 0; i < 50000; i++)
		*sum += i;
	return NULL;
}

int main(void)
{
	unsigned long sum[2] = {0, 0};
	pthread_t t;

	pthread_create(&t, NULL, run, &sum[0]);
	run(&sum[1]);
	pthread_join(t, NULL);
	assert(sum[0] == sum[1]);
	return 0;
}
