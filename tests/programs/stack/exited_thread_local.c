// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: write of 4 bytes at .* a thread-local variable of T1, which has ended
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// warning: sync-misuse
// covers: use-after-return thread-local exit detach
// A detached thread lets others write to its thread-local variable, and does not wait for them.
#include <pthread.h>
#include <semaphore.h>

static __thread int own;
static sem_t given, taken, done;
static int *shared;

static void *owner(void *arg)
{
	shared = &own;
	sem_post(&given);
	sem_wait(&taken);
	pthread_exit(arg);
}

static void *writer(void *arg)
{
	sem_wait(&given);
	int *p = shared;
	sem_post(&taken);
	*p = 2; /* BUG */
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t t, u;
	sem_init(&given, 0, 0);
	sem_init(&taken, 0, 0);
	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, owner, NULL);
	pthread_detach(t);
	pthread_create(&u, NULL, writer, NULL);
	sem_wait(&done);
	pthread_join(u, NULL);
	return 0;
}
