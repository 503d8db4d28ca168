// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=1000
// covers: reset file-descriptors offset
// What one execution has read of an open file, the next one can read again.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd;

static void *read_on(void *arg)
{
	char c;

	assert(read(fd, &c, 1) == 1 && c == '3');
	assert(read(fd, &c, 1) == 1 && c == '4');
	return arg;
}

int main(void)
{
	FILE *f = tmpfile();
	pthread_t t;

	fputs("0123456789", f);
	fflush(f);
	fd = fileno(f);
	lseek(fd, 3, SEEK_SET);
	pthread_create(&t, NULL, read_on, NULL);
	pthread_join(t, NULL);
	return 0;
}
