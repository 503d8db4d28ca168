// SPDX-License-Identifier: MIT
// expect: ok
// covers: stdio printf
// Lines printed by threads are whole, and shown for the first execution only.
#include <pthread.h>
#include <stdio.h>

static void *print(void *arg)
{
	for (int i = 0; i < 3; i++)
		printf("thread %s line %d\n", (char *)arg, i);
	fflush(stdout);
	fprintf(stderr, "%s is done\n", (char *)arg);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, print, "one");
	pthread_create(&t[1], NULL, print, "two");
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	puts("end");
	return 0;
}
