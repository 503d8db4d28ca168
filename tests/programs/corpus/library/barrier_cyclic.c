// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 0
// schedules: all=6 everywhere=6
// covers: GAMBIT barrier
// A barrier of a mutex and a condition variable that is used twice. Sleepers wait until the count
// is full, and the last one to leave makes it empty. Who comes back before that finds a full
// barrier, walks through, and is missing in the second round.
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int arrived, generation;

static void barrier_wait(void)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	int mine = generation;
	if (++arrived == THREADS) {
		arrived = 0;
		generation++;
		pthread_cond_broadcast(&full);
	}
	while (generation == mine)
		pthread_cond_wait(&full, &lock);
#else
	if (++arrived == THREADS)
		pthread_cond_broadcast(&full);
	while (arrived < THREADS)
		pthread_cond_wait(&full, &lock); /* BUG */
	if (++generation % THREADS == 0)
		arrived = 0;
#endif
	pthread_mutex_unlock(&lock);
}

static void *run(void *arg)
{
	barrier_wait();
	barrier_wait();
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, NULL);
	run(NULL);
	pthread_join(other, NULL); /* BUG */
	return 0;
}
