/* SPDX-License-Identifier: MIT */
/* Two threads count without a lock: in most schedules nothing is lost, in some it is. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int counter;

static void *count(void *arg)
{
	int seen = counter;

	counter = seen + 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("counter is %d\n", counter);
	assert(counter == 2);
	return 0;
}
