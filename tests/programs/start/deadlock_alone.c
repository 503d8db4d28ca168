// SPDX-License-Identifier: MIT
// expect: finding deadlock
// covers: start deadlock no-threads
// main waits for a semaphore, and there is nobody else.
#include <semaphore.h>

int main(void)
{
	sem_t sem;

	sem_init(&sem, 0, 0);
	sem_wait(&sem); /* BUG */
	return 0;
}
