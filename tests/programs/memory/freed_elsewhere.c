// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --leaks
// covers: malloc free realloc leak
// Blocks are made in one thread, grown in a second and freed in a third.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static sem_t made, grown;
static char *block;

static void *make(void *arg)
{
	block = malloc(10);
	strcpy(block, "travels");
	sem_post(&made);
	return arg;
}

static void *grow(void *arg)
{
	sem_wait(&made);
	block = realloc(block, 1000);
	assert(strcmp(block, "travels") == 0);
	sem_post(&grown);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	sem_init(&made, 0, 0);
	sem_init(&grown, 0, 0);
	pthread_create(&t[0], NULL, grow, NULL);
	pthread_create(&t[1], NULL, make, NULL);
	sem_wait(&grown);
	assert(strcmp(block, "travels") == 0);
	free(block);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
