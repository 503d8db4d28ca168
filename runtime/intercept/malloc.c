/* SPDX-License-Identifier: MIT */
/*
 * The malloc family, for the whole process: program, libstdc++, libc, loader. Called
 * before anything of the runtime is initialised.
 */
#include "runtime/rt.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>

#define DEFAULT_ALIGN 16
#define PAGE          4096ul

static bool is_power_of_two(size_t n)
{
	return n && !(n & (n - 1));
}

static void *fail_with(int error)
{
	errno = error;
	return NULL;
}

INTERPOSE(void *, malloc, size_t size)
{
	return heap_alloc(size, DEFAULT_ALIGN, false, CALLER_PC);
}

INTERPOSE(void *, calloc, size_t n, size_t each)
{
	size_t size;
	if (__builtin_mul_overflow(n, each, &size))
		return fail_with(ENOMEM);
	return heap_alloc(size, DEFAULT_ALIGN, true, CALLER_PC);
}

INTERPOSE(void, free, void *p)
{
	int saved = errno; /* POSIX.1-2024: free leaves errno alone, whatever runs meanwhile */
	heap_free(p, CALLER_PC);
	errno = saved;
}

INTERPOSE(void *, realloc, void *p, size_t size)
{
	return heap_realloc(p, size, CALLER_PC);
}

INTERPOSE(void *, reallocarray, void *p, size_t n, size_t each)
{
	size_t size;
	if (__builtin_mul_overflow(n, each, &size))
		return fail_with(ENOMEM);
	return heap_realloc(p, size, CALLER_PC);
}

INTERPOSE(void *, aligned_alloc, size_t align, size_t size)
{
	if (!is_power_of_two(align))
		return fail_with(EINVAL);
	return heap_alloc(size, align, false, CALLER_PC);
}

/* Like glibc's, it rounds an odd alignment up to a power of two. */
INTERPOSE(void *, memalign, size_t align, size_t size)
{
	if (align > (size_t)1 << 62)
		return fail_with(EINVAL);
	size_t power = DEFAULT_ALIGN;
	while (power < align)
		power <<= 1;
	return heap_alloc(size, power, false, CALLER_PC);
}

INTERPOSE(int, posix_memalign, void **out, size_t align, size_t size)
{
	if (!is_power_of_two(align) || align % sizeof(void *))
		return EINVAL;
	int saved = errno;
	void *p = heap_alloc(size, align, false, CALLER_PC);
	errno = saved;
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

INTERPOSE(void *, valloc, size_t size)
{
	return heap_alloc(size, PAGE, false, CALLER_PC);
}

INTERPOSE(void *, pvalloc, size_t size)
{
	if (size > SIZE_MAX - PAGE)
		return fail_with(ENOMEM);
	return heap_alloc((size + PAGE - 1) & ~(PAGE - 1), PAGE, false, CALLER_PC);
}

/* Exactly what was asked for: a program that uses more is reported. */
INTERPOSE(size_t, malloc_usable_size, void *p)
{
	return heap_usable_size(p, CALLER_PC);
}

/* Tuning and statistics of an allocator that is not there: accepted, without effect. */

INTERPOSE(int, mallopt, int parameter, int value)
{
	(void)parameter;
	(void)value;
	return 1;
}

INTERPOSE(int, malloc_trim, size_t pad)
{
	(void)pad;
	return 0;
}

INTERPOSE(void, malloc_stats, void)
{
}

INTERPOSE(struct mallinfo, mallinfo, void)
{
	return (struct mallinfo){0};
}

INTERPOSE(struct mallinfo2, mallinfo2, void)
{
	return (struct mallinfo2){0};
}

INTERPOSE(int, malloc_info, int options, FILE *stream)
{
	(void)options;
	(void)stream;
	errno = ENOSYS;
	return -1;
}
