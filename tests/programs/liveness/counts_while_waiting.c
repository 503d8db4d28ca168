// SPDX-License-Identifier: MIT
// expect: ok
// covers: loops
// Waits for a flag that comes, and counts the rounds: in a local variable, then in a global one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static unsigned rounds;

static void *set(void *arg)
{
	atomic_store(&flag[0], 1);
	atomic_store(&flag[1], 1);
	return arg;
}

int main(void)
{
	unsigned n = 0;
	pthread_t t;

	pthread_create(&t, NULL, set, NULL);
	while (!atomic_load(&flag[0]))
		n++;
	while (!atomic_load(&flag[1]))
		rounds++;
	pthread_join(t, NULL);
	return n + rounds == 0xffffffff;
}
