// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=2 everywhere=2
// covers: application bank transfer
// Each account has its lock, and every access holds it; there is no data race. But an audit that
// looks at one account after the other sees money that is on its way twice, or not at all.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[2] = {10, 10};

static void *transfer(void *arg)
{
#ifdef FIXED
	pthread_mutex_lock(&locks[0]);
	pthread_mutex_lock(&locks[1]);
	balance[0] -= 5;
	balance[1] += 5;
	pthread_mutex_unlock(&locks[1]);
	pthread_mutex_unlock(&locks[0]);
#else
	pthread_mutex_lock(&locks[0]);
	balance[0] -= 5;
	pthread_mutex_unlock(&locks[0]);
	pthread_mutex_lock(&locks[1]);
	balance[1] += 5;
	pthread_mutex_unlock(&locks[1]);
#endif
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, transfer, NULL);
	pthread_mutex_lock(&locks[0]);
	pthread_mutex_lock(&locks[1]);
	int sum = balance[0] + balance[1];
	pthread_mutex_unlock(&locks[1]);
	pthread_mutex_unlock(&locks[0]);
	assert(sum == 20); /* BUG */
	pthread_join(t, NULL);
	return 0;
}
