// SPDX-License-Identifier: MIT
// A fixed amount of work without threads: what other times are divided by, so that they mean the
// same on another machine. Copies, hashes and follows pointers, as an explorer does.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SIZE (1 << 16)

static uint32_t next[SIZE], copy[SIZE];

int main(void)
{
	uint64_t hash = 14695981039346656037u;
	uint32_t at = 0;

	for (uint32_t i = 0; i < SIZE; i++)
		next[i] = (i * 40503u + 12345) % SIZE;
	for (int round = 0; round < 400; round++) {
		memcpy(copy, next, sizeof(copy));
		for (int step = 0; step < SIZE; step++) {
			at = copy[at];
			hash = (hash ^ at) * 1099511628211u;
			copy[step] ^= (uint32_t)hash & 1;
		}
		at %= SIZE;
	}
	printf("%llx\n", (unsigned long long)hash);
	return 0;
}
