// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=1000
// covers: reset file-descriptors
// A descriptor that one execution closes is open again in the next one, and where it stood.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd;
static FILE *stream;

static void *read_and_close(void *arg)
{
	char c;

	assert(read(fd, &c, 1) == 1 && c == '1');
	assert(fgetc(stream) == 'a' && fgetc(stream) == 'b');
	assert(close(fd) == 0);
	assert(fclose(stream) == 0);
	return arg;
}

int main(void)
{
	FILE *f = tmpfile();
	char name[64];
	pthread_t t;

	fputs("0123456789", f);
	fflush(f);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fileno(f));
	fd = open(name, O_RDONLY);
	assert(fd >= 0);
	assert(lseek(fd, 1, SEEK_SET) == 1);
	stream = tmpfile();
	fputs("xabc", stream);
	rewind(stream);
	assert(fgetc(stream) == 'x');
	pthread_create(&t, NULL, read_and_close, NULL);
	pthread_join(t, NULL);
	return 0;
}
