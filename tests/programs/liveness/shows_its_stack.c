// SPDX-License-Identifier: MIT
// expect: finding assertion
// options: --schedule=random:1 --executions=3000
// check: -> assertion
// check: --pp=everywhere -> assertion
// covers: assertion loops
// A loop that changes a local and changes it back is seen by who reads the local meanwhile.
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
	assert(!(found[0] == 1 && found[1] == 0 && found[2] == 1 && found[3] == 0 && p)); /* BUG */
	flag = 1;
	pthread_join(t, NULL);
	return 0;
}
