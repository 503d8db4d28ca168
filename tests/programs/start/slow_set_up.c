// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --stuck-after=20s
// covers: start
// Ten million steps before the first thread are a slow start, no endless loop, and run once.
#include <assert.h>
#include <pthread.h>

static volatile unsigned steps;

static void *run(void *arg)
{
	assert(steps == 10000000);
	return arg;
}

int main(void)
{
	pthread_t t;

	while (steps < 10000000)
		steps++;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
