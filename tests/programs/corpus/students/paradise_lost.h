/* SPDX-License-Identifier: MIT */
/*
 * paradise_lost of the thesis, §5.1.3: a semaphore of 1 keeps two consumers apart, while main gives
 * and takes as well. Wants `sem`, which begins with 0, sem_wait() and sem_signal().
 */
#include "section.h"

#ifndef CONSUMERS
#define CONSUMERS 2
#endif

static void consumer(void *arg)
{
	(void)arg;
	sem_wait(&sem);
	critical_section();
	sem_signal(&sem);
}

int main(void)
{
	for (int i = 0; i < CONSUMERS; i++)
		thread_fork(consumer, NULL);
	sem_signal(&sem);
	vanish();
}
