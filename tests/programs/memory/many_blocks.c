// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=20
// covers: malloc free
// 50 MB pass through the heap, 100 KB at a time.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *churn(void *arg)
{
	for (int i = 0; i < 250; i++) {
		char *p = malloc(100000);

		assert(p != NULL);
		p[0] = p[99999] = 1;
		free(p);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, churn, NULL);
	churn(NULL);
	pthread_join(t, NULL);
	return 0;
}
