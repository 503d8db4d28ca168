// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 0
// schedules: all=2 everywhere=2
// covers: needle time-out
// A request is answered through memory of the caller, who frees it when the answer takes too long.
// Only when the time is up before the answer does the other thread write into freed memory.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static sem_t answered;

static void *answer(void *arg)
{
	int *reply = arg;

	*reply = 42; /* BUG */
	sem_post(&answered);
	return NULL;
}

int main(void)
{
	int *reply = calloc(1, sizeof(*reply));
	struct timespec deadline;
	pthread_t t;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 60;
	sem_init(&answered, 0, 0);
	pthread_create(&t, NULL, answer, reply);
	int late = sem_timedwait(&answered, &deadline) != 0;
#ifdef FIXED
	if (late)
		pthread_join(t, NULL);
	free(reply);
	if (!late)
		pthread_join(t, NULL);
#else
	(void)late;
	free(reply);
	pthread_join(t, NULL);
#endif
	return 0;
}
