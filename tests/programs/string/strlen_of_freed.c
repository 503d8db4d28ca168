// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// flags: -Wno-use-after-free
// message: free
// covers: use-after-free strlen
// strlen reads a block that has been freed.
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
	text[0] = (char)(1 + strlen(p)); /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return text[0] == 0;
}
