// SPDX-License-Identifier: MIT
// expect: ok or error
// message: sem_open|named
// covers: unsupported named_sem
// A named semaphore is shared with other processes.
#define _GNU_SOURCE
#include <pthread.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static void *run(void *arg)
{
	char name[64];
	sem_t *sem;

	snprintf(name, sizeof(name), "/scree-test-%d", (int)getpid());
	sem = sem_open(name, O_CREAT, 0600, 1); /* HERE */
	if (sem != SEM_FAILED) {
		sem_unlink(name);
		sem_wait(sem);
		sem_post(sem);
		sem_close(sem);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
