// SPDX-License-Identifier: MIT
// expect: ok
// check: -> verified
// check: --pp=everywhere -> verified
// covers: assertion loops
// The twin: a local that a loop changes never has another value than these two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_int *_Atomic where;

static void *poll(void *arg)
{
	atomic_int shown = 0;

	where = &shown;
	while (!flag) {
		shown = 1;
		shown = 0;
	}
	where = NULL;
	return arg;
}

int main(void)
{
	pthread_t t;
	atomic_int *p;
	int found[4] = {0};

	pthread_create(&t, NULL, poll, NULL);
	p = where;
	if (p)
		for (int i = 0; i < 4; i++)
			found[i] = *p;
	for (int i = 0; i < 4; i++)
		assert(found[i] == 0 || found[i] == 1);
	flag = 1;
	pthread_join(t, NULL);
	return 0;
}
