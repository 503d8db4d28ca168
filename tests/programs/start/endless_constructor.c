// SPDX-License-Identifier: MIT
// expect: finding infinite-loop or error
// options: --schedule=random:1 --executions=300 --stuck-after=300ms
// where: any
// compare: no (where it is stopped depends on time)
// covers: start infinite-loop constructor
// A constructor that never comes to an end, and writes all the time.
static volatile unsigned counter;

__attribute__((constructor)) static void set_up(void)
{
	for (;;)
		counter++;
}

int main(void)
{
	return 0;
}
