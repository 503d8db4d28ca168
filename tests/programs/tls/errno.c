// SPDX-License-Identifier: MIT
// expect: ok
// covers: tls errno
// errno belongs to a thread, survives a switch, and starts as 0.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int *address_in_main;

static void *fail(void *arg)
{
	assert(errno == 0);
	assert(&errno != address_in_main);
	assert(close(-1) == -1 && errno == EBADF);
	sched_yield();
	assert(errno == EBADF);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	address_in_main = &errno;
	errno = 0;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, fail, NULL);
	errno = ERANGE;
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(errno == ERANGE);
	return 0;
}
