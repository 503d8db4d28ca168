/* SPDX-License-Identifier: MIT */
/*
 * windows pages|descriptors AT...: in executions AT, counted from 1, changes something that only a
 * shortcut of the runtime could miss: data of the C library, or the table of descriptors by a
 * system call that nobody sees. Each execution asserts that it begins as the first one did, with
 * `descriptors-left` only that it can.
 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int counter_fd, next_free;
static char words[] = "one two three";
static int expected_rand;
static struct tm *tm;
static int n_at;
static char **at;
static const char *what;

/* A system call that the runtime does not see: what it changes in the kernel is not reset. */
static long hidden(long number, long a, long b, long c)
{
	register long r10 __asm__("r10") = 0;
	long result;
	__asm__ volatile("syscall"
	                 : "=a"(result)
	                 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
	                 : "rcx", "r11", "memory");
	return result;
}

/* The number of the execution: an eventfd keeps it from one to the next. */
static unsigned long execution_number(void)
{
	unsigned long n = 0;
	assert(hidden(SYS_read, counter_fd, (long)&n, sizeof(n)) == sizeof(n));
	n++;
	assert(hidden(SYS_write, counter_fd, (long)&n, sizeof(n)) == sizeof(n));
	return n - 1;
}

static void check_pages(void)
{
	assert(tm->tm_mday == 1);
	assert(rand() == expected_rand);
	assert(strcmp(strtok(NULL, " "), "two") == 0);
	srand(3);
}

static void change_pages(void)
{
	time_t later = 86400;
	srand(999);
	gmtime(&later);
	strtok(NULL, " ");
}

static void *body(void *arg)
{
	unsigned long n = execution_number();
	int pages = strcmp(what, "pages") == 0;
	int now = 0;
	for (int i = 0; i < n_at; i++)
		now |= strtoul(at[i], NULL, 10) == n;
	if (strcmp(what, "descriptors") == 0)
		assert(hidden(SYS_fcntl, next_free, F_GETFD, 0) < 0);
	if (now && pages) {
		check_pages();
		change_pages();
	} else if (now) {
		hidden(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDONLY);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	time_t zero = 0;
	what = argv[1];
	n_at = argc - 2;
	at = argv + 2;
	counter_fd = (int)hidden(SYS_eventfd2, 1, 0, 0);
	next_free = (int)hidden(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDONLY);
	hidden(SYS_close, next_free, 0, 0);
	strtok(words, " ");
	srand(3);
	expected_rand = rand();
	srand(3);
	tm = gmtime(&zero);
	pthread_create(&t, NULL, body, NULL);
	pthread_join(t, NULL);
	return 0;
}
