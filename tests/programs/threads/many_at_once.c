// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=20
// covers: create 64-threads
// 64 threads besides main exist at the same time: none passes the barrier before all are there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 64 };

static pthread_barrier_t all_here;
static atomic_int arrived;

static void *run(void *arg)
{
	char on_stack[8192];

	on_stack[0] = *(char *)arg;
	atomic_fetch_add(&arrived, 1);
	pthread_barrier_wait(&all_here);
	assert(atomic_load(&arrived) == THREADS);
	assert(on_stack[0] == *(char *)arg);
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];
	char name[THREADS];
	void *value;

	pthread_barrier_init(&all_here, NULL, THREADS);
	for (int i = 0; i < THREADS; i++) {
		name[i] = (char)i;
		assert(pthread_create(&t[i], NULL, run, &name[i]) == 0);
	}
	for (int i = 0; i < THREADS; i++)
		assert(pthread_join(t[i], &value) == 0 && value == &name[i]);
	pthread_barrier_destroy(&all_here);
	return 0;
}
