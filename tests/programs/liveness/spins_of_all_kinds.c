// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=2000 --max-events=2000
// covers: spin loops
// Loops that wait for another thread by looking: each ends, whoever runs first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag, lock_word, stage;
static volatile int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void spin_lock(void)
{
	while (atomic_exchange(&lock_word, 1))
		;
}

static void spin_unlock(void)
{
	atomic_store(&lock_word, 0);
}

static int is_done(void)
{
	pthread_mutex_lock(&mutex);
	int seen = done;
	pthread_mutex_unlock(&mutex);
	return seen;
}

static void *waiter(void *arg)
{
	int expected = 1;

	while (!atomic_load(&flag))
		;
	spin_lock();
	plain++;
	spin_unlock();
	while (!is_done())
		sched_yield();
	while (!plain)
		;
	while (!atomic_compare_exchange_weak(&stage, &expected, 2))
		expected = 1;
	while (pthread_mutex_trylock(&mutex))
		sched_yield();
	pthread_mutex_unlock(&mutex);
	return arg;
}

static void *worker(void *arg)
{
	spin_lock();
	plain++;
	spin_unlock();
	atomic_store(&flag, 1);
	pthread_mutex_lock(&mutex);
	done = 1;
	pthread_mutex_unlock(&mutex);
	atomic_store(&stage, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waiter, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
