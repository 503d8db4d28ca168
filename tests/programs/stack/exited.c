// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: read of 4 bytes at .* a local variable of T1, which has ended
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return local exit join
// What a thread has in its outermost function is read after the thread has been joined.
#include <pthread.h>

static int *volatile shared;

static void *owner(void *arg)
{
	int local = 1;
	shared = &local;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, owner, NULL);
	pthread_join(t, NULL);
	return *shared != 1; /* BUG */
}
