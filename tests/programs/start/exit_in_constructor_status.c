// SPDX-License-Identifier: MIT
// expect: finding exit-status
// options: --schedule=random:1 --executions=300 --exit-status
// message: 3
// where: any
// covers: start constructor exit-status
// The same, asked for its status.
#include <stdlib.h>

__attribute__((constructor)) static void set_up(void)
{
	exit(3);
}

int main(void)
{
	abort();
}
