// SPDX-License-Identifier: MIT
// expect: ok
// warning: sync-misuse
// covers: sync-misuse exit-with-mutex
// A thread ends while it holds a mutex: a warning, because nobody is stuck here.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	pthread_mutex_lock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
