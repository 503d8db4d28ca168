// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: deadlock exited-holder
// An early return forgets the unlock; the next one waits for a thread that is no more.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock); /* BUG */
	if (turns++ == 0)
		return arg;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
