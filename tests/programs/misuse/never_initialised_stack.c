// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// message: initiali[sz]ed
// covers: sync-misuse uninitialised
// A mutex on the stack, in what earlier calls have left there.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t *lock;

static void *run(void *arg)
{
	pthread_mutex_lock(lock); /* BUG */
	pthread_mutex_unlock(lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_t local;

	memset(&local, 0x5a, sizeof(local));
	lock = &local;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
