// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: application rate limiter
// A bucket of tokens: a request passes if there is one, and takes it. Look and take are two steps,
// and two requests pass with one token.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int tokens = 1;
static atomic_int passed;

static bool allow(void)
{
#ifdef FIXED
	int seen = atomic_load(&tokens);

	while (seen > 0)
		if (atomic_compare_exchange_strong(&tokens, &seen, seen - 1))
			return true;
	return false;
#else
	if (atomic_load(&tokens) == 0)
		return false;
	atomic_fetch_sub(&tokens, 1);
	return true;
#endif
}

static void *request(void *arg)
{
	if (allow())
		atomic_fetch_add(&passed, 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, request, NULL);
	request(NULL);
	pthread_join(t, NULL);
	assert(atomic_load(&passed) == 1); /* BUG */
	return 0;
}
