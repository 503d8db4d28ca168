/* SPDX-License-Identifier: MIT */
/*
 * Fuzz targets: each tests/fuzz/NAME.c gives bytes of any kind to one parser. It must not crash,
 * leak, or read what it was not given; what it accepts it can encode, and accept again.
 *
 * A target is linked with one of two drivers. driver/main.c needs nothing but a C compiler: it
 * changes seeds at random, and `make test` runs it. driver/libfuzzer.c is for libFuzzer, which is
 * guided by coverage: `make fuzz`.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/buf.h"

/* What the target does with an input. */
void fuzz_one(const uint8_t *at, size_t n);

/* Appends the i-th input to start from, made by our own encoders; false: there are only i. */
bool fuzz_seed(unsigned i, struct buf *b);

/* The same bytes; else the process ends. */
void fuzz_expect_same(const struct buf *a, const struct buf *b);

/*
 * The body of fuzz_one for a format that is encoded in one way only: what is decoded and encoded
 * is decoded again, and encoded to the same bytes.
 */
#define FUZZ_ROUND_TRIP(type, name, bytes, n_bytes)                                                \
	do {                                                                                       \
		struct type fuzz_first_, fuzz_second_;                                             \
		struct buf fuzz_once_ = {0}, fuzz_twice_ = {0};                                    \
		struct reader fuzz_r_ = {(bytes), (n_bytes), false};                               \
		if (name##_decode(&fuzz_r_, &fuzz_first_)) {                                       \
			name##_encode(&fuzz_once_, &fuzz_first_);                                  \
			fuzz_r_ = (struct reader){fuzz_once_.at, fuzz_once_.n, false};             \
			BUG_ON(!name##_decode(&fuzz_r_, &fuzz_second_) || fuzz_r_.left);           \
			name##_encode(&fuzz_twice_, &fuzz_second_);                                \
			name##_release(&fuzz_second_);                                             \
		}                                                                                  \
		name##_release(&fuzz_first_);                                                      \
		fuzz_expect_same(&fuzz_once_, &fuzz_twice_);                                       \
		buf_release(&fuzz_once_);                                                          \
		buf_release(&fuzz_twice_);                                                         \
	} while (0)

#endif
