// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --leaks
// covers: leak
// Memory that something still points to at the end is not lost: by a global, through a list, by a
// pointer into the middle, by thread-local storage of main, from a block made before the threads.
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static struct node *list;
static int *middle;
static __thread void *by_tls;
static void **table;

static void *run(void *arg)
{
	int *block = malloc(10 * sizeof(*block));

	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof(*n));

		n->next = list;
		list = n;
	}
	middle = block + 4;
	table[1] = malloc(7);
	return arg;
}

int main(void)
{
	pthread_t t;

	table = calloc(2, sizeof(*table));
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	by_tls = malloc(20);
	return by_tls == NULL;
}
