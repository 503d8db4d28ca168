// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: a local variable of a function of T0 that has returned
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return local main
// The main thread leaves the function whose local it has passed to a thread as soon as that has
// begun.
#include <pthread.h>
#include <semaphore.h>

static sem_t begun;
static pthread_t t;

static void *worker(void *arg)
{
	int *p = arg;
	sem_post(&begun);
	*p = 2; /* BUG */
	return NULL;
}

__attribute__((noinline)) static void start(void)
{
	int local = 1;
	pthread_create(&t, NULL, worker, &local);
	sem_wait(&begun);
}

int main(void)
{
	sem_init(&begun, 0, 0);
	start();
	pthread_join(t, NULL);
	return 0;
}
