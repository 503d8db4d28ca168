// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --leaks
// covers: strdup strndup asprintf getline open_memstream realpath leak
// What libc allocates for its caller is an ordinary block: it can be read, grown and freed.
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *arg)
{
	char *s, *line = NULL, *text = NULL;
	size_t size = 0;
	FILE *f;

	s = strdup("hello");
	assert(strcmp(s, "hello") == 0 && malloc_usable_size(s) >= 6);
	s = realloc(s, 200);
	assert(strcmp(s, "hello") == 0);
	free(s);
	s = strndup("hello", 2);
	assert(strcmp(s, "he") == 0);
	free(s);
	s = strndup("hello", sizeof("hello"));
	assert(strcmp(s, "hello") == 0);
	free(s);
	assert(asprintf(&s, "%d-%s", 12, "ab") == 5);
	assert(strcmp(s, "12-ab") == 0);
	free(s);

	f = open_memstream(&text, &size);
	fprintf(f, "one\ntwo two\n");
	fclose(f);
	assert(size == 12);
	f = fmemopen(text, size, "r");
	size = 0;
	assert(getline(&line, &size, f) == 4 && strcmp(line, "one\n") == 0);
	assert(getline(&line, &size, f) == 8 && strcmp(line, "two two\n") == 0);
	assert(getline(&line, &size, f) == -1);
	fclose(f);
	free(line);
	free(text);

	s = realpath("/", NULL);
	assert(strcmp(s, "/") == 0);
	free(s);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, check, NULL);
	check(NULL);
	pthread_join(t, NULL);
	return 0;
}
