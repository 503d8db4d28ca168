// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// options: --schedule=random:1 --executions=2000
// covers: atomics cas use-after-free
// A lock-free pop that frees: another thread may be about to read the node's next.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	_Atomic(struct node *) next;
};

static _Atomic(struct node *) top;

static void *pop(void *arg)
{
	struct node *n = atomic_load(&top);

	while (n) {
		struct node *next = atomic_load(&n->next); /* BUG */

		if (atomic_compare_exchange_strong(&top, &n, next)) {
			free(n);
			break;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		struct node *n = malloc(sizeof(*n));

		atomic_init(&n->next, atomic_load(&top));
		atomic_store(&top, n);
	}
	pthread_create(&t, NULL, pop, NULL);
	pop(NULL);
	pthread_join(t, NULL);
	return 0;
}
