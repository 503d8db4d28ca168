// SPDX-License-Identifier: MIT
// expect: ok
// covers: mutex trylock EBUSY
// trylock never waits: it takes a free mutex and says EBUSY otherwise, to the owner too.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, entered, turned_away;
static pthread_mutex_t tally = PTHREAD_MUTEX_INITIALIZER;

static void *try_it(void *arg)
{
	int err = pthread_mutex_trylock(&lock);

	if (err == 0) {
		assert(inside++ == 0);
		assert(pthread_mutex_trylock(&lock) == EBUSY);
		assert(--inside == 0);
		assert(pthread_mutex_unlock(&lock) == 0);
	}
	assert(err == 0 || err == EBUSY);
	pthread_mutex_lock(&tally);
	*(err == 0 ? &entered : &turned_away) += 1;
	pthread_mutex_unlock(&tally);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, try_it, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(entered >= 1 && entered + turned_away == 2);
	return 0;
}
