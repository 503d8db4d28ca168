// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --exit-status
// covers: exit-status
// exit(0) anywhere is a good end, and so is a status whose low eight bits are zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int winner;

static void *run(void *arg)
{
	atomic_store(&winner, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	exit(atomic_load(&winner) == 1 ? 256 : 3);
}
