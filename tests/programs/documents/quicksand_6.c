// SPDX-License-Identifier: MIT
// expect: finding use-after-free
// where: any
// covers: QUICKSAND figure 6, soundness proofs figures 3 and 4
// check: -> use-after-free
// check: --mode=maximal -> use-after-free
// check: --mode=everywhere --races=limited -> use-after-free
// The adversary of the malloc-recycle rule: the second thread allocates, but writes through a
// pointer to the block that the first thread published before it freed it.
#include <pthread.h>
#include <stdlib.h>

struct block {
	int foo;
};
static struct block *_Atomic published;

static void *frees(void *arg)
{
	struct block *x = arg;
	published = x;
	x->foo = 1;
	free(x);
	return NULL;
}

static void *writes(void *arg)
{
	struct block *x2 = published;
	struct block *y = malloc(sizeof(*y));
	if (x2)
		x2->foo = 2; /* BUG */
	free(y);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, frees, malloc(sizeof(struct block)));
	pthread_create(&b, NULL, writes, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
