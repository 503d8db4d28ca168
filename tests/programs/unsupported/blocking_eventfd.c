// SPDX-License-Identifier: MIT
// expect: error
// message: \bread\b
// covers: unsupported blocking_eventfd
// A read from an eventfd that is zero.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void *run(void *arg)
{
	uint64_t value;

	if (read(eventfd(0, 0), &value, sizeof(value)) < 0) /* HERE */
		return NULL;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
