// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// flags: -Wno-use-after-free
// message: free
// covers: use-after-free snprintf
// Even a library call that is no string function writes where its caller says.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[32] = "0123456789";
static char *volatile p;

static void *run(void *arg)
{
	p = malloc(32);
	strcpy(p, "block");
	free(p);
	snprintf(p, 32, "%d", 5); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return text[0] == 0;
}
