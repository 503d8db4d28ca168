// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: write of 6 bytes at .* a local variable of .*T1
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return longjmp memcpy
// A function is left by longjmp while another thread is about to copy into its array.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <string.h>

static sem_t given, taken;
static char *shared;
static jmp_buf out;
static volatile int after;

__attribute__((noinline)) static void lend(void)
{
	char local[16];
	shared = local;
	sem_post(&given);
	sem_wait(&taken);
	longjmp(out, 1);
}

static void *owner(void *arg)
{
	if (!setjmp(out))
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
	char *p = shared;
	sem_post(&taken);
	memcpy(p, "hello", 6); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
