// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 0
// schedules: all=1 everywhere=1
// covers: needle 20-thread reordering, main joins all of them in a loop
// Twenty threads, of which the first prepares and the last uses what was prepared. Created in this
// order they run in this order, nearly always; nothing makes them. A semaphore does.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define THREADS 20

static atomic_int prepared, own[THREADS];
static sem_t ready;

static void *run(void *arg)
{
	atomic_int *mine = arg;
	int me = (int)(mine - own);

	atomic_fetch_add(mine, 1);
	if (me == 0) {
		atomic_store(&prepared, 1);
		sem_post(&ready);
	}
	if (me == THREADS - 1) {
#ifdef FIXED
		sem_wait(&ready);
#endif
		assert(atomic_load(&prepared)); /* BUG */
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	sem_init(&ready, 0, 0);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, &own[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
