// SPDX-License-Identifier: MIT
// expect: ok
// covers: loops yield
// A spin lock whose waiter yields twice as often each time.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int word;
static int counter;

static void take(void)
{
	int delay = 1;

	while (atomic_exchange(&word, 1)) {
		for (int i = 0; i < delay; i++)
			sched_yield();
		delay *= 2;
	}
}

static void *add(void *arg)
{
	take();
	counter++;
	atomic_store(&word, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(counter == 2);
	return 0;
}
