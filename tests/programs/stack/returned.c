// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: write of 4 bytes at .* a local variable of .*T1
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return local
// A function waits until another thread has its pointer, but not until it has written there. The
// first schedule that is run writes in time; only the order of the write and the return is wrong in
// the other.
#include <pthread.h>
#include <semaphore.h>

static sem_t given, taken;
static int *shared;
static int after;

__attribute__((noinline)) static void lend(void)
{
	int local = 1;
	shared = &local;
	sem_post(&given);
	sem_wait(&taken);
}

static void *owner(void *arg)
{
	lend();
	after = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	sem_init(&given, 0, 0);
	sem_init(&taken, 0, 0);
	pthread_create(&t, NULL, owner, NULL);
	sem_wait(&given);
	int *p = shared;
	sem_post(&taken);
	*p = 2; /* BUG */
	pthread_join(t, NULL);
	return 0;
}
