// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=4 everywhere=4
// covers: GAMBIT ticket lock
// Each thread draws a ticket and waits until it is served. Drawn by a load and a store, two threads
// can have the same ticket and are served together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving;
static atomic_int inside;

static int draw(void)
{
#ifdef FIXED
	return atomic_fetch_add(&next_ticket, 1);
#else
	int mine = atomic_load(&next_ticket);
	atomic_store(&next_ticket, mine + 1);
	return mine;
#endif
}

static void *run(void *arg)
{
	int mine = draw();

	while (atomic_load(&serving) < mine)
		;
	assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
	atomic_fetch_sub(&inside, 1);
	atomic_fetch_add(&serving, 1);
	return arg;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, run, NULL);
	run(NULL);
	pthread_join(other, NULL);
	return 0;
}
