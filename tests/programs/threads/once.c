// SPDX-License-Identifier: MIT
// expect: ok
// covers: once
// The function runs once, and no caller returns before it has finished.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, ready;

static void init(void)
{
	runs++;
	ready = 1;
}

static void *use(void *arg)
{
	(void)arg;
	assert(pthread_once(&once, init) == 0);
	assert(runs == 1 && ready == 1);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, use, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(pthread_once(&once, init) == 0 && runs == 1);
	return 0;
}
