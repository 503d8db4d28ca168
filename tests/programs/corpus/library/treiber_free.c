// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=4 everywhere=4
// misses: sync-only single (needs a data-race preemption point)
// covers: GAMBIT Treiber stack
// Two threads pop from a lock-free stack. Freeing the node right away takes it from under another
// pop that has read the top and is about to read its successor; freed after both are done, it is
// safe.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	struct node *retired;
};
static struct node *_Atomic top;

static struct node *pop(void)
{
	struct node *n = atomic_load(&top);

	while (n != NULL && !atomic_compare_exchange_strong(&top, &n, n->next)) /* BUG */
		;
	return n;
}

static void *pops(void *arg)
{
	struct node *n = pop();

	(void)arg;
#ifdef FIXED
	return n;
#else
	free(n);
	return NULL;
#endif
}

int main(void)
{
	pthread_t other;
	void *theirs;

	for (int i = 0; i < 2; i++) {
		struct node *n = calloc(1, sizeof(*n));
		n->next = atomic_load(&top);
		atomic_store(&top, n);
	}
	pthread_create(&other, NULL, pops, NULL);
	void *mine = pops(NULL);
	pthread_join(other, &theirs);
	free(mine);
	free(theirs);
	return 0;
}
