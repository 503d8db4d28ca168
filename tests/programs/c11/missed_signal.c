// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// covers: c11 cnd_wait lost-wakeup
// Nobody remembers that the signal has been given.
#include <threads.h>

static mtx_t lock;
static cnd_t cond;

static int wake(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	cnd_signal(&cond);
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t t;

	mtx_init(&lock, mtx_plain);
	cnd_init(&cond);
	thrd_create(&t, wake, NULL);
	mtx_lock(&lock);
	cnd_wait(&cond, &lock); /* BUG */
	mtx_unlock(&lock);
	thrd_join(t, NULL);
	return 0;
}
