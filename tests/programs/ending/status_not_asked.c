// SPDX-License-Identifier: MIT
// expect: ok
// native: no (ends with status 7)
// covers: exit-status
// Without --exit-status any status is fine.
#include <pthread.h>

static void *run(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 7;
}
