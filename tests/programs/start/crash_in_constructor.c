// SPDX-License-Identifier: MIT
// expect: finding segfault
// covers: start constructor
// The program crashes before main.
#include <stddef.h>

static int *volatile nowhere;

__attribute__((constructor)) static void set_up(void)
{
	*nowhere = 1; /* BUG */
}

int main(void)
{
	return 0;
}
