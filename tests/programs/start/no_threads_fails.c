// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: start no-threads
// A failure before any thread exists.
#include <assert.h>

static volatile int one = 1;

int main(void)
{
	assert(one == 2); /* BUG */
	return 0;
}
