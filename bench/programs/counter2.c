/* SPDX-License-Identifier: MIT */
/* The two-thread counter without its assertion: every schedule comes to its end. */
#include <pthread.h>

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
	return counter < 1;
}
