// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 1
// schedules: all=2508 everywhere=2508
// covers: GAMBIT futex mutex
// A mutex of three states: free, held, held with sleepers. Who wakes up must take it as "held with
// sleepers", because there may be more of them; taken as "held", the next unlock wakes nobody.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, HELD, HELD_WITH_SLEEPERS };

static atomic_int word;
static atomic_int inside;

static void sleep_on_word(void)
{
	syscall(SYS_futex, &word, FUTEX_WAIT, HELD_WITH_SLEEPERS, NULL, NULL, 0); /* BUG */
}

static void lock(void)
{
	int seen = FREE;

	if (atomic_compare_exchange_strong(&word, &seen, HELD))
		return;
#ifdef FIXED
	while (atomic_exchange(&word, HELD_WITH_SLEEPERS) != FREE)
		sleep_on_word();
#else
	do {
		if (seen != HELD_WITH_SLEEPERS) {
			seen = HELD;
			atomic_compare_exchange_strong(&word, &seen, HELD_WITH_SLEEPERS);
		}
		if (seen != FREE)
			sleep_on_word();
		seen = FREE;
	} while (!atomic_compare_exchange_strong(&word, &seen, HELD));
#endif
}

static void unlock(void)
{
	if (atomic_exchange(&word, FREE) == HELD_WITH_SLEEPERS)
		syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void *run(void *arg)
{
	lock();
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	unlock();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	run(NULL);
	pthread_join(a, NULL); /* BUG */
	pthread_join(b, NULL); /* BUG */
	return 0;
}
