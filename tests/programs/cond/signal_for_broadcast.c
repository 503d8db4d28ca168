// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// options: --schedule=random:1 --executions=2000
// covers: cond signal lost-wakeup
// One signal for two waiters: one of them sleeps for ever.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *pass(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_open)
		pthread_cond_wait(&open, &lock); /* BUG */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, pass, NULL);
	pthread_mutex_lock(&lock);
	is_open = 1;
	pthread_cond_signal(&open);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
