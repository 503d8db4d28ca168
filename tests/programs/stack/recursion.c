// SPDX-License-Identifier: MIT
// expect: ok
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// check: -> verified
// covers: use-after-return alloca
// Threads add up the parts of arrays that lie on the stacks of those who wait for them, made by
// alloca and of variable length.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

struct part {
	const int *at;
	int n, sum;
};

static void *add(void *arg)
{
	struct part *p = arg;
	if (p->n == 1) {
		p->sum = p->at[0];
		return NULL;
	}
	struct part *half = alloca(2 * sizeof(*half));
	int copy[p->n];
	for (int i = 0; i < p->n; i++)
		copy[i] = p->at[i];
	half[0] = (struct part){copy, p->n / 2, 0};
	half[1] = (struct part){copy + p->n / 2, p->n - p->n / 2, 0};
	pthread_t t;
	pthread_create(&t, NULL, add, &half[0]);
	add(&half[1]);
	pthread_join(t, NULL);
	p->sum = half[0].sum + half[1].sum;
	return NULL;
}

static void sum_of(int n)
{
	const int numbers[] = {1, 2, 3, 4};
	struct part all = {numbers, n, 0};
	add(&all);
	assert(all.sum == n * (n + 1) / 2);
}

int main(void)
{
	sum_of(4);
	sum_of(2);
	return 0;
}
