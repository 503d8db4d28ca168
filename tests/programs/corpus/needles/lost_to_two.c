// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 4
// schedules: all=20 everywhere=20
// covers: needle 4 preemptions
// Two threads add one to a counter three times each, by a load and a store. Everybody expects at
// least 3 in the end; the least is 2, if each of the two loses all but one of its additions to the
// other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add_three(void *arg)
{
	for (int i = 0; i < 3; i++)
#ifdef FIXED
		atomic_fetch_add(&counter, 1);
#else
		atomic_store(&counter, atomic_load(&counter) + 1);
#endif
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add_three, NULL);
	pthread_create(&b, NULL, add_three, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&counter) > 2); /* BUG */
	return 0;
}
