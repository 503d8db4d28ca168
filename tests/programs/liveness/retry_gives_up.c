// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: spin loops
// A loop that counts its rounds is not a spin loop: it gives up, and that is the bug.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *wait_a_little(void *arg)
{
	int rounds = 0;

	while (!atomic_load(&ready) && rounds < 3)
		rounds++;
	assert(rounds < 3); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_a_little, NULL);
	atomic_store(&ready, 1);
	pthread_join(t, NULL);
	return 0;
}
