// SPDX-License-Identifier: MIT
// expect: ok
// covers: QUICKSAND figure 3a
// check: -n 1 --pp=all --races=limited -> budget, races A1-A2
// check: -n 1 --pp=all --races=pure -> budget, no races
// check: --mode=everywhere --races=limited -> verified, 5 schedules, races A1-A2
// check: --mode=everywhere --races=pure -> verified, 5 schedules, races A1-A2
// check: --races=limited -> verified, races A1-A2
// check: --races=pure -> verified, races A1-A2
// Two increments race, on either side of critical sections that have nothing to do with them. In
// the first execution the lock happens to order them: pure happens-before sees no race there,
// limited does. Over all executions both do.
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *before(void *arg)
{
	x++; /* A1 */
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *after(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	x++; /* A2 */
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, before, NULL);
	pthread_create(&b, NULL, after, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
