// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: SIGILL|[Ii]llegal
// covers: segfault SIGILL
// An instruction that does not exist.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
	__builtin_trap(); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
