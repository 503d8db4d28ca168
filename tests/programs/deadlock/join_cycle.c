// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: deadlock join
// Two threads join each other; main has left.
#include <pthread.h>
#include <semaphore.h>

static pthread_t t[2];
static sem_t both_there;

static void *join_other(void *arg)
{
	pthread_t *other = arg;

	sem_wait(&both_there);
	pthread_join(*other, NULL); /* BUG */
	return NULL;
}

int main(void)
{
	sem_init(&both_there, 0, 0);
	pthread_create(&t[0], NULL, join_other, &t[1]);
	pthread_create(&t[1], NULL, join_other, &t[0]);
	sem_post(&both_there);
	sem_post(&both_there);
	pthread_exit(NULL);
}
