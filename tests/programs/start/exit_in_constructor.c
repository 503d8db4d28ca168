// SPDX-License-Identifier: MIT
// expect: ok
// native: no (ends with status 3)
// covers: start constructor exit
// exit before main is an end like any other.
#include <stdlib.h>

__attribute__((constructor)) static void set_up(void)
{
	exit(3);
}

int main(void)
{
	abort();
}
