// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=20
// covers: create join 1000
// What a joined thread used is free for the next one: a thousand threads, one after the other.
#include <assert.h>
#include <pthread.h>

static int count;

static void *run(void *arg)
{
	count++;
	return arg;
}

int main(void)
{
	for (int i = 0; i < 1000; i++) {
		pthread_t t;
		void *value;

		assert(pthread_create(&t, NULL, run, &count) == 0);
		assert(pthread_join(t, &value) == 0 && value == &count);
	}
	assert(count == 1000);
	return 0;
}
