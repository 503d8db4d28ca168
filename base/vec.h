/* SPDX-License-Identifier: MIT */
/*
 * A growable array of any plain type: VEC(int) v = {0}; vec_push(&v, 3); v.at[0]; v.n.
 * vec_clear keeps the memory, vec_release gives it back.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#define VEC(type)                                                                                  \
	struct {                                                                                   \
		type *at;                                                                          \
		size_t n;                                                                          \
		size_t cap;                                                                        \
	}

/* The static analyzer does not know that a vector with capacity has memory. */
#ifdef __clang_analyzer__
#define vec_has_memory_(v) ((v)->at ? (void)0 : __builtin_unreachable())
#else
#define vec_has_memory_(v) ((void)0)
#endif

#define vec_reserve(v, want)                                                                       \
	do {                                                                                       \
		size_t vec_want_ = (want);                                                         \
		if (unlikely(vec_want_ > (v)->cap)) {                                              \
			size_t vec_cap_ = (v)->cap ? (v)->cap * 2 : 8;                             \
			while (vec_cap_ < vec_want_)                                               \
				vec_cap_ *= 2;                                                     \
			(v)->at = mem_realloc((v)->at, vec_cap_ * sizeof(*(v)->at));               \
			(v)->cap = vec_cap_;                                                       \
		}                                                                                  \
	} while (0)

#define vec_push(v, ...)                                                                           \
	do {                                                                                       \
		vec_reserve((v), (v)->n + 1);                                                      \
		vec_has_memory_(v);                                                                \
		(v)->at[(v)->n++] = (__VA_ARGS__);                                                 \
	} while (0)

#define vec_pop(v)   ((v)->at[--(v)->n])
#define vec_last(v)  (&(v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))

#define vec_release(v)                                                                             \
	do {                                                                                       \
		mem_free((v)->at);                                                                 \
		(v)->at = NULL;                                                                    \
		(v)->n = (v)->cap = 0;                                                             \
	} while (0)

#endif
