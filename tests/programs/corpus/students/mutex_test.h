/* SPDX-License-Identifier: MIT */
/*
 * mutex_test of the thesis, §5.1.3: two threads (THREADS) take the mutex twice each (ROUNDS); the
 * second time shows what is wrong with unlocking. Wants `mutex`, mutex_lock() and mutex_unlock().
 */
#include "section.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static void use_mutex(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		mutex_lock(&mutex);
		critical_section();
		mutex_unlock(&mutex);
	}
}

int main(void)
{
	for (int i = 1; i < THREADS; i++)
		thread_fork(use_mutex, NULL);
	use_mutex(NULL);
	vanish();
}
