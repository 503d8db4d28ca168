// SPDX-License-Identifier: MIT
// expect: ok
// covers: self
// A thread can be named, by itself and by its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static pthread_barrier_t named;

static void *run(void *arg)
{
	char name[16];

	pthread_barrier_wait(&named);
	assert(pthread_getname_np(pthread_self(), name, sizeof(name)) == 0);
	assert(strcmp(name, "worker") == 0);
	assert(pthread_setname_np(pthread_self(), "busy") == 0);
	assert(pthread_getname_np(pthread_self(), name, sizeof(name)) == 0);
	assert(strcmp(name, "busy") == 0);
	assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&named, NULL, 2);
	pthread_create(&t, NULL, run, NULL);
	assert(pthread_setname_np(t, "worker") == 0);
	pthread_barrier_wait(&named);
	pthread_join(t, NULL);
	return 0;
}
