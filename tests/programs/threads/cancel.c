// SPDX-License-Identifier: MIT
// expect: ok or error
// message: pthread_cancel
// covers: pthread_cancel
// Deferred cancellation at a cancellation point, with its clean-up handler; or a clear refusal.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int cleaned;

static void clean(void *arg)
{
	*(int *)arg += 1;
}

static void *run(void *arg)
{
	(void)arg;
	pthread_cleanup_push(clean, &cleaned);
	for (;;)
		sleep(1);
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	pthread_t t;
	void *value;

	pthread_create(&t, NULL, run, NULL);
	assert(pthread_cancel(t) == 0);
	assert(pthread_join(t, &value) == 0);
	assert(value == PTHREAD_CANCELED);
	assert(cleaned == 1);
	return 0;
}
