// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=200
// covers: reset file-descriptors
// Descriptors beyond those that the checker has for itself are restored, too.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define FEW  100
#define HIGH 900

static int fds[FEW];

static void *read_and_close(void *arg)
{
	char c;

	for (int i = 0; i < FEW; i++) {
		assert(read(fds[i], &c, 1) == 1 && c == '0' + i % 10);
		assert(i % 3 || close(fds[i]) == 0);
	}
	assert(read(HIGH, &c, 1) == 1 && c == '7');
	assert(close(HIGH) == 0);
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
	for (int i = 0; i < FEW; i++) {
		fds[i] = open(name, O_RDONLY);
		assert(fds[i] >= 0 && lseek(fds[i], i % 10, SEEK_SET) == i % 10);
	}
	assert(dup2(open(name, O_RDONLY), HIGH) == HIGH);
	assert(lseek(HIGH, 7, SEEK_SET) == 7);
	pthread_create(&t, NULL, read_and_close, NULL);
	pthread_join(t, NULL);
	assert(open(name, O_RDONLY) == fds[0]);
	return 0;
}
