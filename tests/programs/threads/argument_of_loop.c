// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: create
// All threads get the address of the loop's variable; some see the value of a later turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen[3];

static void *mark(void *arg)
{
	atomic_fetch_add(&seen[atomic_load((atomic_int *)arg) % 3], 1);
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	atomic_int i;

	for (atomic_init(&i, 0); i < 3; i++)
		pthread_create(&t[i], NULL, mark, &i);
	for (int j = 0; j < 3; j++)
		pthread_join(t[j], NULL);
	for (int j = 0; j < 3; j++)
		assert(seen[j] == 1); /* BUG */
	return 0;
}
