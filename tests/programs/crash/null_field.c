// SPDX-License-Identifier: MIT
// expect: finding segfault
// message: [Nn]ull
// covers: segfault null
// A field of a structure that is not there: a small address is a null pointer too.
#include <pthread.h>
#include <stdlib.h>

struct node {
	char name[256];
	int value;
};

static struct node *volatile head;

static void *run(void *arg)
{
	head->value = 1; /* BUG */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
