// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: stdio flockfile deadlock
// Streams have locks too, and they can be taken in opposite order.
#include <pthread.h>
#include <stdio.h>

static void *both(void *arg)
{
	FILE *first = arg ? stdout : stderr, *second = arg ? stderr : stdout;

	flockfile(first);
	flockfile(second); /* BUG */
	funlockfile(second);
	funlockfile(first);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, both, (void *)1);
	both(NULL);
	pthread_join(t, NULL);
	return 0;
}
