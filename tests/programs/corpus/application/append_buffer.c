// SPDX-License-Identifier: MIT
// bug: buffer-overflow
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: application shared buffer
// Two threads append to a buffer of the heap. Each looks whether there is room before it reserves
// it; together they write behind the end.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SIZE 8

static char *buffer;
static atomic_uint used = SIZE - 1;

static void *append(void *arg)
{
#ifdef FIXED
	unsigned at = atomic_load(&used);

	do
		if (at >= SIZE)
			return arg;
	while (!atomic_compare_exchange_strong(&used, &at, at + 1));
#else
	if (atomic_load(&used) >= SIZE)
		return arg;
	unsigned at = atomic_fetch_add(&used, 1);
#endif
	buffer[at] = 'x'; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	buffer = malloc(SIZE);
	pthread_create(&t, NULL, append, NULL);
	append(NULL);
	pthread_join(t, NULL);
	free(buffer);
	return 0;
}
