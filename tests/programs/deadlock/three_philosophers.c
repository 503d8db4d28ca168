// SPDX-License-Identifier: MIT
// expect: finding deadlock
// options: --schedule=random:1 --executions=5000
// covers: deadlock cycle
// Three philosophers, each with the left fork in hand.
#include <pthread.h>

enum { N = 3 };

static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg)
{
	pthread_mutex_t *left = arg;
	pthread_mutex_t *right = &fork_[(left - fork_ + 1) % N];

	pthread_mutex_lock(left);
	pthread_mutex_lock(right); /* BUG */
	pthread_mutex_unlock(right);
	pthread_mutex_unlock(left);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, dine, &fork_[i]);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
