// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 2
// schedules: all=3 everywhere=3
// covers: application event loop with cross-thread wake-up
// Others post to a loop and wake it, but only once until it has woken: a flag says that a wake-up
// is under way. The loop must take the flag down before it empties its queue. Afterwards, what was
// posted in between is neither seen nor announced.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t wake;
static atomic_int waking, posted;

static void *poster(void *arg)
{
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&posted, 1);
		if (atomic_exchange(&waking, 1) == 0)
			sem_post(&wake);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	int handled = 0;

	sem_init(&wake, 0, 0);
	pthread_create(&t, NULL, poster, NULL);
	while (handled < 2) {
		sem_wait(&wake); /* BUG */
#ifdef FIXED
		atomic_store(&waking, 0);
		handled += atomic_exchange(&posted, 0);
#else
		handled += atomic_exchange(&posted, 0);
		atomic_store(&waking, 0);
#endif
	}
	pthread_join(t, NULL);
	return 0;
}
