// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=6 everywhere=6
// covers: GAMBIT lock-free skip list
// Insertion links a node on the lower level, then on the upper one; removal unlinks it on both. A
// removal between the two leaves a removed node on the upper level, unless the insertion looks at
// the node once more after it has linked it there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
	atomic_bool removed;
};
static struct node node;
static struct node *_Atomic level[2];

static void unlink_from(int i, struct node *n)
{
	atomic_compare_exchange_strong(&level[i], &n, NULL);
}

static void *remove_it(void *arg)
{
	struct node *n = atomic_load(&level[0]);

	if (n == NULL)
		return arg;
	atomic_store(&n->removed, true);
	unlink_from(1, n);
	unlink_from(0, n);
	return arg;
}

static void insert(struct node *n)
{
	atomic_store(&level[0], n);
	if (atomic_load(&n->removed))
		return;
	atomic_store(&level[1], n);
#ifdef FIXED
	if (atomic_load(&n->removed))
		unlink_from(1, n);
#endif
}

int main(void)
{
	pthread_t remover;

	pthread_create(&remover, NULL, remove_it, NULL);
	insert(&node);
	pthread_join(remover, NULL);
	struct node *n = atomic_load(&level[1]);
	assert(n == NULL || !atomic_load(&n->removed)); /* BUG */
	return 0;
}
