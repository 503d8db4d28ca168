// SPDX-License-Identifier: MIT
// expect: ok
// covers: rand random srand rand_r drand48 getrandom
// Equal seeds give equal numbers; the state is that of the program's start in each execution.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static int first, second;

static void *draw(void *arg)
{
	unsigned char a[16] = {0}, b[16] = {0};
	unsigned seed = 5, again = 5;

	assert(rand() == second);
	srand(1);
	assert(rand() == first);
	assert(rand() == second);
	assert(rand_r(&seed) == rand_r(&again) && seed == again);
	assert(getrandom(a, sizeof(a), 0) == sizeof(a));
	assert(getrandom(b, sizeof(b), 0) == sizeof(b));
	assert(memcmp(a, b, sizeof(a)) != 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	srand(1);
	first = rand();
	second = rand();
	srand(1);
	assert(rand() == first);
	pthread_create(&t, NULL, draw, NULL);
	pthread_join(t, NULL);
	return 0;
}
