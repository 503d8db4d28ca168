/* SPDX-License-Identifier: MIT */
/*
 * System calls without libc: usable before anything is initialised, and never
 * interposed. They return the kernel's value: -errno on failure; errno is untouched.
 */
#ifndef RUNTIME_ARCH_SYSCALL_H
#define RUNTIME_ARCH_SYSCALL_H

#include <stdint.h>
#include <stddef.h>
#include <sys/syscall.h>

static inline long raw_syscall6(long n, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long ret;
	__asm__ volatile("syscall"
	                 : "=a"(ret)
	                 : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
	                 : "rcx", "r11", "memory");
	return ret;
}

#define raw_syscall0(n)          raw_syscall6(n, 0, 0, 0, 0, 0, 0)
#define raw_syscall1(n, a)       raw_syscall6(n, (long)(a), 0, 0, 0, 0, 0)
#define raw_syscall2(n, a, b)    raw_syscall6(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define raw_syscall3(n, a, b, c) raw_syscall6(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define raw_syscall4(n, a, b, c, d)                                                                \
	raw_syscall6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

static inline void *raw_mmap(void *addr, size_t len, int prot, int flags, int fd, long off)
{
	return (void *)raw_syscall6(SYS_mmap, (long)addr, (long)len, prot, flags, fd, off);
}

/* True for the error values of raw_mmap. */
static inline int raw_failed(const void *p)
{
	return (uintptr_t)p > (uintptr_t)-4096;
}

#endif
