// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: c11 mtx_lock
// The lock is not held from the read to the write.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int add(void *arg)
{
	int seen;

	(void)arg;
	mtx_lock(&lock);
	seen = counter;
	mtx_unlock(&lock);
	mtx_lock(&lock);
	counter = seen + 1;
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t t[2];

	mtx_init(&lock, mtx_plain);
	for (int i = 0; i < 2; i++)
		thrd_create(&t[i], add, NULL);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], NULL);
	assert(counter == 2); /* BUG */
	return 0;
}
