/* SPDX-License-Identifier: MIT */
/*
 * A copy of memory, most of which is zeros and stays so: data of libraries, thread-local storage.
 * Zeros are not copied. To see that they still are takes half as long as to write them, and much
 * less where the kernel has one page for all that were never written.
 */
#ifndef RUNTIME_RESET_IMAGE_H
#define RUNTIME_RESET_IMAGE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
	uintptr_t lo, hi;
	uint8_t *copy; /* NULL: zeros */
};
typedef VEC(struct piece) image;

/* Adds [lo, hi) as it is now, in pieces. */
void image_add(image *im, uintptr_t lo, uintptr_t hi);
void piece_restore(const struct piece *p);
bool piece_is_as_it_was(const struct piece *p);

/* n is a multiple of 256, at of 16. */
bool all_zero(const void *at, size_t n);

#endif
