// SPDX-License-Identifier: MIT
// expect: ok
// covers: thesis figure 2.2
// check: -> verified
// check: --races=pure -> verified
// check: --mode=everywhere --races=limited -> verified
// The same count under a lock of one's own: an exchange, tried again after a yield.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

struct mutex {
	volatile int held;
};
static struct mutex m;
static int x;

static void lock(struct mutex *mp)
{
	while (__atomic_exchange_n(&mp->held, 1, __ATOMIC_SEQ_CST))
		sched_yield();
}

static void unlock(struct mutex *mp)
{
	mp->held = 0;
}

static void *count(void *arg)
{
	for (int i = 0; i < 2; i++) {
		lock(&m);
		x++;
		unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, count, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 4);
	return 0;
}
