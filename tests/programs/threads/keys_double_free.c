// SPDX-License-Identifier: MIT
// expect: finding double-free
// where: any
// covers: keys destructors
// The thread frees its value itself and leaves it to the destructor as well.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *run(void *arg)
{
	void *value = malloc(16);

	(void)arg;
	pthread_setspecific(key, value);
	free(value);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, free);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
