// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=3000
// check: -> assertion
// check: --pp=everywhere -> assertion
// covers: assertion loops trylock
// A thread that polls under a lock is seen by who tries the lock: taken and free in turns, again
// and again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *poll(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		int seen = flag;
		pthread_mutex_unlock(&m);
		if (seen)
			return arg;
	}
}

static int is_free(void)
{
	if (pthread_mutex_trylock(&m) != 0)
		return 0;
	pthread_mutex_unlock(&m);
	return 1;
}

int main(void)
{
	pthread_t t;
	int found[4];

	pthread_create(&t, NULL, poll, NULL);
	for (int i = 0; i < 4; i++)
		found[i] = is_free();
	assert(!(!found[0] && found[1] && !found[2] && found[3])); /* BUG */
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
