// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: inspect, dining philosophers with mutexes
// Each takes the fork to the left, then the one to the right. If all take the lower one first,
// there is no cycle.
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg)
{
	int me = (int)(intptr_t)arg, first = me, second = (me + 1) % N;
#ifdef FIXED
	if (first > second) {
		first = second;
		second = me;
	}
#endif
	pthread_mutex_lock(&forks[first]);
	pthread_mutex_lock(&forks[second]); /* BUG */
	pthread_mutex_unlock(&forks[second]);
	pthread_mutex_unlock(&forks[first]);
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	for (intptr_t i = 0; i < N; i++)
		pthread_create(&t[i], NULL, philosopher, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL); /* BUG */
	return 0;
}
