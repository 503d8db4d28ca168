// SPDX-License-Identifier: MIT
// expect: finding buffer-overflow
// flags: -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-stringop-truncation
// covers: buffer-overflow strlen
// strlen runs over the end of a block without terminator.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[64] = "0123456789";
static char *volatile p;

static void *run(void *arg)
{
	size_t size = strlen(text);

	p = malloc(size);
	memset(p, 'x', size);
	text[20] = (char)strlen(p); /* BUG */
	free(p);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return text[0] == 0;
}
