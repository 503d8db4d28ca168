// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=3000
// covers: reset file-descriptors
// Descriptors are closed for the next execution also where scree does not see the call that opens
// them.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int next_free;

static long hidden_open(const char *path)
{
	register long r10 __asm__("r10") = 0;
	long fd;
	__asm__ volatile("syscall"
	                 : "=a"(fd)
	                 : "a"(SYS_openat), "D"((long)AT_FDCWD), "S"(path), "d"((long)O_RDONLY),
	                   "r"(r10)
	                 : "rcx", "r11", "memory");
	return fd;
}

static void *leave_open(void *arg)
{
	assert(hidden_open("/dev/null") == next_free);
	return arg;
}

int main(void)
{
	pthread_t t;

	next_free = dup(0);
	assert(next_free > 2);
	close(next_free);
	pthread_create(&t, NULL, leave_open, NULL);
	pthread_join(t, NULL);
	return 0;
}
