// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=1000
// covers: reset static-state quiet-pages
// The state of libc is as new also where only one execution in many changes it, long after
// pages of libc's that were left alone have become read-only.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 4

static char words[] = "one two three";
static int expected_rand;
static struct tm *tm;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void *take_a_number(void *arg)
{
	pthread_mutex_lock(&lock);
	order = order * 10 + (int)(size_t)arg;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void check_as_new(void)
{
	assert(tm->tm_mday == 1);
	assert(rand() == expected_rand);
	assert(strcmp(strtok(NULL, " "), "two") == 0);
	assert(getenv("SCREE_TEST_NEW") == NULL);
}

int main(void)
{
	time_t zero = 0, later = 86400;
	pthread_t t[THREADS];

	strtok(words, " ");
	srand(3);
	expected_rand = rand();
	srand(3);
	tm = gmtime(&zero);
	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, take_a_number, (void *)(i + 1));
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	if (order == 4321) {
		check_as_new();
		srand(999);
		gmtime(&later);
		strtok(words, " ");
		setenv("SCREE_TEST_NEW", "x", 1);
	} else if (order % 100 == 12) {
		check_as_new();
	}
	return 0;
}
