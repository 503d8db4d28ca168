/* SPDX-License-Identifier: MIT */
/* The driver for libFuzzer, which has the main function. */
#include "tests/fuzz/fuzz.h"

/* Called by libFuzzer for each input. */
int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	fuzz_one(at, n);
	return 0;
}
