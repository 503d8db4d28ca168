// SPDX-License-Identifier: MIT
// expect: finding assertion or data-race
// where: any
// options: --schedule=random:1 --executions=300 --pp=all
// covers: scree_preempt pp-all
// With --pp=all plain accesses are no preemption points; scree_preempt makes one.
#include <assert.h>
#include <pthread.h>
#include <scree.h>

static volatile int counter;

static void *add(void *arg)
{
	int seen = counter;

	scree_preempt();
	counter = seen + 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, add, NULL);
	add(NULL);
	pthread_join(t, NULL);
	assert(counter == 2);
	return 0;
}
