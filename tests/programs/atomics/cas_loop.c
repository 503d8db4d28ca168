// SPDX-License-Identifier: MIT
// expect: ok
// covers: atomics cas
// A lock-free stack: pushes by compare-and-swap, taken all at once by an exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

static _Atomic(struct node *) top;

static void *push(void *arg)
{
	for (int i = 0; i < 2; i++) {
		struct node *n = malloc(sizeof(*n));

		n->next = atomic_load(&top);
		while (!atomic_compare_exchange_weak(&top, &n->next, n))
			;
	}
	return arg;
}

int main(void)
{
	int count = 0;
	pthread_t t;

	pthread_create(&t, NULL, push, NULL);
	push(NULL);
	pthread_join(t, NULL);
	for (struct node *n = atomic_exchange(&top, NULL), *next; n; n = next) {
		next = n->next;
		free(n);
		count++;
	}
	assert(count == 4);
	return 0;
}
