// SPDX-License-Identifier: MIT
// expect: ok
// covers: cleanup_push cleanup_pop exit
// Clean-up handlers run last one first on pthread_exit, at pop(1), and not at pop(0).
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char order[8];

static void note(void *arg)
{
	strcat(order, arg);
}

static void leave(void)
{
	pthread_cleanup_push(note, "d");
	pthread_exit("end");
	pthread_cleanup_pop(0);
}

static void *run(void *arg)
{
	(void)arg;
	pthread_cleanup_push(note, "a");
	pthread_cleanup_push(note, "b");
	pthread_cleanup_pop(1);
	pthread_cleanup_push(note, "c");
	pthread_cleanup_pop(0);
	leave();
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	pthread_t t;
	void *value;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, &value);
	assert(strcmp(value, "end") == 0);
	assert(strcmp(order, "bda") == 0);
	return 0;
}
