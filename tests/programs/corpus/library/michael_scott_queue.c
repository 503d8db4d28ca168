// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=16 everywhere=16
// covers: GAMBIT Michael-Scott queue
// Two threads enqueue into the lock-free queue of Michael and Scott. The new node must be linked by
// compare and swap: a look followed by a store overwrites what another thread linked in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
};
static struct node dummy, nodes[2];
static struct node *_Atomic tail = &dummy;

static bool link_after(struct node *last, struct node *n)
{
#ifdef FIXED
	struct node *none = NULL;
	return atomic_compare_exchange_strong(&last->next, &none, n);
#else
	if (atomic_load(&last->next) != NULL)
		return false;
	atomic_store(&last->next, n);
	return true;
#endif
}

static void *enqueue(void *arg)
{
	struct node *n = arg, *last, *next;

	do {
		last = atomic_load(&tail);
		next = atomic_load(&last->next);
		if (next != NULL) { /* the tail lags behind: help */
			atomic_compare_exchange_strong(&tail, &last, next);
			continue;
		}
	} while (next != NULL || !link_after(last, n));
	atomic_compare_exchange_strong(&tail, &last, n);
	return NULL;
}

int main(void)
{
	pthread_t other;
	int length = 0;

	pthread_create(&other, NULL, enqueue, &nodes[0]);
	enqueue(&nodes[1]);
	pthread_join(other, NULL);
	for (struct node *n = atomic_load(&dummy.next); n != NULL; n = atomic_load(&n->next))
		length++;
	assert(length == 2); /* BUG */
	return 0;
}
