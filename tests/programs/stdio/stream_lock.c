// SPDX-License-Identifier: MIT
// expect: ok
// covers: stdio flockfile
// flockfile keeps the others out of a stream, nests, and ftrylockfile does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *f;
static int inside;

static void *write_it(void *arg)
{
	flockfile(f);
	flockfile(f);
	assert(inside++ == 0);
	fputs("a", f);
	sched_yield();
	fputs("b", f);
	inside--;
	funlockfile(f);
	funlockfile(f);
	if (ftrylockfile(f) == 0) {
		assert(inside == 0);
		funlockfile(f);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];
	char text[8];

	f = tmpfile();
	assert(f != NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, write_it, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	rewind(f);
	assert(fgets(text, sizeof(text), f) && text[0] == 'a' && text[1] == 'b');
	assert(text[2] == 'a' && text[3] == 'b' && text[4] == 0);
	fclose(f);
	return 0;
}
