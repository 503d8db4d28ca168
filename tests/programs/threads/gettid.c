// SPDX-License-Identifier: MIT
// expect: ok
// covers: self
// gettid tells threads apart, by name and as a system call, and is the process id in main.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *run(void *arg)
{
	pid_t *id = arg;

	*id = gettid();
	sched_yield();
	assert(gettid() == *id);
	assert(syscall(SYS_gettid) == *id);
	assert(getpid() != *id);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	pid_t id[2];

	assert(gettid() == getpid());
	pthread_create(&t[0], NULL, run, &id[0]);
	pthread_create(&t[1], NULL, run, &id[1]);
	pthread_join(t[0], NULL);
	assert(gettid() == getpid());
	pthread_join(t[1], NULL);
	assert(id[0] != id[1]);
	return 0;
}
