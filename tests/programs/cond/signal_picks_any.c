// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=2000
// covers: cond signal choice
// Which waiter a signal wakes is open: the one that came first need not be the one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t token = PTHREAD_COND_INITIALIZER;
static pthread_cond_t asleep = PTHREAD_COND_INITIALIZER;
static int sleepers, tokens, order[2], woken;

static void *sleeper(void *arg)
{
	int me;

	pthread_mutex_lock(&lock);
	me = sleepers++;
	pthread_cond_signal(&asleep);
	while (tokens == 0)
		pthread_cond_wait(&token, &lock);
	tokens--;
	order[woken++] = me;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, sleeper, NULL);
	pthread_mutex_lock(&lock);
	while (sleepers < 2)
		pthread_cond_wait(&asleep, &lock);
	for (int i = 0; i < 2; i++) {
		tokens++;
		pthread_cond_signal(&token);
	}
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(order[0] == 0 && order[1] == 1); /* BUG */
	return 0;
}
