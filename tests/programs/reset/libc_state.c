// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=500
// covers: reset environment strtok localtime rand static-state
// The hidden state of libc is as new too: environment, strtok, random numbers, static buffers.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char words[] = "one two three";
static char *expected_word;
static int expected_rand;

static void *spoil(void *arg)
{
	time_t later = 86400;
	struct tm *tm = gmtime(&later);

	assert(strcmp(getenv("SCREE_TEST_BEFORE"), "set up") == 0);
	assert(getenv("SCREE_TEST_NEW") == NULL);
	assert(setenv("SCREE_TEST_NEW", "x", 1) == 0);
	assert(setenv("SCREE_TEST_BEFORE", "changed by a thread", 1) == 0);
	assert(unsetenv("PATH") == 0);

	assert(strcmp(strtok(NULL, " "), expected_word) == 0);
	assert(tm->tm_mday == 2);
	assert(rand() == expected_rand);
	srand(999);
	return arg;
}

int main(void)
{
	time_t zero = 0;
	struct tm *tm;
	pthread_t t;

	setenv("SCREE_TEST_BEFORE", "set up", 1);
	assert(getenv("PATH") != NULL);
	strtok(words, " ");
	expected_word = "two";
	srand(3);
	expected_rand = rand();
	srand(3);
	tm = gmtime(&zero);
	pthread_create(&t, NULL, spoil, NULL);
	pthread_join(t, NULL);
	assert(tm->tm_mday == 2);
	assert(getenv("PATH") == NULL);
	assert(strcmp(strtok(NULL, " "), "three") == 0);
	return 0;
}
