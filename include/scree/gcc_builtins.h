/* SPDX-License-Identifier: MIT */
/*
 * Read by gcc before every file that `scree cc` compiles (-imacros): macros only.
 *
 * gcc writes a __builtin_memcpy of known size out as plain moves, after the pass
 * that instruments memory accesses: the checker would not see it, and libstdc++'s
 * headers are full of them. -fno-builtin-memcpy does not help, it is for calls of
 * memcpy. The _chk form with an object size that gcc cannot know does: it must stay
 * a call, which the runtime interposes. The size is an address, so it is larger
 * than any count, and the runtime does not look at it.
 *
 * The functions that only read (strlen, memcmp...) stay builtin, because C++ code
 * uses them in constant expressions; gcc.specs turns their inline forms off.
 */
#pragma GCC system_header

#define __scree_unknown_size ((__SIZE_TYPE__)__builtin_frame_address(0))

#define __builtin_memcpy(...)    __builtin___memcpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_memmove(...)   __builtin___memmove_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_mempcpy(...)   __builtin___mempcpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_memset(...)    __builtin___memset_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_strcpy(...)    __builtin___strcpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_stpcpy(...)    __builtin___stpcpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_strncpy(...)   __builtin___strncpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_stpncpy(...)   __builtin___stpncpy_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_strcat(...)    __builtin___strcat_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_strncat(...)   __builtin___strncat_chk(__VA_ARGS__, __scree_unknown_size)
#define __builtin_bzero(d, n)    __builtin___memset_chk(d, 0, n, __scree_unknown_size)
#define __builtin_bcopy(s, d, n) ((void)__builtin___memmove_chk(d, s, n, __scree_unknown_size))
