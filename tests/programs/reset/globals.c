// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=1000
// covers: reset globals heap tls stack
// Nothing that one execution writes is there in the next: data, bss, heap, TLS, stack, libc.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int bss, data = 5;
static __thread int tls = 6;
static int *heap;
static int *on_main_stack;

static void *spoil(void *arg)
{
	static int local;

	assert(bss++ == 0 && data++ == 5 && local++ == 0 && tls++ == 6);
	assert(*heap == 7 && *on_main_stack == 8);
	*heap = 70;
	*on_main_stack = 80;
	heap = NULL;
	return arg;
}

int main(void)
{
	int stack = 8;
	pthread_t t;

	heap = malloc(sizeof(*heap));
	*heap = 7;
	on_main_stack = &stack;
	errno = 0;
	assert(bss == 0 && data == 5 && tls == 6);
	pthread_create(&t, NULL, spoil, NULL);
	assert(errno == 0 && tls == 6);
	errno = 33;
	tls = 60;
	pthread_join(t, NULL);
	assert(bss == 1 && data == 6 && heap == NULL && stack == 80);
	return 0;
}
