// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=3 everywhere=3
// covers: GAMBIT lazy list
// A sorted list with a lock in each node: one searches without locks and locks the two nodes where
// something changes. Between the two the first node may have left the list, so it must be looked at
// again; without that a new node is added behind one that nobody reaches.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
	int key;
	atomic_bool removed;
	struct node *_Atomic next;
	pthread_mutex_t lock;
};
static struct node last = {9, false, NULL, PTHREAD_MUTEX_INITIALIZER};
static struct node two = {2, false, NULL, PTHREAD_MUTEX_INITIALIZER};
static struct node one = {1, false, &last, PTHREAD_MUTEX_INITIALIZER};
static struct node head = {0, false, &one, PTHREAD_MUTEX_INITIALIZER};

static struct node *before_key(int key)
{
	struct node *n = &head, *next;

	while ((next = atomic_load(&n->next))->key < key)
		n = next;
	return n;
}

static bool still_fits(struct node *before, int key)
{
#ifdef FIXED
	return !atomic_load(&before->removed) && atomic_load(&before->next)->key >= key;
#else
	return atomic_load(&before->next)->key >= key;
#endif
}

static struct node *lock_before(int key)
{
	for (;;) {
		struct node *before = before_key(key);
		pthread_mutex_lock(&before->lock);
		if (still_fits(before, key))
			return before;
		pthread_mutex_unlock(&before->lock);
	}
}

static void *remove_one(void *arg)
{
	struct node *before = lock_before(1);

	pthread_mutex_lock(&one.lock);
	atomic_store(&one.removed, true);
	atomic_store(&before->next, atomic_load(&one.next));
	pthread_mutex_unlock(&one.lock);
	pthread_mutex_unlock(&before->lock);
	return arg;
}

int main(void)
{
	pthread_t remover;

	pthread_create(&remover, NULL, remove_one, NULL);
	struct node *before = lock_before(2);
	atomic_store(&two.next, atomic_load(&before->next));
	atomic_store(&before->next, &two);
	pthread_mutex_unlock(&before->lock);
	pthread_join(remover, NULL);
	assert(atomic_load(&before_key(2)->next) == &two); /* BUG */
	return 0;
}
