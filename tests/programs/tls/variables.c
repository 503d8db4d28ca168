// SPDX-License-Identifier: MIT
// expect: ok
// covers: tls __thread
// Each thread has its own, initialised as written; also those of the threads before it are gone.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static __thread int zero;
static __thread int seven = 7;
static _Thread_local char text[64] = "initial";
static __thread int *own_address;

static void *use(void *arg)
{
	assert(zero == 0 && seven == 7 && text[0] == 'i' && text[63] == 0 && own_address == NULL);
	own_address = &zero;
	zero = 1;
	seven++;
	text[0] = text[63] = 'x';
	sched_yield();
	assert(zero == 1 && seven == 8 && text[63] == 'x' && own_address == &zero);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 2; i++)
			pthread_create(&t[i], NULL, use, NULL);
		for (int i = 0; i < 2; i++)
			pthread_join(t[i], NULL);
	}
	use(NULL);
	return 0;
}
