// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: a local variable of a function of T0 that has returned
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return mutex
// Who waits for a flag alone does not wait for the unlock behind it: the mutex may be gone by then.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct request {
	pthread_mutex_t lock;
	atomic_int done;
};
static pthread_t t;

static void *serve(void *arg)
{
	struct request *r = arg;
	pthread_mutex_lock(&r->lock);
	atomic_store(&r->done, 1);
	pthread_mutex_unlock(&r->lock); /* BUG */
	return NULL;
}

__attribute__((noinline)) static void ask(void)
{
	struct request r = {PTHREAD_MUTEX_INITIALIZER, 0};
	pthread_create(&t, NULL, serve, &r);
	while (!atomic_load(&r.done))
		sched_yield();
}

int main(void)
{
	ask();
	pthread_join(t, NULL);
	return 0;
}
