/* SPDX-License-Identifier: MIT */
/*
 * The runtime's own memory functions. Compilers call these names on their own; the
 * build renames them, so that they neither report events nor replace libc's.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);

typedef uint64_t __attribute__((may_alias, aligned(1))) word;
typedef uint64_t __attribute__((vector_size(16), may_alias, aligned(1))) vector;

/* From here on the string instructions, which take long to begin, are the fastest. */
#define LONG 2048

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	char *t = to;
	const char *f = from;
	if (n >= LONG) {
		__asm__ volatile("rep movsb" : "+D"(t), "+S"(f), "+c"(n) : : "memory");
		return to;
	}
	for (; n >= 64; n -= 64, t += 64, f += 64) {
		vector a = ((const vector *)f)[0], b = ((const vector *)f)[1];
		vector c = ((const vector *)f)[2], d = ((const vector *)f)[3];
		((vector *)t)[0] = a;
		((vector *)t)[1] = b;
		((vector *)t)[2] = c;
		((vector *)t)[3] = d;
	}
	for (; n >= 8; n -= 8, t += 8, f += 8)
		*(word *)t = *(const word *)f;
	for (; n; n--)
		*t++ = *f++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;
	if (t <= f || t >= f + n)
		return memcpy(to, from, n);
	for (; n >= 8; n -= 8)
		*(word *)(t + n - 8) = *(const word *)(f + n - 8);
	while (n--)
		t[n] = f[n];
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	char *t = to;
	if (n >= LONG) {
		__asm__ volatile("rep stosb" : "+D"(t), "+c"(n) : "a"(byte) : "memory");
		return to;
	}
	uint64_t fill = 0x0101010101010101ull * (uint8_t)byte;
	vector fills = {fill, fill};
	for (; n >= 32; n -= 32, t += 32) {
		((vector *)t)[0] = fills;
		((vector *)t)[1] = fills;
	}
	for (; n >= 8; n -= 8, t += 8)
		*(word *)t = fill;
	for (; n; n--)
		*t++ = (char)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}
