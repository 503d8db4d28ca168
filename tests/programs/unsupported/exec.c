// SPDX-License-Identifier: MIT
// expect: error
// message: \bexec
// covers: unsupported exec
// Another program would take our place.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static void *run(void *arg)
{
	execl("/bin/true", "true", (char *)NULL); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
