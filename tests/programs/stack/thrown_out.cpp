// SPDX-License-Identifier: MIT
// expect: finding use-after-return
// message: a local variable of .*T1
// check: --pp=everywhere -> use-after-return
// check: --pp=everywhere --reduction=dpor -> use-after-return
// check: --pp=everywhere --reduction=none -> use-after-return
// check: -> use-after-return
// covers: use-after-return exception
// An exception has taken away what another thread writes to.
#include <semaphore.h>
#include <thread>

static sem_t thrown;
static int *shared;
static int after;

__attribute__((noinline)) static void lend()
{
	int local = 1;
	shared = &local;
	throw 1;
}

static void owner()
{
	try {
		lend();
	} catch (int n) {
		after = n;
		sem_post(&thrown);
	}
}

int main()
{
	sem_init(&thrown, 0, 0);
	std::thread t(owner);
	sem_wait(&thrown);
	*shared = 2; /* BUG */
	t.join();
	return 0;
}
