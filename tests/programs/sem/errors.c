// SPDX-License-Identifier: MIT
// expect: ok
// covers: sem trywait timedwait clockwait EAGAIN ETIMEDOUT EINVAL EOVERFLOW
// Error returns are -1 with errno, other than those of the pthread functions.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static void *check(void *arg)
{
	struct timespec past = {1, 0}, no_time = {1, 1000000000};
	int value;
	sem_t sem;

	assert(sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
	assert(sem_init(&sem, 0, 0) == 0);
	assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
	assert(sem_timedwait(&sem, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_clockwait(&sem, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_timedwait(&sem, &no_time) == -1 && errno == EINVAL);
	assert(sem_post(&sem) == 0);
	assert(sem_post(&sem) == 0);
	assert(sem_trywait(&sem) == 0);
	assert(sem_timedwait(&sem, &past) == 0);
	assert(sem_getvalue(&sem, &value) == 0 && value == 0);
	assert(sem_destroy(&sem) == 0);

	assert(sem_init(&sem, 0, SEM_VALUE_MAX) == 0);
	assert(sem_post(&sem) == -1 && errno == EOVERFLOW);
	assert(sem_destroy(&sem) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, check, NULL);
	check(NULL);
	pthread_join(t, NULL);
	return 0;
}
