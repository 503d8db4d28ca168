// SPDX-License-Identifier: MIT
// expect: ok
// covers: c11 mtx_lock mtx_trylock mtx_timedlock mtx_recursive
// C11 mutexes: plain, recursive, timed.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static int counter;

static int run(void *arg)
{
	struct timespec soon;
	int r;

	assert(mtx_lock(&plain) == thrd_success);
	assert(mtx_trylock(&plain) == thrd_busy);
	counter++;
	assert(mtx_unlock(&plain) == thrd_success);

	assert(mtx_lock(&recursive) == thrd_success);
	assert(mtx_trylock(&recursive) == thrd_success);
	counter++;
	assert(mtx_unlock(&recursive) == thrd_success);
	assert(mtx_unlock(&recursive) == thrd_success);

	timespec_get(&soon, TIME_UTC);
	soon.tv_sec += 1;
	r = mtx_timedlock(&timed, &soon);
	assert(r == thrd_success || r == thrd_timedout);
	if (r == thrd_success)
		assert(mtx_unlock(&timed) == thrd_success);
	return arg != NULL;
}

int main(void)
{
	thrd_t t;

	assert(mtx_init(&plain, mtx_plain) == thrd_success);
	assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
	assert(mtx_init(&timed, mtx_timed) == thrd_success);
	thrd_create(&t, run, NULL);
	thrd_join(t, NULL);
	run(NULL);
	assert(counter == 4);
	thrd_create(&t, run, NULL);
	mtx_lock(&timed);
	mtx_unlock(&timed);
	thrd_join(t, NULL);
	mtx_destroy(&plain);
	mtx_destroy(&recursive);
	mtx_destroy(&timed);
	return 0;
}
