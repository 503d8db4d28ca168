// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: application downloader with progress thread
// A progress thread sleeps until bytes have come. The end of the download is a change, too; whoever
// sleeps on without looking whether it has ended is woken by nobody.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static int bytes;
static bool finished;

static void *progress(void *arg)
{
	int shown = 0;

	pthread_mutex_lock(&lock);
	while (!finished) {
#ifdef FIXED
		while (bytes == shown && !finished)
#else
		while (bytes == shown)
#endif
			pthread_cond_wait(&news, &lock); /* BUG */
		shown = bytes;
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, progress, NULL);
	pthread_mutex_lock(&lock);
	bytes = 100;
	pthread_cond_signal(&news);
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	finished = true;
	pthread_cond_signal(&news);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL); /* BUG */
	return 0;
}
