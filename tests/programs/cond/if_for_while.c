// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=2000
// covers: cond wait broadcast
// `if` where `while` is due: another consumer takes the item between wake-up and lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg)
{
	pthread_mutex_lock(&lock);
	if (items == 0)
		pthread_cond_wait(&ready, &lock);
	assert(items > 0); /* BUG */
	items--;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *produce(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		items++;
		pthread_cond_broadcast(&ready);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, consume, NULL);
	pthread_create(&t[1], NULL, consume, NULL);
	pthread_create(&t[2], NULL, produce, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
