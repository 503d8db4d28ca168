// SPDX-License-Identifier: MIT
// expect: error
// options: --stuck-after=1s
// message: waits in a system call
// covers: stuck system-call
// A futex by an instruction of the program's own: nobody else runs while it waits.
#include <pthread.h>
#include <sys/syscall.h>

static int flag;

static long futex(int *at, long operation, long value)
{
	register long timeout __asm__("r10") = 0;
	long result;

	__asm__ volatile("syscall"
	                 : "=a"(result)
	                 : "a"(SYS_futex), "D"(at), "S"(operation), "d"(value), "r"(timeout)
	                 : "rcx", "r11", "memory");
	return result;
}

static void *wake(void *arg)
{
	__atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
	futex(&flag, 1, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wake, NULL);
	while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST))
		futex(&flag, 0, 0);
	pthread_join(thread, NULL);
	return 0;
}
