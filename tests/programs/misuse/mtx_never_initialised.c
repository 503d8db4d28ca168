// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: misuse c11 mutex
// C11 has no static initialiser: a mutex of zeros was never initialised.
#include <threads.h>

static mtx_t lock;

static int use(void *arg)
{
	(void)arg;
	mtx_lock(&lock); /* BUG */
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t t;

	thrd_create(&t, use, NULL);
	thrd_join(t, NULL);
	return 0;
}
