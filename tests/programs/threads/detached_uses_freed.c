// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// options: --schedule=random:1 --executions=2000
// covers: detach
// The creator of a detached thread frees its argument without waiting for it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *count(void *arg)
{
	atomic_int *hits = arg;

	atomic_fetch_add(hits, 1); /* BUG */
	return NULL;
}

int main(void)
{
	atomic_int *hits = calloc(1, sizeof(*hits));
	pthread_t t;

	pthread_create(&t, NULL, count, hits);
	pthread_detach(t);
	free(hits);
	pthread_exit(NULL);
}
