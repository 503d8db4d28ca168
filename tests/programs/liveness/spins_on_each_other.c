// SPDX-License-Identifier: MIT
// expect: finding livelock
// message: repeats the same steps for ever
// covers: livelock, spin loops
// Each waits for what the other does after its own wait.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y; /* not static: clang would see that nobody gets that far */

static void *first(void *arg)
{
	while (!atomic_load(&x)) /* BUG */
		;
	atomic_store(&y, 1);
	return arg;
}

static void *second(void *arg)
{
	while (!atomic_load(&y))
		;
	atomic_store(&x, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
