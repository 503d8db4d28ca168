// SPDX-License-Identifier: MIT
// expect: ok
// covers: QUICKSAND figure 5, soundness proofs figure 2
// check: --mode=everywhere --races=limited -> verified, 1 schedules, no races
// check: --races=limited -> verified, no races
// check: --races=pure -> verified, no races
// One thread writes a block and frees it, the other allocates one, publishes and writes it. Were
// the memory given out again, the two writes would seem to race. It is not, within an execution.
#include <pthread.h>
#include <stdlib.h>

struct old {
	int foo, baz;
};
struct young {
	int bar;
};
static struct young *_Atomic published;

static void *frees(void *arg)
{
	struct old *x = arg;
	x->foo = 1;
	free(x);
	return NULL;
}

static void *allocates(void *arg)
{
	struct young *y = malloc(sizeof(*y));
	y->bar = 0;
	published = y;
	y->bar = 2;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, frees, malloc(sizeof(struct old)));
	pthread_create(&b, NULL, allocates, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(published);
	return 0;
}
