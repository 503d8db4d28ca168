// SPDX-License-Identifier: MIT
// expect: finding deadlock
// options: --schedule=random:1 --executions=2000
// covers: deadlock partial
// Two threads deadlock while others finish and main has left: nobody is there to notice.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* BUG */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* BUG */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

static void *bystander(void *arg)
{
	return arg;
}

int main(void)
{
	void *(*run[])(void *) = {one, two, bystander, bystander};
	pthread_t t;

	for (int i = 0; i < 4; i++) {
		pthread_create(&t, NULL, run[i], NULL);
		pthread_detach(t);
	}
	pthread_exit(NULL);
}
