// SPDX-License-Identifier: MIT
// expect: ok
// covers: spin loops
// The function that looks does not know of the loop: the count is in its caller's frame.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

__attribute__((noinline)) static int look(void)
{
	return atomic_load(&flag);
}

static void *poll(void *arg)
{
	for (int i = 0; i < 20; i++)
		if (look())
			break;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, poll, NULL);
	pthread_join(t, NULL);
	return 0;
}
