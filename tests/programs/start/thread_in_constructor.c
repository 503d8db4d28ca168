// SPDX-License-Identifier: MIT
// expect: ok
// covers: start constructor create
// Threads may exist before main.
#include <assert.h>
#include <pthread.h>

static pthread_t t;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *arg)
{
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return arg;
}

__attribute__((constructor)) static void set_up(void)
{
	pthread_create(&t, NULL, add, NULL);
}

int main(void)
{
	add(NULL);
	pthread_join(t, NULL);
	assert(counter == 2);
	return 0;
}
