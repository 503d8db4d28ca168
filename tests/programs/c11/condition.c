// SPDX-License-Identifier: MIT
// expect: ok
// covers: c11 cnd_wait cnd_signal cnd_broadcast cnd_timedwait
// C11 condition variables, waited for in a loop.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t cond;
static int stage;

static int run(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	while (stage < 1)
		assert(cnd_wait(&cond, &lock) == thrd_success);
	stage = 2;
	assert(cnd_broadcast(&cond) == thrd_success);
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	struct timespec soon, past = {1, 0};
	int r = thrd_success;
	thrd_t t;

	mtx_init(&lock, mtx_plain);
	assert(cnd_init(&cond) == thrd_success);
	thrd_create(&t, run, NULL);
	mtx_lock(&lock);
	assert(cnd_timedwait(&cond, &lock, &past) == thrd_timedout);
	stage = 1;
	assert(cnd_signal(&cond) == thrd_success);
	timespec_get(&soon, TIME_UTC);
	soon.tv_sec += 1;
	while (stage < 2 && r == thrd_success)
		r = cnd_timedwait(&cond, &lock, &soon);
	assert(stage == 2 || r == thrd_timedout);
	mtx_unlock(&lock);
	thrd_join(t, NULL);
	assert(stage == 2);
	cnd_destroy(&cond);
	return 0;
}
