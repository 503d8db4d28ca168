/* SPDX-License-Identifier: MIT */
/*
 * SCREE_TEST_SHARE=N: tests that compare generated programs take one N-th of them, for builds that
 * are slow (`make sanitize`). Without it they take all.
 */
#ifndef ORACLE_SHARE_H
#define ORACLE_SHARE_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t test_share(uint64_t programs)
{
	const char *text = getenv("SCREE_TEST_SHARE");
	uint64_t divisor = text ? strtoull(text, NULL, 10) : 1;
	return divisor > 1 ? programs / divisor + 1 : programs;
}

#endif
