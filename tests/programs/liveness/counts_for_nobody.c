// SPDX-License-Identifier: MIT
// expect: finding livelock
// options: --schedule=random:1 --executions=3 --max-events=20000
// where: any
// covers: livelock loops
// Each counts while it waits for what the other does after its own wait.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
unsigned rounds[2];

static void *first(void *arg)
{
	while (!atomic_load(&x))
		rounds[0]++;
	atomic_store(&y, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, first, NULL);
	while (!atomic_load(&y))
		rounds[1]++;
	atomic_store(&x, 1);
	pthread_join(t, NULL);
	return 0;
}
