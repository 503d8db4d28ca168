// SPDX-License-Identifier: MIT
// bug: segfault
// preemptions: 2
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application downloader with progress thread
// The progress thread works out a share of the total as soon as the download has begun, but the
// total is known only a moment later: a division by zero.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started;
static int total, received;
static volatile int percent;

static void *download(void *arg)
{
#ifdef FIXED
	total = 200;
	atomic_store(&started, 1);
#else
	atomic_store(&started, 1);
	total = 200;
#endif
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, download, NULL);
	if (atomic_load(&started))
		percent = received * 100 / total; /* BUG */
	pthread_join(t, NULL);
	return 0;
}
