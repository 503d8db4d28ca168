// SPDX-License-Identifier: MIT
// expect: finding infinite-loop or error
// options: --schedule=random:1 --executions=300 --stuck-after=300ms
// where: any
// covers: start infinite-loop
// main never comes to its first thread, and does nothing visible.
#include <pthread.h>

int main(void)
{
	for (;;)
		__asm__ volatile("");
}
