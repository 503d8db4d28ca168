// SPDX-License-Identifier: MIT
// expect: error
// message: \bwrite\b
// covers: unsupported blocking_write
// A write to a full pipe would stop all threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int fds[2];
static char page[4096];

static void *run(void *arg)
{
	for (int i = 0; i < 100; i++)
		if (write(fds[1], page, sizeof(page)) < 0) /* HERE */
			return NULL;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (pipe(fds) != 0)
		return 1;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
