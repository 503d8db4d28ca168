// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=11 everywhere=10
// covers: GAMBIT reader-writer spin lock
// Readers are counted in a word in which -1 is a writer. A reader that waits for the writer to
// leave and then adds one can be overtaken in between by a writer; wait and addition must be one
// step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;
static atomic_int x, y;

static void read_lock(void)
{
	int seen;

	do {
		while ((seen = atomic_load(&word)) < 0)
			;
#ifdef FIXED
	} while (!atomic_compare_exchange_strong(&word, &seen, seen + 1));
#else
	} while (atomic_fetch_add(&word, 1) < -1);
#endif
}

static void *write_pair(void *arg)
{
	int none = 0;

	while (!atomic_compare_exchange_strong(&word, &none, -1))
		none = 0;
	atomic_store(&x, 1);
	atomic_store(&y, 1);
	atomic_fetch_add(&word, 1);
	return arg;
}

int main(void)
{
	pthread_t writer;

	pthread_create(&writer, NULL, write_pair, NULL);
	read_lock();
	int a = atomic_load(&x), b = atomic_load(&y);
	assert(a == b); /* BUG */
	atomic_fetch_sub(&word, 1);
	pthread_join(writer, NULL);
	return 0;
}
