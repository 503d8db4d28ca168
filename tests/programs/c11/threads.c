// SPDX-License-Identifier: MIT
// expect: ok
// covers: c11 thrd_create thrd_join thrd_exit thrd_current thrd_detach call_once tss
// C11 threads: results, identity, once, thread-specific storage with destructor.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t lock;
static int runs, destroyed;

static void init(void)
{
	runs++;
}

static void destroy(void *value)
{
	free(value);
	mtx_lock(&lock);
	destroyed++;
	mtx_unlock(&lock);
}

static int run(void *arg)
{
	struct timespec nap = {0, 1000};

	call_once(&once, init);
	assert(runs == 1);
	assert(tss_get(key) == NULL);
	assert(tss_set(key, malloc(8)) == thrd_success);
	thrd_yield();
	assert(thrd_sleep(&nap, NULL) == 0);
	assert(tss_get(key) != NULL);
	if (*(int *)arg == 1)
		thrd_exit(11);
	return 10;
}

static int run_detached(void *arg)
{
	assert(thrd_detach(thrd_current()) == thrd_success);
	(void)arg;
	return 0;
}

int main(void)
{
	int id[2] = {0, 1}, result;
	thrd_t t[2], d;

	assert(mtx_init(&lock, mtx_plain) == thrd_success);
	assert(tss_create(&key, destroy) == thrd_success);
	for (int i = 0; i < 2; i++)
		assert(thrd_create(&t[i], run, &id[i]) == thrd_success);
	assert(!thrd_equal(t[0], t[1]) && !thrd_equal(t[0], thrd_current()));
	for (int i = 0; i < 2; i++) {
		assert(thrd_join(t[i], &result) == thrd_success);
		assert(result == 10 + i);
	}
	assert(destroyed == 2 && runs == 1);
	tss_delete(key);
	mtx_destroy(&lock);
	assert(thrd_create(&d, run_detached, NULL) == thrd_success);
	thrd_exit(0);
}
