// SPDX-License-Identifier: MIT
// expect: ok
// covers: stdio files
// What is written to a file is read back, by stream and by descriptor.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *run(void *arg)
{
	char name[] = "/tmp/scree-test-XXXXXX", line[32] = "";
	int fd = mkstemp(name);
	FILE *f;

	assert(fd >= 0);
	assert(unlink(name) == 0);
	assert(write(fd, "first\n", 6) == 6);
	f = fdopen(fd, "r+");
	assert(f != NULL);
	fseek(f, 0, SEEK_END);
	fprintf(f, "second %d\n", 2);
	rewind(f);
	assert(fgets(line, sizeof(line), f) && strcmp(line, "first\n") == 0);
	assert(fgets(line, sizeof(line), f) && strcmp(line, "second 2\n") == 0);
	assert(fgets(line, sizeof(line), f) == NULL && feof(f));
	assert(pread(fd, line, 5, 0) == 5 && memcmp(line, "first", 5) == 0);
	fclose(f);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
	return 0;
}
