// SPDX-License-Identifier: MIT
// expect: finding infinite-loop
// options: --schedule=random:1 --executions=3 --max-events=20000
// where: any
// covers: infinite-loop loops yield
// The other one forgets to give the spin lock back, and the delay grows for ever.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int word;

static void *take(void *arg)
{
	int delay = 1;

	while (atomic_exchange(&word, 1)) {
		for (int i = 0; i < delay; i++)
			sched_yield();
		delay *= 2;
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, take, NULL);
	take(NULL);
	pthread_join(t, NULL);
	return 0;
}
