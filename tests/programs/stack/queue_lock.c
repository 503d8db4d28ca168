// SPDX-License-Identifier: MIT
// expect: ok
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// check: -> verified
// covers: use-after-return spin atomic
// A queue lock (Mellor-Crummey and Scott): each thread waits at a node on its stack, which the one
// before writes to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
	_Atomic(struct node *) next;
	atomic_int waits;
};
static _Atomic(struct node *) tail;
static int n;

__attribute__((noinline)) static void add(void)
{
	struct node own;
	atomic_init(&own.next, NULL);
	atomic_init(&own.waits, 1);
	struct node *before = atomic_exchange(&tail, &own);
	if (before) {
		atomic_store(&before->next, &own);
		while (atomic_load(&own.waits))
			;
	}
	n++;
	struct node *last = &own, *next;
	if (atomic_compare_exchange_strong(&tail, &last, NULL))
		return;
	while (!(next = atomic_load(&own.next)))
		;
	atomic_store(&next->waits, 0);
}

static void *adder(void *arg)
{
	add();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, adder, NULL);
	add();
	pthread_join(t, NULL);
	assert(n == 2);
	return 0;
}
