// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=66 everywhere=66
// covers: inspect, dining philosophers with semaphores and a footman
// The footman lets people to the table. If he lets in as many as there are forks, each can hold one
// of them and wait for the other; one less, and somebody can eat.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#define N 3
#ifdef FIXED
#define CHAIRS (N - 1)
#else
#define CHAIRS N
#endif

static sem_t footman, forks[N];

static void *philosopher(void *arg)
{
	int me = (int)(intptr_t)arg;
	sem_wait(&footman);
	sem_wait(&forks[me]);
	sem_wait(&forks[(me + 1) % N]); /* BUG */
	sem_post(&forks[(me + 1) % N]);
	sem_post(&forks[me]);
	sem_post(&footman);
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	sem_init(&footman, 0, CHAIRS);
	for (int i = 0; i < N; i++)
		sem_init(&forks[i], 0, 1);
	for (intptr_t i = 0; i < N; i++)
		pthread_create(&t[i], NULL, philosopher, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL); /* BUG */
	return 0;
}
