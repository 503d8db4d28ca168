// SPDX-License-Identifier: MIT
// What a program makes of its names is shown, never obeyed: markup, quotes, control characters,
// bytes that are no UTF-8.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *arg)
{
	pthread_setname_np(pthread_self(), "<b>\"\033[31m\\\xff\xfe&");
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	assert(x == 0 && "<script>alert('\001')</script>");
	pthread_join(t, NULL);
	return 0;
}
