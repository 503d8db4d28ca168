// SPDX-License-Identifier: MIT
// expect: finding abort
// covers: start constructor abort
// abort before main.
#include <stdlib.h>

__attribute__((constructor)) static void set_up(void)
{
	abort(); /* BUG */
}

int main(void)
{
	return 0;
}
