// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=6 everywhere=6
// covers: application logger
// A writer thread empties the buffer of a logger until it is told to stop. It looks at the wish to
// stop after it has emptied the buffer: what was logged between the two is lost.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static int buffered, written;
static bool stop;

static void flush(void)
{
	written += buffered;
	buffered = 0;
}

static void *writer(void *arg)
{
	bool last = false;

	while (!last) {
		pthread_mutex_lock(&lock);
		while (buffered == 0 && !stop)
			pthread_cond_wait(&news, &lock);
#ifdef FIXED
		last = stop;
		flush();
#else
		flush();
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		last = stop;
#endif
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writer, NULL);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		buffered++;
		stop = i == 1;
		pthread_cond_signal(&news);
		pthread_mutex_unlock(&lock);
	}
	pthread_join(t, NULL);
	assert(written == 2); /* BUG */
	return 0;
}
