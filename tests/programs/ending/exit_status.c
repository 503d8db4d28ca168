// SPDX-License-Identifier: MIT
// expect: finding exit-status
// options: --schedule=random:1 --executions=300 --exit-status
// message: 7
// where: any
// covers: exit-status
// In some schedules main returns a status other than 0.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int winner;

static void *run(void *arg)
{
	int nobody = 0;

	atomic_compare_exchange_strong(&winner, &nobody, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	int nobody = 0;

	pthread_create(&t, NULL, run, NULL);
	atomic_compare_exchange_strong(&winner, &nobody, 2);
	pthread_join(t, NULL);
	return atomic_load(&winner) == 1 ? 7 : 0;
}
