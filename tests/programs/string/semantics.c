// SPDX-License-Identifier: MIT
// expect: ok
// flags: -Wno-stringop-truncation -Wno-stringop-overread
// covers: mem-functions str-functions
// The mem and str functions do what the C standard says, in heap blocks of exactly the right size.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *fresh(size_t size)
{
	char *p = malloc(size);

	assert(p != NULL);
	return p;
}

static void *check(void *arg)
{
	char *a = fresh(10), *b = fresh(10), *save;

	assert(memset(a, 'x', 10) == a && a[0] == 'x' && a[9] == 'x');
	assert(memcpy(b, a, 10) == b && memcmp(a, b, 10) == 0);
	assert(mempcpy(b, "1234", 4) == b + 4 && memcmp(b, "1234xxxxxx", 10) == 0);
	memcpy(a, "0123456789", 10);
	assert(memmove(a + 2, a, 8) == a + 2 && memcmp(a, "0101234567", 10) == 0);
	assert(memmove(a, a + 2, 8) == a && memcmp(a, "0123456767", 10) == 0);
	assert(memchr(a, '7', 10) == a + 7 && memchr(a, 'z', 10) == NULL);
	assert(memrchr(a, '7', 10) == a + 9);
	assert(memcmp("abc", "abd", 3) < 0 && memcmp("abc", "abd", 2) == 0);
	assert(memmem(a, 10, "567", 3) == a + 5);
	bzero(a, 10);
	assert(a[0] == 0 && a[9] == 0);

	assert(strcpy(a, "ninechars") == a && strlen(a) == 9);
	assert(stpcpy(b, "four") == b + 4);
	assert(strncpy(b, "toolongtext", 4) == b && memcmp(b, "tool\0", 5) == 0);
	memset(b, '#', 10);
	assert(strncpy(b, "ab", 5) == b && memcmp(b, "ab\0\0\0#####", 10) == 0);
	assert(strcat(b, "cd") == b && strcmp(b, "abcd") == 0);
	assert(strncat(b, "efghij", 5) == b && strcmp(b, "abcdefghi") == 0);
	assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "a") == 0);
	assert(strncmp("abX", "abY", 2) == 0 && strncmp("abX", "abY", 3) < 0);
	assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABc", "abD", 2) == 0);
	assert(strchr(b, 'c') == b + 2 && strchr(b, 0) == b + 9 && strchr(b, 'z') == NULL);
	assert(strchrnul(b, 'z') == b + 9);
	memcpy(a, "ab/cd/ef", 9);
	assert(strrchr(a, '/') == a + 5);
	assert(strstr(a, "cd/") == a + 3 && strstr(a, "xx") == NULL && strstr(a, "") == a);
	assert(strnlen(a, 4) == 4 && strnlen(a, 40) == 8);
	assert(strspn(a, "abc/") == 4 && strcspn(a, "/") == 2 && strpbrk(a, "fe") == a + 6);
	assert(strcmp(strtok_r(a, "/", &save), "ab") == 0);
	assert(strcmp(strtok_r(NULL, "/", &save), "cd") == 0);
	assert(strcmp(strtok_r(NULL, "/", &save), "ef") == 0);
	assert(strtok_r(NULL, "/", &save) == NULL);
	assert(strtol("-12x", &save, 10) == -12 && *save == 'x');
	assert(atoi("42") == 42);

	/* No terminator within the bound: nothing behind it may be touched. */
	memset(b, 'q', 10);
	assert(strnlen(b, 10) == 10);
	assert(strncmp(b, b, 10) == 0);
	assert(memchr(b, 'r', 10) == NULL);
	memcpy(b, a, 0);
	memset(b, 0, 0);
	free(a);
	free(b);
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
