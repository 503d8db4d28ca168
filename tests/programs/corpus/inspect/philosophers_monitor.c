// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=20 everywhere=20
// misses: sync-only single (the switch is needed at a racing access)
// covers: inspect figure 7, dining philosophers with condition variables
// A philosopher waits until both forks lie on the table. Who has eaten puts them back without the
// mutex. If that is between another's look at them and its sleep, the wake-up is lost.
#include <pthread.h>
#include <stdint.h>

#define N 4

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t put_back = PTHREAD_COND_INITIALIZER;
static int taken[N] = {0, 0, 1, 1}; /* the last one eats already */

static void eat(int left, int right)
{
	pthread_mutex_lock(&table);
	while (taken[left] || taken[right])
		pthread_cond_wait(&put_back, &table); /* BUG */
	taken[left] = taken[right] = 1;
	pthread_mutex_unlock(&table);
}

static void think(int left, int right)
{
#ifdef FIXED
	pthread_mutex_lock(&table);
#endif
	taken[left] = taken[right] = 0;
	pthread_cond_broadcast(&put_back);
#ifdef FIXED
	pthread_mutex_unlock(&table);
#endif
}

static void *philosopher(void *arg)
{
	int me = (int)(intptr_t)arg;
	eat(me, me + 1);
	think(me, me + 1);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (intptr_t i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, philosopher, (void *)(i + 1));
	think(2, 3);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL); /* BUG */
	return 0;
}
