// SPDX-License-Identifier: MIT
// expect: ok
// fails: fork isolation shows other output
// What the program prints depends on the way in which it is run.
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t at_start;

static void *run(void *arg)
{
	fprintf(stderr, "the same process: %d\n", at_start == syscall(SYS_getpid));
	return arg;
}

int main(void)
{
	pthread_t t;

	at_start = (pid_t)syscall(SYS_getpid);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
