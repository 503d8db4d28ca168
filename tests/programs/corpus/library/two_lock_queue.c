// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=1 everywhere=1
// covers: GAMBIT Michael-Scott queue
// The queue with a lock for each end. It needs a dummy node, so that the two ends never meet. This
// dequeue takes the last real node out and sets the tail back, without the lock of the tail: what
// is enqueued at the same time hangs on the node that is gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	struct node *_Atomic next;
};
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node dummy, nodes[2];
static struct node *head = &dummy;
static struct node *_Atomic tail = &dummy;

static void enqueue(struct node *n)
{
	pthread_mutex_lock(&tail_lock);
	atomic_store(&atomic_load(&tail)->next, n);
	atomic_store(&tail, n);
	pthread_mutex_unlock(&tail_lock);
}

static int dequeue(void)
{
	struct node *first;

	pthread_mutex_lock(&head_lock);
	first = atomic_load(&head->next);
	if (first != NULL) {
#ifdef FIXED
		head = first; /* the new dummy */
#else
		atomic_store(&head->next, atomic_load(&first->next));
		if (atomic_load(&head->next) == NULL)
			atomic_store(&tail, head);
#endif
	}
	pthread_mutex_unlock(&head_lock);
	return first != NULL;
}

static void *dequeues(void *arg)
{
	int *got = arg;

	*got = dequeue();
	return NULL;
}

int main(void)
{
	pthread_t other;
	int got = 0;

	enqueue(&nodes[0]);
	pthread_create(&other, NULL, dequeues, &got);
	enqueue(&nodes[1]);
	pthread_join(other, NULL);
	while (dequeue())
		got++;
	assert(got == 2); /* BUG */
	return 0;
}
